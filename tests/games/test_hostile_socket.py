"""Sockets met badly: wrong tokens and origins, frames after the end, floods, readers that do not read."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import OperationalError

from games import consumers, queries, sockets
from games.models import Game, LogEntry
from players.services import token_create
from tests.conftest import Api
from tests.games.live import Socket, connected
from tests.games.test_socket import act, start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.websocket]
NOBODY = "00000000-0000-4000-8000-000000000000"
EVIL = "https://evil.example"


class Stalled:
    """A client that does not read: what is sent to it waits in its consumer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reads = asyncio.Event()
        self.reads.set()
        self.outboxes: list[Any] = []
        send = sockets.LiveConsumer.send

        async def slow(consumer: Any, *args: Any, **kwargs: Any) -> None:
            if consumer not in self.outboxes:
                self.outboxes.append(consumer)
            await self.reads.wait()
            await send(consumer, *args, **kwargs)

        monkeypatch.setattr(sockets.LiveConsumer, "send", slow)

    @property
    def waiting(self) -> int:
        return max(len(outbox._waiting) for outbox in self.outboxes)

    @property
    def waiting_bytes(self) -> int:
        return max(int(outbox._bytes) for outbox in self.outboxes)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": ""},
        {"origin": "", "authorization": "Bearer x"},
        {"authorization": "Bearer x"},
        {"authorization": "Basic eDp5"},
        {"origin": "http://["},
        {"origin": "null"},
        {"origin": EVIL},
        {"origin": EVIL, "authorization": "Bearer x"},
        {"origin": f"{EVIL}, http://127.0.0.1:8000"},
    ],
)
async def test_without_an_allowed_origin_only_a_good_token_connects(
    api: Api, headers: dict[str, str]
) -> None:
    game = await start(api)
    for path in (f"/ws/games/{game}/", f"/ws/games/{NOBODY}/", "/ws/boards/today/ft-n/"):
        with pytest.raises(ConnectionRefusedError):
            async with connected(path, api, **headers):
                pass


async def test_a_good_token_needs_no_origin(api: Api) -> None:
    from players.models import Player

    game = await start(api)
    _row, token = await sync_to_async(token_create)(player=await Player.objects.aget(), name="bot")
    for origin in ("", EVIL):
        async with connected(f"/ws/games/{game}/", Api(token), origin=origin) as bot:
            assert (await bot.receive())["type"] == "state"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/ws/",
        "/ws/games/",
        "/ws/x\ny/",
        "/ws/games/\x00/",
        "/ws/games/" + "a" * 5000 + "/",
        f"/ws/games/{NOBODY}",
        f"/ws/games/{NOBODY}/x",
        "/ws/boards/today/",
        "/ws/boards/2999-01-01/ft-n/",
        "/ws/boards/2026-W49-1/ft-n/",
        "/ws/boards/today/ft-n/?league=x",
        "/ws/boards/\x00/\ufffd/",
    ],
)
async def test_unknown_addresses_close_and_hear_nothing_more(api: Api, path: str, caplog: Any) -> None:
    await start(api)
    async with connected(path, api) as socket:
        for frame in ('{"type": "act", "seq": 0, "action": "s"}', '{"type": "sync"}', "x"):
            await socket.send(frame)
        await socket.send_bytes(b"\xff")
        assert await socket.closed() == 4404
    assert "Traceback" not in caplog.text
    assert await LogEntry.objects.acount() == 0


