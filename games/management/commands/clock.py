"""manage.py clock: runs what is due; one process of its own at scale."""

from __future__ import annotations

import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.clock import Clock, run_due


class Command(BaseCommand):
    help = "Prepare, open, close and make final the dailies, and prune untouched games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="run what is due once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            run_due()
            return
        clock = Clock()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: clock.stop())
        clock.run()
