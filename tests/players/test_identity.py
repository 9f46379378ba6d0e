"""Guests, CSRF, Origin, API tokens and names."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from players.models import ApiToken, GuestKey, Player, User
from players.names import BadName, clean_name
from tests.conftest import Api

GAMES = "/api/v1/games"


def newcomer(**headers: str) -> Any:
    client = Client(enforce_csrf_checks=True)
    return client.post(GAMES, '{"table": "ft-n"}', content_type="application/json", headers=headers)


def test_a_guests_cookie_is_kept_only_as_a_hash(api: Api) -> None:
    api.start(table="ft-n")
    token = api.http.cookies["guest"].value
    key = GuestKey.objects.get()
    assert key.token_hash == hashlib.sha256(token.encode()).hexdigest()
    again = Api()
    again.http.cookies["guest"] = token
    assert len(again.get("games").json()["games"]) == 1
    forged = Api()
    forged.http.cookies["guest"] = key.token_hash
    assert forged.get("games").json()["games"] == []


def test_a_first_post_needs_an_allowed_origin_or_none(transactional_db: None) -> None:
    assert newcomer().status_code == 201
    assert newcomer(Origin="http://testserver").status_code == 201
    assert newcomer(Origin="http://127.0.0.1:8000").status_code == 201
    for origin in ("https://evil.example", "null", "http://testserver.evil.example", "https://testserver"):
        answer = newcomer(Origin=origin)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
    assert Player.objects.count() == 3


def test_later_posts_need_the_csrf_token(api: Api) -> None:
    game = api.start(table="ft-n")["id"]
    bare = Client(enforce_csrf_checks=True)
    bare.cookies = api.http.cookies
    path = f"{GAMES}/{game}/actions"
    body = '{"seq": 0, "actions": ["s"]}'
    for headers in ({}, {"X-CSRFToken": "x"}):
        answer = bare.post(path, body, content_type="application/json", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_csrf")
    good = {"X-CSRFToken": api.http.cookies["csrftoken"].value}
    evil = {**good, "Origin": "https://evil.example"}
    assert bare.post(path, body, content_type="application/json", headers=evil).status_code == 403
    assert bare.post(path, body, content_type="application/json", headers=good).status_code == 200


def test_a_token_stands_for_its_player_without_cookies(api: Api) -> None:
    game = api.start(table="ft-n")["id"]
    page = api.http.get("/me")
    assert page.status_code == 200
    form = {"token_name": "my bot", "csrfmiddlewaretoken": api.http.cookies["csrftoken"].value}
    shown = api.http.post("/me", form).content.decode()
    token = shown.split('<code class="secret">')[1].split("</code>")[0]
    assert token not in str(list(ApiToken.objects.values()))
    bot = Api(token)
    assert bot.act(game, 0, "s").status_code == 200
    assert [each["id"] for each in bot.get("games").json()["games"]] == [game]
    assert token not in api.http.get("/me").content.decode()
    row = ApiToken.objects.get()
    form = {"revoke": str(row.id), "csrfmiddlewaretoken": api.http.cookies["csrftoken"].value}
    assert api.http.post("/me", form).status_code == 302
    refused = bot.act(game, 1, "s")
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")


@pytest.mark.parametrize("header", ["Bearer x", "Bearer ", "Basic eDp5", "x", "Bearer " + "a" * 5000])
def test_bad_tokens_are_401_not_a_stranger(api: Api, header: str) -> None:
    answer = api.http.get(GAMES, headers={"Authorization": header})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    answer = api.http.post(GAMES, '{"table": "ft-n"}', "application/json", headers={"Authorization": header})
    assert answer.status_code == 401
    assert Game.objects.count() == 0


def test_a_signed_in_user_has_a_player_of_their_own(api: Api) -> None:
    user = User.objects.create_user("ana", password="a long enough phrase")
    api.http.force_login(user)
    api.http.get("/me")
    view = api.start(table="ft-n")
    assert view["player"] == "ana"
    assert Player.objects.get(user=user).kind == "account"


def rename(api: Api, name: str) -> None:
    form = {"name": name, "csrfmiddlewaretoken": api.http.cookies["csrftoken"].value}
    assert api.http.post("/me", form).status_code == 302


def test_names_are_changed_shown_and_unique(api: Api, other: Api) -> None:
    game = api.start(table="ft-n")["id"]
    other.start(table="ft-n")
    rename(api, "  Ana   Kovač ")
    assert api.view(game)["player"] == "Ana Kovač"
    api.act(game, 0, "s")
    rename(api, "Ana")
    assert api.act(game, 1, "s").json()["view"]["player"] == "Ana"
    rename(other, "aNA")
    assert other.get("games").json()["games"][0]["player"].startswith("Guest-")
    page = api.http.get("/player/ana")
    assert page.status_code == 200
    assert api.http.get("/player/nobody").status_code == 404


@pytest.mark.parametrize(
    "name",
    ["", " ", "a" * 25, "a\x00b", "a\u202eb", "a\u200bb", "a/b", "..", ".", "!!!", "\ud800", "\x1b[31m"],
)
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize(
    ("name", "shown"), [("  Ivo  B ", "Ivo B"), ("Åse", "Åse"), ("李雷", "李雷"), ("x\ny", "x y")]
)
def test_names_are_tidied(name: str, shown: str) -> None:
    assert clean_name(name) == shown


def test_a_signed_in_user_reads_their_own(api: Api) -> None:
    """Reading knows the account as well as writing does, also beside an old guest's cookie."""
    api.start(table="ft-n")
    api.http.force_login(User.objects.create_user("ana", password="a long enough phrase"))
    api.http.get("/me")
    game = api.start(table="ft-n")
    assert [each["id"] for each in api.get("games").json()["games"]] == [game["id"]]
    Game.objects.filter(pk=game["id"]).update(private=True)
    assert api.view(game["id"])["player"] == "ana"
