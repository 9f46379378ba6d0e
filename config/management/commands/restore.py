"""manage.py restore FILE --yes: puts a backup in the place of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from config.backups import BackupFailed, backup_restore


class Command(BaseCommand):
    help = "Replace the database by a backup, then bring it up to date. Stop the service first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace what is there now")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["yes"]:
            self.stderr.write("This replaces the whole database. Stop the service, then say --yes.")
            raise SystemExit(1)
        try:
            backup_restore(options["file"])
        except BackupFailed as error:
            self.stderr.write(str(error))
            raise SystemExit(1) from None
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write("The backup is in place. manage.py verify_games checks it.")
