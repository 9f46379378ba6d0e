"""Boards asked badly: forged page tokens, the order of checks, rooms joined and left at once."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection

from games.calendar import today
from games.hub import hub
from games.models import Daily
from leaderboards import rooms
from leaderboards.models import Board
from leaderboards.queries import board_text
from leaderboards.services import boards_changed
from tests.conftest import Api
from tests.games.test_hostile import told
from tests.leaderboards.test_boards import BOARD, entries

GAME = "00000000-0000-4000-8000-000000000000"
Clock = time_machine.Traveller


def forged(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "query",
    [
        "limit=%D9%A5%D9%A0",
        "limit=-1",
        "limit=%2B5",
        "limit=1e2",
        "limit=50&limit=x",
        "limit=",
        "limit=" + "9" * 5000,
        "league=",
        "around=ME",
        "a=1&" * 1200,
        "after=%00",
        "after=" + "A" * 5000,
        "after=" + forged(f"0 1 1 2026-11-30T00:00:00 {GAME}"),
        "after=" + forged(f"0 1 1 2026-11-30T00:00:00Z {GAME} x"),
        "after=" + forged(f"x 1 1 2026-11-30T00:00:00Z {GAME}"),
        "after=" + forged(f"0 {'9' * 5000} 1 2026-11-30T00:00:00Z {GAME}"),
        "after=" + forged("0 1 1 2026-11-30T00:00:00Z x"),
        "around=me&after=x",
    ],
)
def test_400_comes_first_on_every_day(api: Api, dailies: Clock, query: str) -> None:
    entries([50, 40])
    for path in (BOARD, "dailies/2020-01-01/ft-n/board", "dailies/today/nope/board"):
        assert told(api.http.get(f"/api/v1/{path}?{query}")) == "bad_request"


@pytest.mark.parametrize(
    ("key", "left"),
    [
        (f"0 0 0 0001-01-01T00:00:00+23:59 {GAME}", 3),
        (f"1 -40 30 0001-01-01T00:00:00+23:59 {GAME}", 2),
        (f"1 -40 30 9999-12-31T23:59:59-23:59 {GAME}", 1),
        (f"1 {'9' * 300} 0 2026-11-30T00:00:00+00:00 {GAME}", 0),
        (f"{'9' * 300} -{'9' * 300} 0 2026-11-30T00:00:00+00:00 {GAME}", 3),
    ],
)
def test_a_forged_place_is_a_place_like_another(api: Api, dailies: Clock, key: str, left: int) -> None:
    entries([50, 40, 30])
    answer = api.http.get(f"/api/v1/{BOARD}?after={forged(key)}")
    assert answer.status_code == 200
    assert len(answer.json()["entries"]) == left


def test_pages_of_boards_that_there_are_not(api: Api, dailies: Clock) -> None:
    for path in (
        "2026-11-30/nope",
        "2026-12-01/ft-n",
        "2026-W49-1/ft-n",
        "2026-11-30/ft-n?league=x",
        "%00/ft-n",
        "a/%00",
    ):
        assert api.http.get(f"/daily/{path}").status_code == 404


@pytest.fixture
async def board(api: Api) -> AsyncIterator[int]:
    """Today's Forty Thieves board; at the end the loop's thread lets go of the database."""
    from games.dailies import dailies_prepare

    await sync_to_async(dailies_prepare)(days=0)
    daily = await Daily.objects.aget(date=today(), table="ft-n")
    yield daily.pk
    await sync_to_async(lambda: connection.close())()  # that thread's, not this one's


@pytest.mark.websocket
async def test_however_many_join_at_once_one_task_follows(board: int) -> None:
    """A storm of joins and leaves leaves neither a task nor a subscription behind."""
    before = asyncio.all_tasks()
    heard: list[str] = []
    listeners = [lambda text, number=number: heard.append(f"{number} {text}") for number in range(5)]
    joined = [rooms.room(board, "open") for _ in listeners]
    assert len(set(map(id, joined))) == 1
    await asyncio.gather(*(joined[0].join(listener) for listener in listeners))
    following = [task for task in asyncio.all_tasks() - before if "_follow" in str(task.get_coro())]
    assert len(following) == 1
    await sync_to_async(boards_changed)({board})
    joined[0]._hint([])
    async with asyncio.timeout(5):
        while len(heard) < 5:
            await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)
    assert sorted(text[0] for text in heard) == ["0", "1", "2", "3", "4"]
    await asyncio.gather(*(joined[0].leave(listener) for listener in [*listeners, *listeners]))
    await asyncio.sleep(0)
    assert not rooms._rooms
    assert not hub()._topics
    assert not [task for task in asyncio.all_tasks() - before if "_follow" in str(task.get_coro())]


@pytest.mark.websocket
async def test_a_room_outlives_a_database_that_does_not_answer(
    board: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    text, fails = board_text, [OperationalError("gone"), ValueError("unforeseen")]

    def failing(daily_id: int, league: str) -> Any:
        if fails:
            raise fails.pop()
        return text(daily_id, league)

    monkeypatch.setattr(rooms, "board_text", failing)
    monkeypatch.setattr(rooms, "PAUSE_SECONDS", 0.05)
    monkeypatch.setattr(rooms, "POLL_SECONDS", 0.05)
    room = rooms.room(board, "open")
    await room.join(heard.append)
    await sync_to_async(boards_changed)({board})
    async with asyncio.timeout(5):
        while not heard:
            await asyncio.sleep(0.02)
    assert not fails
    assert room.version == (await Board.objects.aget(daily_id=board)).version
    await room.leave(heard.append)
