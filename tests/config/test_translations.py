"""Croatian and Norwegian: complete, true to the sentences they translate, in the words agreed on, and on the pages."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import polib
import pytest
import time_machine
from django.conf import settings as project
from django.utils.translation import ngettext, override

from config.management.commands.compile_catalogues import client_catalogue
from games.engine import Reason
from games.sentences import refusal_sentence
from tests.conftest import Api

LOCALE = Path(project.LOCALE_PATHS[0])
DOMAINS = ["django", "djangojs"]
LANGUAGES = ["hr", "nb"]

# What reads the same in another language: names, the marks on the cards, a shape without words.
SAME = {"Double Solitaire", "Normal", "Vegas", "A", "J", "Q", "K", "%(pile)s: %(cards)s"}
SAME_IN = {"hr": SAME, "nb": SAME | {"Pause"}}

HEADINGS = {
    "hr": {
        "/": ["Današnja dijeljenja", "Igraj današnje", "Ljestvica", "Quarante Voleurs (Četrdeset lopova)"],
        "/rules/ds": ["Premještanje karata", "Hrpa za vuču", "Virenja", "Zašto je potez odbijen"],
        "/rules/ft": ["Quarante Voleurs (Četrdeset lopova)", "Bodovanje", "Dijeljenja dana"],
        "/daily/today/ft-n": ["Otvorena: sve igre", "Čista: bez virenja", "0 igrača", "Presudilo"],
        "/d/DS1-D3N-AAAAAAB": ["Double Solitaire · Teško", "Početni položaj kao tekst", "59 karata"],
        "/me": ["Vaše ime", "Spremi ime", "API ključevi"],
        "/nothing": ["Ovdje nema ničega", "Na ovoj adresi nema stranice."],
    },
    "nb": {
        "/": ["Dagens utdelinger", "Spill dagens", "Resultatliste", "Quarante Voleurs (Førti tyver)"],
        "/rules/ds": ["Å flytte kort", "Trekkbunken", "Kikk", "Hvorfor et trekk blir avvist"],
        "/rules/ft": ["Quarante Voleurs (Førti tyver)", "Poengberegning", "Dagens utdelinger"],
        "/daily/today/ft-n": ["Åpen: alle spill", "Ren: uten kikk", "0 spillere", "Avgjort av"],
        "/d/DS1-D3N-AAAAAAB": ["Double Solitaire · Vanskelig", "Utgangsstillingen som tekst", "59 kort"],
        "/me": ["Navnet ditt", "Lagre navnet", "API-nøkler"],
        "/nothing": ["Ingenting her", "Det finnes ingen side på denne adressen."],
    },
}

# msgid: Croatian, Norwegian; a part of the translation, in any case of letters.
WORDS = {
    "Forty Thieves": ("Quarante Voleurs (Četrdeset lopova)", "Quarante Voleurs (Førti tyver)"),
    "Easy: one card": ("Lako", "Lett"),
    "Hard: three cards": ("Teško", "Vanskelig"),
    "Draw": ("Vuča", "Trekk"),
    "Undo": ("Poništi", "Angre"),
    "Score": ("Bodovi", "Poengsum"),
    "Redeal": ("Vraćanje", "Tilbakelegging"),
    "Deal code": ("Šifra igre", "Spillkode"),
    "New game": ("Nova igra", "Nytt spill"),
    "Double click": ("Dvostruki klik", "Dobbeltklikk"),
    "Auto-place": ("Automatsko postavljanje", "Automatisk plassering"),
    "Placement help": ("Pomoć pri postavljanju", "Plasseringshjelp"),
    "Interactive rules": ("Interaktivna pravila", "Interaktive regler"),
    "Rules": ("Pravila", "Regler"),
    "The stock is empty.": ("hrpa za vuču", "trekkbunke"),
    "The waste is empty.": ("hrpa odbačenih karata", "kastbunke"),
    "No foundation takes this card now.": ("temeljna hrpa", "grunnbunke"),
    "An empty column takes only a king.": ("prazan stupac", "tom kolonne"),
    "This table allows one pass through the stock only.": ("prolaz", "gjennomgang"),
    "It restores the cards and the score exactly, but not the move counter: every action except undo adds one to "
    "it, draws and redeals too. A won game cannot be undone.": ("brojač poteza", "trekkteller"),
}


def catalogue(language: str, domain: str) -> polib.POFile:
    return polib.pofile(str(LOCALE / language / "LC_MESSAGES" / f"{domain}.po"))


def forms(entry: polib.POEntry) -> list[str]:
    """Every translation of an entry: one, or one for each plural form."""
    plural = entry.msgstr_plural
    return [plural[number] for number in sorted(plural)] if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[a-z]|%%|\{\w*\}", text))


def tags(text: str) -> list[str]:
    return sorted(re.findall(r"</?\w[^>]*>|&\w+;", text))


@pytest.fixture(params=[(language, domain) for language in LANGUAGES for domain in DOMAINS], ids="-".join)
def po(request: pytest.FixtureRequest) -> polib.POFile:
    return catalogue(*request.param)


def test_every_sentence_is_translated(po: polib.POFile) -> None:
    count = {"hr": 3, "nb": 2}[po.metadata["Language"]]
    assert f"nplurals={count}" in po.metadata["Plural-Forms"]
    assert len(po) > 100
    for entry in po:
        assert not entry.obsolete, entry.msgid
        assert entry.flags in ([], ["python-format"]), entry.msgid
        assert len(forms(entry)) == (count if entry.msgid_plural else 1), entry.msgid
        assert all(form.strip() == form != "" for form in forms(entry)), entry.msgid


def test_placeholders_and_tags_are_kept(po: polib.POFile) -> None:
    for entry in po:
        for number, form in enumerate(forms(entry)):
            wanted = placeholders(entry.msgid_plural or entry.msgid)
            if entry.msgid_plural and number == 0 and po.metadata["Language"] == "nb":
                wanted = placeholders(
                    entry.msgid
                )  # said of one only; in Croatian the form is also that of 21
            assert placeholders(form) == wanted, entry.msgid
            assert tags(form) == tags(entry.msgid), entry.msgid


def test_nothing_is_left_in_english(po: polib.POFile) -> None:
    same = SAME_IN[po.metadata["Language"]]
    left = {entry.msgid for entry in po for form in forms(entry) if form in {entry.msgid, entry.msgid_plural}}
    assert left <= same


def test_signs_are_those_of_the_language(po: polib.POFile) -> None:
    """Quotes of the language, and the stop, the ellipsis or the colon at the end as in the original."""
    foreign = {"hr": '"“‘«»', "nb": '"“”„‘'}[po.metadata["Language"]]
    for entry in po:
        for form in forms(entry):
            assert not set(form) & set(foreign), form
            assert "..." not in form
            assert [form.endswith(sign) for sign in ".…:!?)"] == [
                (entry.msgid if entry.msgid != "Forty Thieves" else "x)").endswith(sign) for sign in ".…:!?)"
            ], form


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_agreed_on_are_used(language: str) -> None:
    said = {entry.msgid: entry.msgstr for domain in DOMAINS for entry in catalogue(language, domain)}
    for msgid, words in WORDS.items():
        assert words[LANGUAGES.index(language)].lower() in said[msgid].lower(), msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_of_both_domains_has_one_translation(language: str) -> None:
    server, client = ({entry.msgid: forms(entry) for entry in catalogue(language, name)} for name in DOMAINS)
    assert {msgid for msgid in server.keys() & client.keys() if server[msgid] != client[msgid]} == set()


@pytest.mark.parametrize(
    ("language", "cards"),
    [
        ("hr", {"ace spades": "pik as", "queen hearts": "herc dama", "jack clubs": "tref dečko"}),
        ("nb", {"ace spades": "spar ess", "queen hearts": "hjerter dame", "jack clubs": "kløver knekt"}),
    ],
)
def test_the_clients_catalogue_names_the_cards(language: str, cards: dict[str, str]) -> None:
    made = client_catalogue(catalogue(language, "djangojs"))
    said: dict[str, list[str]] = made["messages"]
    assert re.fullmatch(r"[n\d%=!<>&|?:() ]+", made["plural"])
    assert len(said) == len(catalogue(language, "djangojs"))
    for card, name in cards.items():
        rank, suit = card.split()
        assert said["%(rank)s of %(suit)s"][0] % {"rank": said[rank][0], "suit": said[suit][0]} == name
    assert len(said["Stock, %(count)s card"]) == {"hr": 3, "nb": 2}[language]


@pytest.fixture
def spoken(settings: Any, tmp_path: Path) -> None:
    """The server speaks from the catalogues as they stand, compiled or not."""
    for language in LANGUAGES:
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        catalogue(language, "django").save_as_mofile(str(folder / "django.mo"))
    settings.LOCALE_PATHS = [tmp_path]


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("hr", {1: "1 igrač", 2: "2 igrača", 5: "5 igrača", 11: "11 igrača", 21: "21 igrač"}),
        ("nb", {0: "0 spillere", 1: "1 spiller", 2: "2 spillere", 21: "21 spillere"}),
    ],
)
def test_players_are_counted(language: str, counted: dict[int, str]) -> None:
    with override(language):
        for total, words in counted.items():
            text = ngettext("%(total)s player", "%(total)s players", total)
            assert text % {"total": total} == words


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_speak_the_language(api: Api, dailies: time_machine.Traveller, language: str) -> None:
    game = api.start(code="DS1-D3N-AAAAAAB")["id"]
    play = {"hr": ["Poništi", "Izbornik", "Teško"], "nb": ["Angre", "Meny", "Vanskelig"]}[language]
    english = {
        text
        for entry in catalogue(language, "django")
        for text in (entry.msgid, entry.msgid_plural)
        if " " in text and len(text) > 11 and text not in SAME
    }
    for path, headings in [*HEADINGS[language].items(), (f"/play/{game}", play), (f"/replay/{game}", [])]:
        page = html.unescape(api.http.get(f"/{language}{path}").content.decode())
        for heading in headings:
            assert heading in page, path
        assert {text for text in english if text in page} == set(), path


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize(
    ("language", "detail"),
    [("hr", "Prazan stupac prima samo kralja."), ("nb", "En tom kolonne tar bare imot en konge.")],
)
def test_the_api_explains_in_the_language(api: Api, language: str, detail: str) -> None:
    with override(language):
        assert refusal_sentence(Reason.NEEDS_KING) == detail
    answer = api.http.get("/api/v1/games/nothing", headers={"Accept-Language": language})
    assert answer.json()["detail"] == {"hr": "Ovdje nema ničega.", "nb": "Det er ingenting her."}[language]
