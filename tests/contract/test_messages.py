"""The messages that the client's tests read have the very keys and types that the server sends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import time_machine
from asgiref.sync import sync_to_async

from games.protocol import read_frame
from leaderboards.queries import EntryView
from tests.conftest import Api
from tests.games.live import connected

HERE = Path(__file__).parent
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.websocket]


def fixture(name: str) -> Any:
    return json.loads((HERE / f"{name}.json").read_text("utf-8"))


def kinds(value: Any) -> Any:
    """A value's shape: keys and types, of lists the first member."""
    if isinstance(value, dict):
        return {key: kinds(each) for key, each in value.items()}
    if isinstance(value, list):
        return "list"
    return (
        "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__
    )


def same(sent: Any, written: Any, *, apart: set[str] = frozenset()) -> None:  # type: ignore[assignment]
    """The same keys, and the same types where neither is null."""
    assert set(sent) - apart == set(written) - apart
    for key in set(sent) - apart:
        if sent[key] is not None and written[key] is not None and not isinstance(sent[key], dict):
            assert kinds(sent[key]) == kinds(written[key]), key


async def test_the_games_messages(api: Api) -> None:
    game = (await sync_to_async(api.start)(code="DS1-D1N-AAAAAAB"))["id"]
    async with connected(f"/ws/games/{game}/", api) as socket:
        state = await socket.receive()
        same(state["view"], fixture("game-state")["view"])
        assert state["view"]["columns"] == fixture("game-state")["view"]["columns"]
        await socket.send(fixture("game-sync"))
        assert (await socket.receive())["type"] == "state"
        await socket.send({**fixture("game-act"), "seq": 0, "action": "s"})
        same(await socket.receive(), fixture("game-acted-draw"))
        await socket.send({"type": "act", "seq": 1, "action": "r"})
        same(await socket.receive(), fixture("game-refused"))
        await socket.send("x")
        same(await socket.receive(), fixture("game-error"))
        same(await socket.until("tick"), fixture("game-tick"))
    same(fixture("game-acted"), fixture("game-acted-draw"))
    for name in ("game-act", "game-sync"):
        read_frame(json.dumps(fixture(name)))


async def test_the_boards_messages(api: Api) -> None:
    from games.dailies import dailies_prepare

    with time_machine.travel("2026-11-30T12:00:00+00:00"):
        await sync_to_async(dailies_prepare)(days=0)
        game = (await sync_to_async(api.start)(daily="ft-n"))["id"]
        async with connected("/ws/boards/today/ft-n/", api) as socket:
            await socket.receive()
            await sync_to_async(api.act)(game, 0, "s")
            board = await socket.until("board")
            same(board, fixture("board-board"))
            same(board["entries"][0], fixture("board-board")["entries"][0])
            same(await socket.until("me"), fixture("board-me"))
            same(await socket.until("tick"), fixture("board-tick"))
    for entry in fixture("board-board")["entries"]:
        msgspec.convert(entry, EntryView)
