"""manage.py extract_messages: brings locale/*.po up to date with every sentence in the code."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

IGNORED = [
    ".venv/*",
    "frontend/node_modules/*",
    "frontend/dist*/*",
    "frontend/tests/*",
    "tests/*",
    "var/*",
    ".cache/*",
    "bench/*",
]


class Command(BaseCommand):
    help = "Extract the sentences of server, templates and client into the catalogues (needs gettext)."

    def handle(self, *args: Any, **options: Any) -> None:
        languages = [code for code, _name in settings.LANGUAGES if code != "en"]
        how: dict[str, Any] = {
            "locale": languages,
            "ignore_patterns": IGNORED,
            "no_location": True,
            "no_obsolete": True,
            "verbosity": options["verbosity"],
        }
        call_command("makemessages", domain="django", extensions=["py", "html"], **how)
        call_command("makemessages", domain="djangojs", extensions=["ts"], **how)
