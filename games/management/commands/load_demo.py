"""manage.py load_demo: the won games that a fresh installation has to show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine import parse_record
from games.log import Logged
from games.services import game_import
from players.services import demo_player

RECORDS = Path(__file__).resolve().parents[2] / "demo"


class Command(BaseCommand):
    help = "Store the demonstration games; those already there stay."

    def handle(self, *args: Any, **options: Any) -> None:
        for path in sorted(RECORDS.glob("*.txt")):
            record = parse_record(path.read_text("utf-8"))
            if record.started is None or not record.player:
                raise ValueError(f"{path.name} lacks Started or Player")
            entries = [Logged(entry.token, entry.ms) for entry in record.entries]
            player = demo_player(name=record.player)
            if game_import(player=player, code=record.code, entries=entries, created=record.started):
                self.stdout.write(f"The demonstration game {path.stem} is stored.")
