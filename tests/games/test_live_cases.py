"""W01 and W07: no gap between snapshot and subscription, and what a slow watcher missed is made good."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.consumers import GameConsumer
from tests.conftest import Api
from tests.games.live import connected
from tests.games.test_socket import apply

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.websocket]
CODE = "DS1-D1N-AAAAAAB"


@sync_to_async
def begin(api: Api, draws: int) -> str:
    game = str(api.start(code=CODE)["id"])
    api.act(game, 0, *["s"] * draws)
    return game


@sync_to_async
def act(api: Api, game: str, seq: int, *tokens: str) -> int:
    return int(api.act(game, seq, *tokens).status_code)


@pytest.mark.parametrize("step", ["listen", "send_fresh"])
async def test_w01_a_move_made_while_a_watcher_connects_is_seen(
    api: Api, other: Api, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """W01: the move falls before the subscription, or between it and the snapshot; the watcher has it either way."""
    game = await begin(api, 10)
    real = getattr(GameConsumer, step)
    here, go_on = asyncio.Event(), asyncio.Event()

    async def paused(self: GameConsumer) -> None:
        here.set()
        await go_on.wait()
        await real(self)

    monkeypatch.setattr(GameConsumer, step, paused)

    async def move() -> None:
        await here.wait()
        assert await act(api, game, 10, "s") == 200
        go_on.set()

    moving = asyncio.create_task(move())
    async with connected(f"/ws/games/{game}/", other) as watcher:
        seq = (await watcher.receive())["view"]["seq"]
        while seq < 11:
            seq = (await watcher.receive())["seq"]
        assert seq == 11
        monkeypatch.undo()
        assert await act(api, game, 11, "s") == 200
        assert (await watcher.receive())["seq"] == 12
    await moving


async def test_w01_moves_during_a_reconnect_are_there_afterwards(api: Api, other: Api) -> None:
    game = await begin(api, 3)
    path = f"/ws/games/{game}/"
    async with connected(path, other) as watcher:
        await watcher.receive()
    playing = asyncio.create_task(act(api, game, 3, *["s"] * 20))
    async with connected(path, other) as watcher:
        shown: dict[str, Any] = (await watcher.receive())["view"]
        while shown["seq"] < 23:
            message = await watcher.receive()
            shown = message["view"] if message["type"] == "state" else apply(shown, message)
    assert await playing == 200
    assert shown == await sync_to_async(api.view)(game)


async def test_w07_a_burst_beyond_the_layer_is_made_good(
    api: Api, other: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """W07: 300 moves while the watcher sends nothing on; afterwards it shows the last one, by a fresh state."""
    game = await begin(api, 0)
    asleep = asyncio.Event()
    real = GameConsumer._send_next

    async def slow(self: GameConsumer) -> None:
        await asleep.wait()
        await real(self)

    monkeypatch.setattr(GameConsumer, "_send_next", slow)
    async with connected(f"/ws/games/{game}/", other) as watcher:
        shown: dict[str, Any] = (await watcher.receive())["view"]
        for at in range(0, 300, 50):
            assert await act(api, game, at, *(["s", "u"] * 25)) == 200
        asleep.set()
        received = 0
        while shown["seq"] < 300:
            message = await watcher.receive()
            received += 1
            shown = message["view"] if message["type"] == "state" else apply(shown, message)
    assert received < 300
    assert shown == await sync_to_async(api.view)(game)
