"""The forms of /me: names, tokens, other people's tokens, and posts from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from players.models import ApiToken, Player, User
from players.sessions import SessionStore
from tests.conftest import Api


def post(api: Api, **form: str) -> Any:
    csrf = api.http.cookies["csrftoken"].value
    return api.http.post("/me", {**form, "csrfmiddlewaretoken": csrf})


def names() -> set[str]:
    return set(Player.objects.values_list("name", flat=True))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "a\x00b",
        "a\u202eb",
        "\u200b",
        "a/b",
        "..",
        "\ud7ff\U000e0001",
        "a\u2028b\x85" * 9,
        "🂡🂡",
    ],
)
def test_a_bad_name_is_told_and_changes_nothing(api: Api, name: str) -> None:
    api.start(table="ft-n")
    before = names()
    answer = post(api, name=name)
    assert (answer.status_code, answer["Location"]) == (302, "/me")
    assert "A name has 1 to 24" in api.http.get("/me").content.decode()
    assert names() == before


def test_a_name_is_text_on_every_page(api: Api) -> None:
    api.start(table="ft-n")
    post(api, name="<b>\"&'{{x}}%s")
    page = api.http.get("/me").content.decode()
    assert "<b>&quot;" not in page
    assert "&lt;b&gt;&quot;" in page
    assert "%s" in api.get("games").json()["games"][0]["player"]
    assert api.http.get("/player/%3Cb%3E%22&'%7B%7Bx%7D%7D%25s").status_code == 200


@pytest.mark.parametrize("name", ["%00", "a%00b", "x" * 25, "x" * 5000, "%ED%A0%80", "%", "_", "%25", "a\\"])
def test_pages_of_players_there_are_not(api: Api, name: str) -> None:
    """NUL is an error to PostgreSQL, percent and underscore stand for more in LIKE."""
    api.start(table="ft-n")
    assert api.http.get(f"/player/{name}").status_code == 404


def test_only_ones_own_tokens_are_revoked(api: Api, other: Api) -> None:
    for client in (api, other):
        client.start(table="ft-n")
        assert post(client, token_name="bot").status_code == 200
    mine, theirs = ApiToken.objects.order_by("created")
    assert mine.player != theirs.player
    for forged in (str(theirs.id), theirs.id.hex, "x", "", str(theirs.id) + "\x00", "a" * 5000):
        assert post(api, revoke=forged).status_code == 302
    assert ApiToken.objects.count() == 2
    assert post(other, revoke=str(theirs.id)).status_code == 302
    assert list(ApiToken.objects.all()) == [mine]


@pytest.mark.parametrize("label", ["", "  ", "a\x00", "\u202e", "\x1b[31m"])
def test_labels_of_tokens_are_printable(api: Api, label: str) -> None:
    api.start(table="ft-n")
    assert post(api, token_name=label).status_code == 302
    assert ApiToken.objects.count() == 0


def test_posts_without_the_token_of_the_page_are_refused(api: Api, other: Api) -> None:
    api.start(table="ft-n")
    other.start(table="ft-n")
    before = names()
    mine, theirs = (client.http.cookies["csrftoken"].value for client in (api, other))
    for form in ({}, {"csrfmiddlewaretoken": theirs}, {"csrfmiddlewaretoken": "x" * 5000}):
        answer = api.http.post("/me", {"name": "Ana", **form})
        assert answer.status_code == 403
        assert "<h1>" in answer.content.decode()
    evil = api.http.post(
        "/me", {"name": "Ana", "csrfmiddlewaretoken": mine}, headers={"Origin": "https://evil.example"}
    )
    assert evil.status_code == 403
    assert Client(enforce_csrf_checks=True).post("/me", {"name": "Ana"}).status_code == 403
    assert names() == before
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=\u00ff", "text/plain", ""]
)
def test_forms_that_cannot_be_read(api: Api, kind: str) -> None:
    api.start(table="ft-n")
    csrf = {"X-CSRFToken": api.http.cookies["csrftoken"].value}
    for body in (b"name=Ana", b"--x\r\n" * 2000, b"a=1&" * 2000, b"\xff\x00"):
        assert api.http.generic("POST", "/me", body, kind, headers=csrf).status_code in {302, 400}
    too_many = b"a=1&" * 2000 + b"name=Ana"
    answer = api.http.generic("POST", "/me", too_many, "application/x-www-form-urlencoded", headers=csrf)
    assert answer.status_code == 400
    assert "Ana" not in names()


@pytest.mark.parametrize("key", ["", "short", "\x00" * 32, "a" * 31 + "\x00", "é" * 32, "a" * 31 + "'"])
def test_what_can_be_no_session_is_not_looked_up(db: None, key: str) -> None:
    assert SessionStore(key).session_key is None
    assert SessionStore("a1" * 16).session_key == "a1" * 16


def test_a_session_made_up_is_a_strangers(transactional_db: None) -> None:
    user = User.objects.create_user("ana", password="a long enough phrase")
    signed_in = Client()
    signed_in.force_login(user)
    assert "ana" in signed_in.get("/me").content.decode()
    assert "ana" not in Client().get("/me", headers={"Cookie": "sessionid=" + "a" * 32}).content.decode()