async def test_nothing_counts_after_a_frame_too_long(api: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        await socket.send("x" * 4097)
        await socket.send({"type": "act", "seq": 0, "action": "s"})
        assert await socket.closed() == 1009
        await asyncio.sleep(0.2)
    assert await LogEntry.objects.acount() == 0


async def test_the_longest_frame_is_read(api: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        frame = json.dumps({"type": "act", "seq": 0, "action": "s"})
        await socket.send(frame + " " * (4096 - len(frame)))
        assert (await socket.receive())["type"] == "acted"


async def test_an_ended_game_refuses_and_stays(api: Api) -> None:
    game = await start(api)
    await act(api, game, 0, "s")
    await sync_to_async(api.post)(f"games/{game}/give-up")
    async with connected(f"/ws/games/{game}/", api) as socket:
        before = await socket.receive()
        for token, code in (("s", "game_over"), ("u", "game_over"), ("zz", "unknown_action")):
            await socket.send({"type": "act", "seq": 1, "action": token})
            assert (await socket.receive())["code"] == code
        await socket.send({"type": "act", "seq": 0, "action": "s"})
        again = await socket.receive()
        assert (again["type"], again["seq"], again["status"]) == ("acted", 1, "playing")  # as first sent
        await socket.send({"type": "sync"})
        assert (await socket.receive()) == before
    assert await LogEntry.objects.acount() == 1


async def test_an_action_is_kept_when_its_sender_is_gone(api: Api) -> None:
    """The socket is cut in the middle of an act: the log has it once, and the next socket shows it."""
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        await socket.send({"type": "act", "seq": 0, "action": "s"})
    async with connected(f"/ws/games/{game}/", api) as socket:
        assert (await socket.receive())["view"]["seq"] == 1
        await socket.send({"type": "act", "seq": 0, "action": "s"})
        assert (await socket.receive())["seq"] == 1
    assert await LogEntry.objects.acount() == 1


async def test_a_reader_that_does_not_read_gets_one_fresh_state_later(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    stalled = Stalled(monkeypatch)
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        stalled.reads.clear()
        for seq in range(0, 1000, 200):
            assert (await act(api, game, seq, *["s", "u"] * 100))["accepted"] == 200
        await asyncio.sleep(0.1)
        assert stalled.waiting_bytes <= sockets.MOST_WAITING_BYTES + 200 * 1000  # and one batch
        stalled.reads.set()
        messages = 0
        while (message := await socket.receive())["type"] != "state" or message["view"]["seq"] < 1000:
            messages += 1
        assert messages <= 400
        await socket.send({"type": "act", "seq": 1000, "action": "s"})
        assert (await socket.receive())["seq"] == 1001


async def test_a_flood_of_syncs_is_answered_by_a_fresh_state(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    stalled = Stalled(monkeypatch)
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        stalled.reads.clear()
        for _ in range(500):
            await socket.send({"type": "sync"})
        await asyncio.sleep(0.2)
        assert stalled.waiting <= 1
        stalled.reads.set()
        assert (await socket.receive())["type"] == "state"


async def test_who_only_sends_and_never_reads_is_closed(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_ANSWER_BYTES", 4096)
    stalled = Stalled(monkeypatch)
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        stalled.reads.clear()
        for _ in range(300):
            await socket.send("x")
        await asyncio.sleep(0.3)
        assert stalled.waiting_bytes < 5000
        assert await socket.closed() == sockets.DOES_NOT_READ
        stalled.reads.set()


async def test_a_storm_of_connections_leaves_nothing_behind(api: Api) -> None:
    from games.dailies import dailies_prepare
    from games.hub import hub
    from leaderboards import rooms

    await sync_to_async(dailies_prepare)(days=0)
    game = await start(api)

    async def visit(number: int) -> None:
        path = f"/ws/games/{game}/" if number % 2 else "/ws/boards/today/ft-n/"
        async with connected(path, api) as socket:
            if number % 3:
                await socket.receive()

    before = len(asyncio.all_tasks())
    for _ in range(3):
        await asyncio.gather(*(visit(number) for number in range(24)))
    await asyncio.sleep(0.1)
    assert not hub()._topics
    assert not rooms._rooms
    assert len(asyncio.all_tasks()) <= before + 2  # the hub's own, and its channel layer's


async def test_a_pruned_game_closes_its_socket(api: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        await Game.objects.all().adelete()
        assert await socket.closed() == 4404  # at the next tick


async def test_a_database_that_does_not_answer_is_waited_for(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await start(api)
    standing, fails = queries.games_standing, [OperationalError("gone")]

    def failing(game_ids: Any) -> Any:
        if fails:
            raise fails.pop()
        return standing(game_ids)

    monkeypatch.setattr(consumers, "games_standing", failing)
    monkeypatch.setattr(sockets, "TICK_SECONDS", 0.2)
    async with connected(f"/ws/games/{game}/", api) as socket:
        await socket.receive()
        assert (await socket.next())["type"] == "tick"  # its seq tells what was missed
        assert not fails


async def test_a_socket_that_cannot_be_opened_is_told_to_come_again(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await start(api)

    def failing(*args: Any) -> Any:
        raise OperationalError("gone")

    monkeypatch.setattr(consumers, "game_held", failing)
    async with connected(f"/ws/games/{game}/", api) as socket:
        assert await socket.closed() == sockets.TRY_LATER


async def test_unknown_subprotocols_are_no_reason_to_refuse(api: Api) -> None:
    from config.asgi import application
    from tests.games.live import ORIGIN

    game = await start(api)
    scope = {
        "type": "websocket",
        "path": f"/ws/games/{game}/",
        "query_string": b"language=%FF&language=xx",
        "headers": [(b"origin", ORIGIN.encode()), (b"host", b"127.0.0.1:8000")],
        "subprotocols": ["foo", "bar"],
    }
    inner = ApplicationCommunicator(application, scope)
    await inner.send_input({"type": "websocket.connect"})
    assert (await inner.receive_output(5))["type"] == "websocket.accept"
    assert (await Socket(inner).receive())["type"] == "state"
    await inner.send_input({"type": "websocket.disconnect", "code": 1000})
    await inner.wait(5)
