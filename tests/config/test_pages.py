"""Every page, in every language: served, closed to others' scripts, and telling errors in words."""

from __future__ import annotations

import io
import json
import re

import pytest
import time_machine
from django.core.management import call_command

from tests.conftest import Api

PREFIXES = ["", "/hr", "/nb"]


@pytest.fixture
def pages(api: Api, dailies: time_machine.Traveller) -> list[str]:
    """The address of every kind of page."""
    call_command("load_demo", stdout=io.StringIO())
    game = api.start(code="DS1-D1N-AAAAAAB")["id"]
    attempt = api.start(daily="ft-n")["id"]
    api.act(attempt, 0, "s")
    demo = re.search(r"/replay/[0-9a-f-]{36}", api.http.get("/").content.decode())
    assert demo
    return [
        "/",
        f"/play/{game}",
        f"/play/{attempt}",
        f"/replay/{game}?at=3",
        demo.group(),
        "/d/DS1-D1N-AAAAAAB",
        "/daily/today/ft-n",
        "/daily/2026-11-30/ds-d1v?league=pure",
        "/player/Demo",
        "/me",
        "/rules/ds",
        "/rules/ft",
    ]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_page_is_served_under_a_strict_policy(api: Api, pages: list[str], prefix: str) -> None:
    for page in pages:
        answer = api.http.get(prefix + page)
        assert answer.status_code == 200, page
        policy = answer["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "script-src 'self'" in policy
        html = answer.content.decode()
        assert not re.search(r"<[^>]+\sstyle=|\son[a-z]+=|<style|javascript:", html), page
        for script in re.findall(r"<script([^>]*)>", html):
            assert "src=" in script or 'type="application/json"' in script
        assert f'<html lang="{prefix[1:] or "en"}"' in html
        data = json.loads(
            re.findall(r'<script id="page-data" type="application/json">(.*?)</script>', html, re.S)[0]
        )
        assert data["language"] == (prefix[1:] or "en")
        assert "http://testserver" not in re.sub(r'og:url" content="[^"]*"', "", html)


def test_no_page_links_to_nowhere(api: Api, pages: list[str]) -> None:
    """Every link of ours on every page answers."""
    seen = set()
    for page in pages:
        for link in re.findall(r'href="(/[^"#]*)"', api.http.get(page).content.decode()):
            seen.add(link.replace("&amp;", "&"))
    seen = {link for link in seen if not link.startswith("/static/")}
    assert len(seen) > 20
    for link in seen:
        assert api.http.get(link).status_code == 200, link


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/play/x",
        "/replay/00000000-0000-4000-8000-000000000000",
        "/daily/today/nope",
        "/daily/x/ft-n",
        "/player/nobody",
        "/rules/nope",
    ],
)
def test_what_is_not_there_says_so_as_a_page(api: Api, path: str) -> None:
    answer = api.http.get(path)
    assert answer.status_code == 404
    assert "There is no page at this address." in answer.content.decode()


def test_an_error_page_knows_its_reader_and_leads_on_in_every_language(api: Api) -> None:
    name = api.start(code="DS1-D1N-AAAAAAB")["player"]
    for prefix in PREFIXES:
        html = api.http.get(f"{prefix}/nope?x=1").content.decode()
        assert name in html
        assert 'data-open="new-game"' in html
        for other in PREFIXES:
            assert f'href="{other}/nope?x=1"' in html


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        ("0", 0),
        ("2", 2),
        ("3", 3),
        ("4", 3),
        ("1e9", 3),
        ("-1", 0),
        ("abc", 0),
        ("", 0),
        ("9" * 400, 3),
        ("2.9", 0),
    ],
)
def test_r01_a_replays_position_is_clamped_and_junk_is_zero(api: Api, at: str, shown: int) -> None:
    game = api.start(code="DS1-D1N-AAAAAAB")["id"]
    api.act(game, 0, "s", "s", "s")
    answer = api.http.get(f"/replay/{game}", {"at": at})
    assert answer.status_code == 200
    html = answer.content.decode()
    data = json.loads(
        re.findall(r'<script id="page-data" type="application/json">(.*?)</script>', html, re.S)[0]
    )
    assert data["at"] == shown


def test_watchers_see_another_players_open_game(api: Api, other: Api) -> None:
    game = api.start(code="DS1-D1N-AAAAAAB")["id"]
    mine, theirs = (each.http.get(f"/play/{game}").content.decode() for each in (api, other))
    assert 'id="undo"' in mine
    assert 'id="undo"' not in theirs
