"""manage.py prepare_dailies: draws the deals of today and the days ahead."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.dailies import DAYS_AHEAD, dailies_prepare


class Command(BaseCommand):
    help = "Draw the sealed deals of today and the days ahead; those already drawn stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=int, default=DAYS_AHEAD, help="how many days ahead (default %(default)s)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        days = options["days"]
        if not 0 <= days <= 366:
            self.stderr.write("--days must be from 0 to 366.")
            raise SystemExit(1)
        made = dailies_prepare(days=days)
        self.stdout.write(f"{made} deals drawn; today and {days} days ahead are prepared.")
