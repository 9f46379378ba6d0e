"""R03 and damaged logs: a stored game that cannot be read says so at every door, and stops nobody else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from cryptography.fernet import Fernet

from games.clock import run_due
from games.dailies import unreadable_today
from games.held import positions
from games.models import Daily, Game, LogEntry
from tests.conftest import Api
from tests.games.live import connected

CODE = "DS1-D1N-AAAAAAB"
Clock = time_machine.Traveller


def unknown_version(game: str) -> None:
    Game.objects.filter(pk=game).update(code="DS9-D1N-AAAAAAB")


def refused_entry(game: str) -> None:
    LogEntry.objects.filter(game_id=game, seq=2).update(token="r")


def unknown_entry(game: str) -> None:
    LogEntry.objects.filter(game_id=game, seq=2).update(token="zz")


def lost_entry(game: str) -> None:
    LogEntry.objects.filter(game_id=game, seq=2).delete()


def lost_end(game: str) -> None:
    Game.objects.filter(pk=game).update(seq=9)


BROKEN: dict[Callable[[str], None], str] = {
    unknown_version: "unknown_version",
    refused_entry: "damaged_log",
    unknown_entry: "damaged_log",
    lost_entry: "damaged_log",
    lost_end: "damaged_log",
}


def broken(api: Api, how: Callable[[str], None], **asked: Any) -> str:
    """A game of three actions whose rows are broken, as a process meets it that has not held it yet."""
    game = str(api.start(**(asked or {"code": CODE}))["id"])
    assert api.act(game, 0, "s", "s", "s").status_code == 200
    how(game)
    positions.clear()
    return game


@pytest.mark.parametrize("how", BROKEN)
def test_r03_a_game_that_cannot_be_read_says_so_at_every_door(
    api: Api, other: Api, how: Callable[[str], None]
) -> None:
    game = broken(api, how)
    rows = list(Game.objects.filter(pk=game).values()), list(LogEntry.objects.order_by("seq").values())
    for client in (api, other):
        answers = [
            client.get(f"games/{game}"),
            client.get(f"games/{game}/record"),
            client.get(f"games/{game}/replay"),
        ]
        if how is not lost_end:  # the first three entries can be taken over then
            answers.append(client.post("games", {"like": game, "at": 3}))
        for answer in answers:
            assert (answer.status_code, answer.json()["code"]) == (409, BROKEN[how])
            assert len(answer.json()["detail"]) > 20
        for page in (f"/play/{game}", f"/replay/{game}?at=2", f"/hr/play/{game}"):
            assert client.http.get(page).status_code == 409
    for answer in (api.act(game, 3, "s"), api.act(game, 0, "s"), api.post(f"games/{game}/give-up")):
        assert (answer.status_code, answer.json()["code"]) == (409, BROKEN[how])
    assert rows[0] == list(Game.objects.filter(pk=game).values())
    assert rows[1] == list(LogEntry.objects.filter(game_id=game).order_by("seq").values())


def test_r03_the_versions_known_are_named(api: Api) -> None:
    game = broken(api, unknown_version)
    answer = api.get(f"games/{game}").json()
    assert {"DS1-D1N", "FT1-N"} <= set(answer["known"])
    assert "DS1-D3V" in answer["detail"]
    assert "DS1-D3V" in api.http.get(f"/play/{game}").content.decode()


@pytest.mark.parametrize("how", BROKEN)
def test_r03_the_other_games_are_listed_and_played(api: Api, how: Callable[[str], None]) -> None:
    before = api.start(code=CODE)["id"]
    broken(api, how)
    after = api.start(table="ft-n")["id"]
    assert [game["id"] for game in api.get("games").json()["games"]] == [after, before]
    assert api.act(after, 0, "s").status_code == 200
    name = api.view(after)["player"]
    for page in ("/", "/me", "/hr/", f"/player/{name}"):
        assert api.http.get(page).status_code == 200
    assert f"/play/{before}" in api.http.get("/me").content.decode()


@pytest.mark.websocket
@pytest.mark.parametrize("how", BROKEN)
async def test_r03_its_socket_closes_cleanly(api: Api, how: Callable[[str], None], caplog: Any) -> None:
    game = await sync_to_async(broken)(api, how)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.send({"type": "act", "seq": 3, "action": "s"})
        assert await socket.closed() == 4404
    assert "Traceback" not in caplog.text


@pytest.mark.websocket
async def test_a_log_damaged_under_an_open_socket_refuses_the_action(api: Api) -> None:
    game = (await sync_to_async(api.start)(code=CODE))["id"]
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        await socket.send({"type": "act", "seq": 0, "action": "s"})
        await socket.receive()
        await LogEntry.objects.filter(game_id=game).aupdate(token="zz")
        positions.clear()
        await socket.send({"type": "act", "seq": 1, "action": "s"})
        refused = await socket.receive()
        assert (refused["type"], refused["code"]) == ("refused", "damaged_log")
        await socket.send({"type": "sync"})
        assert await socket.closed() == 4404


def test_a_damaged_attempt_does_not_keep_its_board_from_becoming_final(
    api: Api, other: Api, dailies: Clock
) -> None:
    game = broken(api, refused_entry, daily="ft-n")
    fine = other.start(daily="ft-n")["id"]
    other.act(fine, 0, "s")
    dailies.move_to(dt.datetime(2026, 12, 1, 1, tzinfo=dt.UTC))
    run_due()
    run_due()
    day = api.get("dailies/2026-11-30").json()
    assert all(each["final"] and each["code"] for each in day["tables"])
    assert [row["status"] for row in api.get("dailies/2026-11-30/ft-n/board").json()["entries"]] == [
        "closed"
    ] * 2
    assert Game.objects.get(pk=game).status == "closed"
    assert api.get(f"games/{game}").json()["code"] == "damaged_log"
    assert other.get(f"games/{fine}/record").status_code == 200


def test_a_lost_key_is_said_plainly_and_stops_nothing_else(
    api: Api, dailies: Clock, settings: Any, caplog: Any
) -> None:
    attempt = api.start(daily="ft-n")["id"]
    api.act(attempt, 0, "s")
    settings.DEAL_KEYS = [Fernet.generate_key().decode()]
    positions.clear()
    for answer in (
        api.get(f"games/{attempt}"),
        api.post("games", {"daily": "ds-d1n"}),
        api.act(attempt, 1, "s"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "unsealable")
    assert api.start(table="ft-n")["seq"] == 0
    assert api.http.get("/").status_code == 200
    assert len(unreadable_today()) == 5
    ready = api.http.get("/readyz")
    assert ready.status_code == 503
    assert "DEAL_KEY" in str(ready.json()["reasons"])
    dailies.move_to(dt.datetime(2026, 12, 1, 1, tzinfo=dt.UTC))
    run_due()
    assert "cannot be disclosed" in caplog.text
    assert Daily.objects.exclude(code="").count() == 0
