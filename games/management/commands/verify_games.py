"""manage.py verify_games: folds every stored log again and reports drift."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand

from games.verifying import games_drifted

TELL_SECONDS = 2.0


class Command(BaseCommand):
    help = "Fold every stored log again; exit 1 where a row says something else."

    def handle(self, *args: Any, **options: Any) -> None:
        folded = drifted = 0
        told = time.monotonic()
        for drift in games_drifted():
            folded += 1
            if drift:
                drifted += 1
                self.stderr.write(f"Game {drift.game}: {drift.what}.")
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                self.stdout.write(f"{folded} games folded …")
        self.stdout.write(f"{folded} games folded, {drifted} drifted.")
        if drifted:
            raise SystemExit(1)
