"""The HTTP contract of games, as a bot or page meets it."""

from __future__ import annotations

from typing import Any

import pytest

from games.held import positions
from games.models import Game, LogEntry
from players.models import Player
from tests.conftest import Api

CODE = "DS1-D1N-AAAAAAB"


def test_a_newcomer_becomes_a_guest_and_plays(api: Api) -> None:
    answer = api.post("games", {"code": CODE})
    assert answer.status_code == 201
    assert answer.cookies["guest"]["httponly"]
    assert answer.cookies["guest"]["samesite"] == "Lax"
    view = answer.json()
    assert view["code"] == CODE
    assert view["player"].startswith("Guest-")
    assert view["seq"] == 0
    done = api.act(view["id"], 0, "s", "s", "u")
    assert done.status_code == 200
    assert done.json()["accepted"] == 3
    assert done.json()["view"]["seq"] == 3
    assert done.json()["view"]["moves"] == 2
    assert done.json()["view"]["peeks"] == 1
    assert Player.objects.count() == 1


def test_a_repeat_is_answered_as_before_and_changes_nothing(api: Api) -> None:
    game = api.start(code=CODE)["id"]
    first = api.act(game, 0, "s", "s").json()
    again = api.act(game, 0, "s", "s")
    assert again.status_code == 200
    assert again.json() == first
    assert LogEntry.objects.count() == 2


def test_out_of_step_gives_the_view(api: Api) -> None:
    game = api.start(code=CODE)["id"]
    api.act(game, 0, "s", "s")
    for seq, actions in ((0, ["s", "u"]), (1, ["s", "s"]), (5, ["s"]), (0, ["s", "s", "s"])):
        answer = api.act(game, seq, *actions)
        assert answer.status_code == 409
        assert answer.json()["code"] == "out_of_step"
        assert answer.json()["view"]["seq"] == 2
    assert LogEntry.objects.count() == 2


def test_a_refusal_keeps_what_came_before_it(api: Api) -> None:
    game = api.start(code=CODE)["id"]
    answer = api.act(game, 0, "s", "r", "s")
    assert answer.status_code == 422
    body = answer.json()
    assert (body["code"], body["index"], body["accepted"]) == ("stock_not_empty", 1, 1)
    assert body["detail"] == "The waste is turned back only when the stock is empty."
    assert body["view"]["seq"] == 1
    assert [entry.token for entry in LogEntry.objects.order_by("seq")] == ["s"]


def test_a_won_game_is_won_at_once_e14(api: Api) -> None:
    """E14: the state ends the game, not a client's action; nothing moves it afterwards."""
    import json
    from pathlib import Path

    won = json.loads((Path(__file__).parent.parent / "engine" / "vectors" / "won.json").read_text())
    told = next(game for game in won["games"] if game["deal"].startswith("FT1") and game["score"] == 1185)
    tokens = told["actions"].split()
    game = api.start(code=told["deal"])["id"]
    for start in range(0, len(tokens), 200):
        answer = api.act(game, start, *tokens[start : start + 200])
        assert answer.status_code == 200
    view = answer.json()["view"]
    assert (view["status"], view["score"], view["legal"], view["undo"]) == ("won", 1185, [], 0)
    row = Game.objects.get(pk=game)
    for token in ("u", "s", "wx"):
        refused = api.act(game, view["seq"], token)
        assert refused.status_code == 422
        assert refused.json()["code"] == "game_over"
    assert api.act(game, view["seq"], "zz").json()["code"] == "unknown_action"
    assert api.post(f"games/{game}/give-up").json()["status"] == "won"
    after = Game.objects.get(pk=game)
    assert (after.seq, after.last_at, after.status) == (row.seq, row.last_at, "won")
    listed = api.get("games", status="won").json()["games"]
    assert [each["id"] for each in listed] == [game]


def test_giving_up_ends_without_a_log_entry(api: Api) -> None:
    game = api.start(code=CODE)["id"]
    api.act(game, 0, "s")
    view = api.post(f"games/{game}/give-up").json()
    assert (view["status"], view["seq"], view["legal"], view["undo"]) == ("given-up", 1, [], 0)
    assert api.post(f"games/{game}/give-up").json() == view
    assert api.act(game, 1, "s").json()["code"] == "game_over"
    assert LogEntry.objects.count() == 1


