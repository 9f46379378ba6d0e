"""manage.py extract_messages: brings locale/*.po up to date with every sentence in the code."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.core.management.commands import makemessages
from django.test.utils import override_settings

IGNORED = [
    ".venv/*",
    ".cache/*",
    "locale/*",
    "var/*",
    "bench/*",
    "tests/*",
    "frontend/node_modules/*",
    "frontend/dist*/*",
    "frontend/tests/*",
]


def _sentences(folder: Path) -> dict[str, set[str]]:
    """The sentences of each catalogue below a folder."""
    found = {}
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        found[str(path.relative_to(folder))] = {entry.msgid for entry in polib.pofile(str(path))}
    return found


class Extract(makemessages.Command):
    """Django's command, writing only where the settings say: it prefers a ./locale that it meets on its way."""

    def find_files(self, root: str) -> list[Any]:
        self.locale_paths = [str(settings.LOCALE_PATHS[0])]
        found: list[Any] = super().find_files(root)
        return found


class Command(BaseCommand):
    help = "Extract the sentences of server, templates and client into the catalogues (needs gettext)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail where a catalogue is behind"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        here = Path(settings.LOCALE_PATHS[0])
        if not options["check"]:
            self._extract(options["verbosity"])
            self._tidy(here)
            return
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "locale"
            shutil.copytree(here, copy)
            with override_settings(LOCALE_PATHS=[str(copy)]):
                self._extract(0)
            behind = [name for name, now in _sentences(copy).items() if now != _sentences(here)[name]]
        if behind:
            self.stderr.write(f"Behind the code (run make messages): {', '.join(behind)}")
            raise SystemExit(1)

    def _extract(self, verbosity: int) -> None:
        how: dict[str, Any] = {
            "locale": [code for code, _name in settings.LANGUAGES if code != "en"],
            "ignore_patterns": IGNORED,
            "no_location": True,
            "no_obsolete": True,
            "verbosity": verbosity,
        }
        call_command(Extract(), domain="django", extensions=["py", "html"], **how)
        call_command(Extract(), domain="djangojs", extensions=["ts"], **how)

    def _tidy(self, folder: Path) -> None:
        """Keep only what says something in the headers, so that a catalogue changes only with its sentences."""
        for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
            po = polib.pofile(str(path), wrapwidth=110)
            kept = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": po.metadata["Plural-Forms"]}
            kept["Language"] = path.parents[1].name
            po.metadata = kept
            po.metadata_is_fuzzy = False
            po.header = "Twodeck's sentences, extracted by make messages."
            po.save()
