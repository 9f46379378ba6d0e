"""Whatever is sent, the API answers {"code", "detail"} with a sentence, below 500, and nothing is changed."""

from __future__ import annotations

import base64
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import get_resolver

from games.models import Game, LogEntry
from games.sentences import PROBLEMS, REFUSALS, problem_sentence
from players.models import Player
from tests.conftest import Api

CODE = "DS1-D1N-AAAAAAB"
NOBODY = "00000000-0000-4000-8000-000000000000"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
FORMS = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=" + "x" * 300,
    "multipart/form-data; boundary=\u00ff",
    "application/json; charset=bogus",
    "text/html",
    "",
)


def told(answer: Any) -> str:
    """The error's code, after checking that it is told as every error is."""
    assert 400 <= answer.status_code < 500, answer.content
    assert answer["Content-Type"].startswith("application/json"), answer["Content-Type"]
    body = answer.json()
    assert len(body["detail"]) > 10
    assert "Traceback" not in body["detail"]
    return str(body["code"])


def forged(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize("method", METHODS)
def test_every_address_and_method_under_api_answers_json(api: Api, method: str) -> None:
    game = api.start(code=CODE)["id"]
    paths = ["/api", "/api/", "/api/v1", "/api/v1/", "/api/v1/nothing", "/api/schema/", "/api/docs/"]
    patterns: list[Any] = get_resolver().url_patterns
    for pattern in patterns:
        if str(pattern.pattern) == "api/v1/":
            for each in pattern.url_patterns:
                path = str(each.pattern).replace("<str:id>", game).replace("<anything:code>", CODE)
                paths.append("/api/v1/" + path.replace("<str:date>", "today").replace("<str:table>", "ft-n"))
    assert len(paths) > 15
    for path in paths:
        answer = api.http.generic(method, path, headers=api._headers())
        assert answer.status_code < 500
        if answer.status_code >= 400 and method != "HEAD":
            told(answer)
    assert LogEntry.objects.count() == 0


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize(
    "body", [b"a=1&" * 1500, b"--x\r\n" * 1500, b'--x\r\nContent-Disposition: form-data; name="a"']
)
def test_a_form_is_no_json_whoever_sends_it(api: Api, kind: str, body: bytes) -> None:
    game = api.start(code=CODE)["id"]
    path = f"/api/v1/games/{game}/actions"
    assert told(api.http.generic("POST", path, body, kind, headers=api._headers())) == "bad_request"
    assert told(Client().generic("POST", path, body, kind)) == "bad_request"
    assert told(api.http.generic("POST", path, body, kind)) == "bad_csrf"


@pytest.mark.parametrize("kind", FORMS)
def test_json_is_read_whatever_it_is_called(api: Api, kind: str) -> None:
    game = api.start(code=CODE)["id"]
    body = b'{"seq": 0, "actions": ["s"]}'
    answer = api.http.generic("POST", f"/api/v1/games/{game}/actions", body, kind, headers=api._headers())
    assert answer.status_code == 200
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize("accept", ["text/html", "text/plain", "application/xml;q=x", "\u00ff", "a" * 5000])
def test_what_a_client_would_rather_have_is_no_error(api: Api, accept: str) -> None:
    game = api.start(code=CODE)["id"]
    for path in (f"games/{game}", f"games/{game}/record", "games", f"games?format=xml&at={'9' * 500}"):
        answer = api.http.get(f"/api/v1/{path}", headers={"Accept": accept})
        assert answer.status_code == 200, path


@pytest.mark.parametrize(
    "query",
    [
        "a=1&" * 1200,
        "status=playing&status=x",
        "status=%00",
        "table=ft-n%00",
        "daily=2026-W49-1",
        "daily=%D9%A2%D9%A0%D9%A2%D9%A6-11-30",
        "daily=2026-11-30%0A",
        "after=%00",
        "after=" + "A" * 5000,
        "after=" + forged(f"0001-01-01T00:00:00+23:59 {NOBODY}"),
        "after=" + forged(f"9999-12-31T23:59:59-23:59 {NOBODY}"),
        "after=" + forged(f"2026-11-30T00:00:00 {NOBODY}"),
        "after=" + forged("2026-11-30T00:00:00Z x"),
    ],
)
def test_queries_of_ones_own_games(api: Api, other: Api, query: str) -> None:
    api.start(code=CODE)
    for client in (api, other):  # a stranger's question is read as strictly
        assert told(client.http.get(f"/api/v1/games?{query}")) == "bad_request"


@pytest.mark.parametrize(
    "date",
    ["2026-W49-1", "2026-W49", "20261130", "2026-11-30%00", "2026-02-30", "..", "%D9%A2026-11-30", "TODAY"],
)
def test_dates_are_written_one_way(api: Api, dailies: time_machine.Traveller, date: str) -> None:
    assert told(api.get(f"dailies/{date}")) == "bad_request"
    assert told(api.get(f"dailies/{date}/ft-n/board")) == "bad_request"
    assert api.http.get(f"/daily/{date}/ft-n").status_code == 404


@pytest.mark.parametrize(
    "game",
    [
        "%00",
        "%2F%2F",
        "x" * 6000,
        "{" + NOBODY + "}",
        "urn:uuid:" + NOBODY,
        NOBODY.replace("-", ""),
        NOBODY + "%0A",
        NOBODY + "/",
        "%D9%A0" * 32,
        "%ED%A0%80",
        "..%2F..%2Fadmin",
    ],
)
def test_what_is_no_id_names_no_game(api: Api, game: str) -> None:
    api.start(code=CODE)
    for path in (f"games/{game}", f"games/{game}/record", f"games/{game}/replay"):
        assert told(api.http.get(f"/api/v1/{path}")) == "not_found"
    assert told(api.post(f"games/{game}/actions", {"seq": 0, "actions": ["s"]})) == "not_found"
    assert api.http.get(f"/play/{game}").status_code == 404
    assert api.http.get(f"/replay/{game}").status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b'{"seq": 0, "actions": ["\\ud800"]}',
        b'{"seq": 0, "actions": ["s"], "\\ud800": 1}',
        b'{"seq": 0, "actions": ["\xed\xa0\x80"]}',
        b"\xef\xbb\xbf" + b'{"seq": 0, "actions": ["s"]}',
        '{"seq": 0, "actions": ["s"]}'.encode("utf-16"),
        b'{"seq": 0, "actions": ["s"]} x',
        b'{"seq": 0.0, "actions": ["s"]}',
        b'{"seq": -Infinity, "actions": ["s"]}',
        b'{"seq": 9223372036854775808, "actions": ["s"]}',
        b'{"a":' * 12_000,
    ],
)
def test_bodies_that_are_no_message(api: Api, body: bytes) -> None:
    game = api.start(code=CODE)["id"]
    assert told(api.post(f"games/{game}/actions", body)) == "bad_request"
    assert LogEntry.objects.count() == 0


