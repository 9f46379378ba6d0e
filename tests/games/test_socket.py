"""/ws/games/{id}/ as spec'd: state, acted, refused, repeats, watchers, bad frames."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.models import LogEntry
from players.services import token_create
from tests.conftest import Api
from tests.games.live import connected

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.websocket]
CODE = "DS1-D1N-AAAAAAB"


@sync_to_async
def start(api: Api, **asked: Any) -> str:
    return str(api.start(**(asked or {"code": CODE}))["id"])


@sync_to_async
def view(api: Api, game: str) -> Any:
    return api.view(game)


@sync_to_async
def act(api: Api, game: str, seq: int, *actions: str) -> Any:
    return api.act(game, seq, *actions).json()


async def test_the_player_acts_and_everyone_sees_it(api: Api, other: Api) -> None:
    game = await start(api)
    await start(other)
    async with connected(f"/ws/games/{game}/", api) as mine, connected(f"/ws/games/{game}/", other) as theirs:
        assert (await mine.receive())["type"] == "state"
        first = await theirs.receive()
        assert first["view"]["seq"] == 0
        await mine.send({"type": "act", "seq": 0, "action": "s"})
        acted = await mine.receive()
        assert (acted["type"], acted["seq"], acted["action"]) == ("acted", 1, "s")
        assert set(acted["piles"]) == {"s", "w"}
        assert await theirs.receive() == acted
        await theirs.send({"type": "act", "seq": 1, "action": "s"})
        refused = await theirs.receive()
        assert (refused["type"], refused["code"], refused["seq"]) == ("refused", "not_yours", 1)
    assert await LogEntry.objects.acount() == 1


async def test_pushed_messages_applied_to_a_snapshot_give_the_fresh_one(api: Api) -> None:
    """Live equals reload, at every step, scalars included."""
    from games.engine import Refusal, legal_actions, play, read_code
    from games.engine import start as deal

    game = await start(api)
    position = deal(read_code(CODE))
    async with connected(f"/ws/games/{game}/", api) as mine:
        shown = (await mine.receive())["view"]
        for seq in range(60):
            tokens = legal_actions(position)
            token = "u" if seq % 7 == 5 else tokens[(seq * 5) % len(tokens)]
            after = play(position, token)
            assert not isinstance(after, Refusal)
            position = after
            await mine.send({"type": "act", "seq": seq, "action": token})
            acted = await mine.receive()
            shown = apply(shown, acted)
            assert shown == await view(api, game)


def apply(shown: dict[str, Any], acted: dict[str, Any]) -> dict[str, Any]:
    """What a client does with `acted`: replaces the named piles and every scalar."""
    piles = acted["piles"]
    fresh = {**shown, **{key: acted[key] for key in acted if key not in {"type", "action", "piles"}}}
    fresh["stock"] = piles.get("s", shown["stock"])
    fresh["waste"] = piles.get("w", shown["waste"])
    fresh["columns"] = [piles.get("abcdefghij"[n], old) for n, old in enumerate(shown["columns"])]
    fresh["foundations"] = [piles.get(str(n), old) for n, old in enumerate(shown["foundations"], 1)]
    return fresh


async def test_http_actions_are_pushed_one_by_one_in_order(api: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as mine:
        await mine.receive()
        await act(api, game, 0, "s", "s", "u", "s")
        got = [await mine.receive() for _ in range(4)]
    assert [(each["seq"], each["action"]) for each in got] == [(1, "s"), (2, "s"), (3, "u"), (4, "s")]


async def test_a_repeat_gets_its_first_answer_again_alone(api: Api, other: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as mine, connected(f"/ws/games/{game}/", other) as theirs:
        await mine.receive()
        await theirs.receive()
        await mine.send({"type": "act", "seq": 0, "action": "s"})
        first = await mine.receive()
        await mine.send({"type": "act", "seq": 1, "action": "s"})
        await mine.receive()
        await mine.send({"type": "act", "seq": 0, "action": "s"})
        assert await mine.receive() == first
        await mine.send({"type": "act", "seq": 2, "action": "s"})
        assert [(await theirs.receive())["seq"] for _ in range(3)] == [1, 2, 3]
    assert await LogEntry.objects.acount() == 3


async def test_refusals_and_steps_out_of_step(api: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/?language=hr", api) as mine:
        await mine.receive()
        await mine.send({"type": "act", "seq": 0, "action": "ab"})
        refused = await mine.receive()
        assert refused["type"] == "refused"
        assert refused["code"] in {"wrong_color", "wrong_rank"}
        assert refused["seq"] == 0
        assert refused["detail"]
        await mine.send({"type": "act", "seq": 7, "action": "s"})
        assert (await mine.receive())["code"] == "out_of_step"
        assert (await mine.receive())["type"] == "state"
        await mine.send({"type": "act", "seq": 0, "action": "nonsense"})
        assert (await mine.receive())["code"] == "unknown_action"
    assert await LogEntry.objects.acount() == 0


async def test_giving_up_sends_a_fresh_state_to_all(api: Api, other: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", other) as theirs:
        await theirs.receive()
        await sync_to_async(api.post)(f"games/{game}/give-up")
        state = await theirs.receive()
        assert (state["type"], state["view"]["status"]) == ("state", "given-up")


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "x",
        "[]",
        "null",
        '{"type": "act"}',
        '{"type": "act", "seq": "0", "action": "s"}',
        '{"type": "act", "seq": 0, "action": 5}',
        '{"type": "act", "seq": 0, "action": "s", "x": 1}',
        '{"type": "state"}',
        '{"seq": 0, "action": "s"}',
        '{"type": "act", "seq": NaN, "action": "s"}',
        "[" * 2000,
        "\ud800",
    ],
)
async def test_unreadable_frames_are_told_and_the_socket_stays(api: Api, frame: str) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as mine:
        await mine.receive()
        await mine.send(frame)
        error = await mine.receive()
        assert (error["type"], error["code"]) == ("error", "bad_request")
        await mine.send({"type": "sync"})
        assert (await mine.receive())["type"] == "state"
    assert await LogEntry.objects.acount() == 0


async def test_binary_frames_are_told_and_huge_ones_close(api: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as mine:
        await mine.receive()
        await mine.send_bytes(b"\x00\xff")
        assert (await mine.receive())["code"] == "bad_request"
        await mine.send(json.dumps({"type": "act", "seq": 0, "action": "s" * 5000}))
        assert await mine.closed() == 1009


async def test_who_may_connect(api: Api) -> None:
    game = await start(api)
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1:8000.evil.example",
        "http://127.0.0.1:9",
    ):
        with pytest.raises(ConnectionRefusedError):
            async with connected(f"/ws/games/{game}/", api, origin=origin):
                pass
    with pytest.raises(ConnectionRefusedError):
        async with connected(f"/ws/games/{game}/", api, origin=""):
            pass
    from players.models import Player

    player = await Player.objects.aget()
    _row, token = await sync_to_async(token_create)(player=player, name="bot")
    async with connected(f"/ws/games/{game}/", Api(token), origin="") as bot:
        assert (await bot.receive())["type"] == "state"
        await bot.send({"type": "act", "seq": 0, "action": "s"})
        assert (await bot.receive())["seq"] == 1


@pytest.mark.parametrize(
    "path", ["/ws/games/x/", "/ws/games/00000000-0000-4000-8000-000000000000/", "/ws/nothing/"]
)
async def test_unknown_games_close_with_4404(api: Api, path: str) -> None:
    async with connected(path, api) as mine:
        assert await mine.closed() == 4404


async def test_a_quiet_socket_ticks(api: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", api) as mine:
        await mine.receive()
        tick = await mine.until("tick")
        assert tick == {"type": "tick", "seq": 0, "status": "playing", "release": "0.1.0"}


async def test_a_batch_of_200_is_200_messages_in_order(api: Api, other: Api) -> None:
    game = await start(api)
    async with connected(f"/ws/games/{game}/", other) as watcher:
        await watcher.receive()
        await act(api, game, 0, *["s", "u"] * 100)
        got = [await watcher.receive() for _ in range(200)]
    assert [(each["type"], each["seq"]) for each in got] == [("acted", seq) for seq in range(1, 201)]
