"""manage.py compile_catalogues: locale/*.po into what server and client read, without gettext's tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from config.environment import PROJECT

CLIENT = PROJECT / "frontend" / "dist" / "i18n"


def client_catalogue(po: polib.POFile) -> dict[str, Any]:
    """A catalogue as the client reads it: the plural rule and each sentence's forms."""
    plural = po.metadata["Plural-Forms"].partition("plural=")[2].rstrip("; ")
    messages = {}
    for entry in po.translated_entries():
        forms = entry.msgstr_plural
        messages[entry.msgid] = [forms[number] for number in sorted(forms)] if forms else [entry.msgstr]
    return {"plural": plural, "messages": messages}


class Command(BaseCommand):
    help = "Compile the translations for the server (.mo) and the client (JSON)."

    def handle(self, *args: Any, **options: Any) -> None:
        CLIENT.mkdir(parents=True, exist_ok=True)
        for language, _name in settings.LANGUAGES:  # every page's language has one, translated yet or not
            empty = json.dumps({"plural": "n != 1", "messages": {}})
            (CLIENT / f"{language}.json").write_text(empty, "utf-8")
        for path in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/*.po")):
            po = polib.pofile(str(path))
            if path.stem == "django":
                po.save_as_mofile(str(path.with_suffix(".mo")))
            else:
                language = path.parents[1].name
                text = json.dumps(client_catalogue(po), ensure_ascii=False, separators=(",", ":"))
                (CLIENT / f"{language}.json").write_text(text, "utf-8")