def test_messages_at_their_bounds(api: Api) -> None:
    """The last of two equal keys counts; a NUL is a token like another; the largest seq is out of step."""
    game = api.start(code=CODE)["id"]
    path = f"games/{game}/actions"
    assert told(api.post(path, b'{"seq": 0, "seq": 9, "actions": ["s"]}')) == "out_of_step"
    assert told(api.post(path, b'{"seq": 2147483647, "actions": ["s"]}')) == "out_of_step"
    assert told(api.post(path, b'{"seq": 0, "actions": ["\\u0000"]}')) == "unknown_action"
    assert told(api.post(path, b'{"seq": 0, "actions": ["' + b"x" * 64 + b'"]}')) == "unknown_action"
    assert LogEntry.objects.count() == 0


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "\u00e9", "null", ""])
def test_an_origin_is_anybodys_text(api: Api, origin: str) -> None:
    stranger = Api()
    assert told(stranger.post("games", {"code": CODE}, headers={"Origin": origin})) == "bad_origin"
    api.start(code=CODE)
    assert told(api.post("games", {"code": CODE}, headers={"Origin": origin})) == "bad_csrf"
    assert Player.objects.count() == 1


@pytest.mark.parametrize("host", ["evil.example", "", "[", "127.0.0.1@x", "a" * 300, "\u00ff"])
def test_another_host_is_400_everywhere(api: Api, host: str) -> None:
    assert told(api.http.get("/api/v1/games", headers={"Host": host})) == "bad_request"
    for path in ("/", "/hr/", "/nothing", "/me", "/admin/"):
        answer = api.http.get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize(
    "cookie",
    [
        'sessionid="\\000' + "a" * 32 + '"',
        'guest="\\000"',
        "guest=\u00ff",
        "guest=" + "a" * 5000,
        "=;=;",
        "messages=x",
    ],
)
def test_cookies_are_anybodys_text(api: Api, cookie: str) -> None:
    for path in ("/api/v1/games", "/", "/me"):
        assert Client().get(path, headers={"Cookie": cookie}).status_code == 200