def test_others_games_are_seen_but_not_played(api: Api, other: Api) -> None:
    game = api.start(code=CODE)["id"]
    assert other.view(game)["id"] == game
    for stranger in (other, Api()):
        answer = stranger.act(game, 0, "s")
        assert answer.status_code == 403
        assert answer.json()["code"] == "not_yours"
        assert stranger.post(f"games/{game}/give-up").status_code == 403
    Game.objects.update(private=True)
    for answer in (other.get(f"games/{game}"), other.act(game, 0, "s"), other.get(f"games/{game}/record")):
        assert answer.status_code == 404
        assert answer.json()["code"] == "not_found"
    assert api.view(game)["seq"] == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b'{"seq": 0}',
        b'{"actions": ["s"]}',
        b'{"seq": "0", "actions": ["s"]}',
        b'{"seq": true, "actions": ["s"]}',
        b'{"seq": 0.5, "actions": ["s"]}',
        b'{"seq": -1, "actions": ["s"]}',
        b'{"seq": 1e400, "actions": ["s"]}',
        b'{"seq": NaN, "actions": ["s"]}',
        b'{"seq": 99999999999999999999, "actions": ["s"]}',
        b'{"seq": 0, "actions": []}',
        b'{"seq": 0, "actions": "s"}',
        b'{"seq": 0, "actions": [1]}',
        b'{"seq": 0, "actions": [null]}',
        b'{"seq": 0, "actions": ["s"], "score": 5000}',
        b'{"seq": 0, "actions": [' + b",".join([b'"s"'] * 201) + b"]}",
        b'{"seq": 0, "actions": [' + b",".join([b'"s"'] * 10_000) + b"]}",
        b"[" * 60_000,
    ],
)
def test_what_cannot_be_read_is_400_and_changes_nothing(api: Api, body: bytes) -> None:
    game = api.start(code=CODE)["id"]
    answer = api.post(f"games/{game}/actions", body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
    assert len(answer.json()["detail"]) > 10
    assert LogEntry.objects.count() == 0
    assert api.act(game, 0, "s").status_code == 200


def test_a_body_too_large_is_413(api: Api) -> None:
    game = api.start(code=CODE)["id"]
    answer = api.post(f"games/{game}/actions", b'{"seq": 0, "actions": ["' + b"s" * 70_000 + b'"]}')
    assert answer.status_code == 413
    assert answer.json()["code"] == "too_large"


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"code": CODE, "table": "ds-d1n"},
        {"table": "ds-d9n"},
        {"table": ""},
        {"table": None},
        {"daily": "nope"},
        {"daily": "ft-n", "date": "yesterday"},
        {"daily": "ft-n", "date": "2026-13-01"},
        {"table": "ft-n", "date": "today"},
        {"table": "ft-n", "at": 3},
        {"code": 5},
        {"like": 5},
        {"code": CODE, "player": "x"},
        {"code": "x" * 5000},
    ],
)
def test_bad_starts_make_neither_game_nor_guest(api: Api, asked: dict[str, Any]) -> None:
    answer = api.post("games", asked)
    assert answer.status_code == 400
    assert answer.json()["code"] in {"bad_request", "bad_code"}
    assert Game.objects.count() == 0
    assert Player.objects.count() == 0


@pytest.mark.parametrize(
    "text",
    ["", "   ", "hello", "DS1-D1N-9999", "DS1-D1N-AAAAAA9", "DS9-D1N-AAAAAAB", f"{CODE} or FT1-N-AAAAAAB"],
)
def test_broken_codes_say_what_is_wrong(api: Api, text: str) -> None:
    answer = api.post("games", {"code": text})
    assert answer.status_code == 400
    body = answer.json()
    assert body["code"] == "bad_code"
    assert body["part"] in {"prefix", "payload", "length", "several"}
    if text.startswith("DS9"):  # R03: the known versions are named
        assert "DS1-D1N" in body["detail"]
    assert Game.objects.count() == 0


@pytest.mark.parametrize("game", ["x", "00000000-0000-4000-8000-000000000000", "null", "1", "a" * 300])
def test_unknown_ids_are_404_everywhere(api: Api, game: str) -> None:
    api.start(code=CODE)
    for answer in (
        api.get(f"games/{game}"),
        api.get(f"games/{game}/record"),
        api.get(f"games/{game}/replay"),
        api.act(game, 0, "s"),
        api.post(f"games/{game}/give-up"),
        api.post("games", {"like": game}),
    ):
        assert answer.status_code == 404
        assert answer.json()["code"] == "not_found"


