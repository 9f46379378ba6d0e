"""No sentence stands outside the catalogues."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import call_command

from config.environment import PROJECT
from config.management.commands.compile_catalogues import client_catalogue

TEMPLATES = sorted((PROJECT / "config" / "templates").glob("*.html"))
SOURCES = sorted((PROJECT / "frontend" / "src").rglob("*.ts"))
LOCALE = Path(settings.LOCALE_PATHS[0])
# Names, signs and notation, the same in every language.
UNTRANSLATED = r"\b(Twodeck|UTC|API|ab3)\b|&\w+;"


def test_the_catalogues_hold_every_sentence_of_the_code() -> None:
    call_command("extract_messages", check=True)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_has_no_words_of_its_own(path: Path) -> None:
    text = path.read_text("utf-8")
    for kept in (
        r"{#.*?#}",
        r"{% block body_class %}.*?{% endblock %}",
        r"{% blocktranslate.*?{% endblocktranslate %}",
        r"<svg.*?</svg>",
        r"<symbol.*?</symbol>",
        r"<code>.*?</code>",
        r"<kbd>.*?</kbd>",
        r"<!--.*?-->",
    ):
        text = re.sub(kept, " ", text, flags=re.S)
    text = re.sub(r"{%.*?%}|{{.*?}}", " ", text, flags=re.S)
    attributes = re.findall(r'(?:title|alt|aria-label|placeholder)="([^"]*)"', text)
    words = [word.strip() for word in [*re.sub(r"<[^>]*>", "\n", text).split("\n"), *attributes]]
    assert {word for word in words if re.search(r"[^\W\d_]{2}", re.sub(UNTRANSLATED, "", word))} == set()


def test_the_clients_sentences_are_all_in_its_catalogue() -> None:
    """A literal that reads like a sentence is a msgid."""
    known = {entry.msgid for entry in polib.pofile(str(LOCALE / "hr" / "LC_MESSAGES" / "djangojs.po"))}
    known |= {
        entry.msgid_plural for entry in polib.pofile(str(LOCALE / "hr" / "LC_MESSAGES" / "djangojs.po"))
    }
    assert len(known) > 100
    strange = set()
    for path in SOURCES:
        code = re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text("utf-8"), flags=re.S | re.M)
        for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', code):
            text = json.loads(f'"{literal}"') if "\\" in literal else literal
            if re.match(r"[A-Z][a-z]+[ ,.].*[a-z]", text) and text not in known and "Error" not in text:
                strange.add(f"{path.name}: {text}")
    assert strange == set()


def test_a_client_catalogue_keeps_every_plural_form() -> None:
    po = polib.POFile()
    po.metadata = {"Plural-Forms": "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : 1;"}
    po.append(polib.POEntry(msgid="a", msgid_plural="b", msgstr_plural={0: "x", 1: "y", 2: "z"}))
    po.append(polib.POEntry(msgid="c", msgstr="d"))
    po.append(polib.POEntry(msgid="e", msgstr=""))
    made = client_catalogue(po)
    assert made == {"plural": "n%10==1 && n%100!=11 ? 0 : 1", "messages": {"a": ["x", "y", "z"], "c": ["d"]}}