@pytest.mark.parametrize(
    ("header", "start"),
    [
        ("hr", "Ov"),
        ("nb-NO,en;q=0.5", "Her"),
        ("no", "Her"),
        ("nn", "Her"),
        ("xx, hr;q=0.1", "Ov"),
        ("xx", "There"),
    ],
)
def test_errors_speak_the_language_asked_for(api: Api, header: str, start: str) -> None:
    answer = api.http.get(f"/api/v1/games/{NOBODY}", headers={"Accept-Language": header})
    assert told(answer) == "not_found"
    assert answer["Content-Language"] == {"Ov": "hr", "Her": "nb", "There": "en"}[start]


@pytest.mark.parametrize("header", ["*", "hr;q=x", "hr," * 2000, "\u00ff", "../../etc", "-", "hr-"])
def test_any_language_header_is_answered(api: Api, header: str) -> None:
    for path in (f"games/{NOBODY}", "deals/DS9", "dailies/x", "games?status=x"):
        told(api.http.get(f"/api/v1/{path}", headers={"Accept-Language": header}))


@pytest.mark.parametrize("language", ["en", "hr", "nb"])
def test_every_sentence_can_be_said(language: str) -> None:
    """A translation may lose its blank or gain a stray percent sign; no error may fail for it."""
    from django.utils import translation

    from games.sentences import CODE_PARTS, REQUEST_PARTS

    with translation.override(language):
        for code in [*PROBLEMS, *map(str, REFUSALS)]:
            assert problem_sentence(code)
        for part in CODE_PARTS:
            assert problem_sentence("bad_code", {"part": part, "known": ["DS1-D1N"]})
        for part in REQUEST_PARTS:
            assert problem_sentence("bad_request", {"problem": part, "reason": "100 %(x)s"})
        assert "DS1-D1N" in problem_sentence("unknown_version", {"known": ["DS1-D1N"]})
        assert "7" in problem_sentence("bad_record", {"line": 7})


def test_other_names_of_norwegian_lead_to_it(api: Api) -> None:
    for path, where in (
        ("/no/", "/nb/"),
        ("/nn/rules/ds?x=1", "/nb/rules/ds?x=1"),
        ("/no//evil.example", "/nb//evil.example"),
    ):
        answer = api.http.get(path)
        assert (answer.status_code, answer["Location"]) == (301, where)
    assert api.http.get("/no").status_code == 404


def test_pages_answer_head_and_refuse_the_rest(api: Api) -> None:
    for path in ("/", "/me", "/rules/ds", f"/d/{CODE}"):
        assert api.http.head(path).status_code == 200
        assert api.http.put(path).status_code in {403, 405}
    assert Game.objects.count() == 0