def test_wrong_methods_and_addresses_answer_json(api: Api) -> None:
    answer = api.http.get("/api/v1/records/verify")
    assert answer.status_code == 405
    assert answer.json()["code"] == "method_not_allowed"
    missing = api.http.get("/api/v1/nothing")
    assert missing.status_code == 404
    assert missing.json()["code"] == "not_found"


def test_the_same_again_and_taking_over(api: Api, other: Api) -> None:
    game = api.start(code=CODE)["id"]
    api.act(game, 0, "s", "s", "u", "s")
    again = api.start(like=game)
    assert (again["code"], again["seq"], again["ranked"]) == (CODE, 0, False)
    over = other.start(like=game, at=3)
    assert (over["seq"], over["moves"], over["peeks"], over["undo"]) == (3, 2, 1, 1)
    assert other.act(over["id"], 3, "s").json()["view"]["seq"] == 4
    record = other.get(f"games/{over['id']}/record").content.decode()
    tokens = record.split("\n\n")[1].split()
    assert tokens[:3] == ["s", "s", "u"]
    assert tokens[3].startswith("s@")
    whole = other.start(like=game, at=4)
    assert whole["seq"] == 4
    for bad in (5, 10**6):
        assert other.post("games", {"like": game, "at": bad}).status_code == 400
    for bad_type in (-1, "2", 1.5):
        assert other.post("games", {"like": game, "at": bad_type}).status_code == 400


def test_ones_own_games_are_listed_newest_first(api: Api, other: Api) -> None:
    assert api.get("games").json() == {"games": [], "next": None}
    games = [api.start(table="ft-n")["id"] for _ in range(3)]
    api.start(table="ds-d1v")
    other.start(table="ft-n")
    api.post(f"games/{games[0]}/give-up")
    listed = api.get("games").json()
    assert [game["id"] for game in listed["games"][1:]] == games[::-1]
    assert "legal" not in listed["games"][0]
    assert [game["id"] for game in api.get("games", table="ft-n", status="playing").json()["games"]] == games[
        :0:-1
    ]
    for query in ({"status": "lost"}, {"table": "x"}, {"daily": "x"}, {"after": "???"}, {"after": "YWJj"}):
        assert api.get("games", **query).status_code == 400


def test_the_list_goes_on_behind_its_token(api: Api) -> None:
    player = None
    for _ in range(53):
        game = api.start(code=CODE)
        player = player or game["player"]
    first = api.get("games").json()
    second = api.get("games", after=first["next"]).json()
    ids = [game["id"] for game in first["games"] + second["games"]]
    assert (len(first["games"]), len(ids), len(set(ids)), second["next"]) == (50, 53, 53, None)


def test_the_list_costs_the_same_however_long_it_is(api: Api, django_assert_max_num_queries: Any) -> None:
    for _ in range(12):
        game = api.start(code=CODE)["id"]
        api.act(game, 0, "s", "s")
    for clear in (False, True):  # also where no position is held yet
        if clear:
            positions.clear()
        with django_assert_max_num_queries(4):
            listed = api.get("games").json()["games"]
        assert [view["seq"] for view in listed] == [2] * 12


def test_deals_show_their_opening_without_a_player(api: Api) -> None:
    answer = api.get("deals/ds1 d1n aaaaaab")
    assert answer.status_code == 200
    body = answer.json()
    assert (body["code"], body["table"]) == (CODE, "ds-d1n")
    assert "id" not in body["view"]
    assert "player" not in body["view"]
    assert body["view"]["stock"] == 59
    assert api.get("deals/hello").json()["code"] == "bad_code"
    assert Player.objects.count() == 0


def test_a_long_word_is_no_action_and_refused_in_its_turn(api: Api) -> None:
    game = api.start(code=CODE)["id"]
    answer = api.act(game, 0, "s", "s" * 65)
    assert (answer.status_code, answer.json()["code"], answer.json()["index"]) == (422, "unknown_action", 1)


def test_no_code_at_all_is_a_bad_code(api: Api) -> None:
    answer = api.http.get("/api/v1/deals/")
    assert (answer.status_code, answer.json()["code"], answer.json()["part"]) == (400, "bad_code", "prefix")
    assert api.http.get("/d/").status_code == 400
