"""manage.py backup FILE: the whole database in one file, taken while the service runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.backups import BackupFailed, backup_make


class Command(BaseCommand):
    help = "Write the whole database to a new file. Keys (SECRET_KEY, DEAL_KEY) are not in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup_make(options["file"])
        except BackupFailed as error:
            self.stderr.write(str(error))
            raise SystemExit(1) from None
        self.stdout.write(f"The backup is in {options['file']}.")
