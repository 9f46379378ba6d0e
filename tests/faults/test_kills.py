"""1. kill -9 of a web process under live games; 3. PostgreSQL and Redis restarted under them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable

import pytest
import websockets
from websockets.typing import Origin

from tests.faults.conftest import within
from tests.faults.driver import all_play_again, check_all, played, table
from tests.faults.services import Postgres, Redis, Web

Times = Callable[[int, int], int]
pytestmark = pytest.mark.timeout(1800)


def up(webs: list[Web]) -> list[str]:
    """The addresses of processes that run; what a proxy would choose from."""
    return [web.url for web in webs if web.process.running and web.process.running.poll() is None]


async def test_killing_a_web_process_loses_nothing(
    scaled: list[Web], times: Times, report: list[str]
) -> None:
    kills, games = times(3, 100), times(40, 200)
    players = table(games, lambda: up(scaled), pause=times(0, 1) * 0.3 + 0.05)
    slowest: list[float] = []

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        for number in range(kills):
            web = scaled[number % 2]
            at = time.monotonic()
            web.kill()
            web.start(wait=False)
            slowest.append(await all_play_again(players, at, within(3)))
            while not await asyncio.to_thread(web.healthy):
                await asyncio.sleep(0.05)

    await played(players, disturb)
    stored = check_all(players, scaled[0].url)
    acknowledged = sum(len(player.acknowledged) for player in players)
    assert len(slowest) == kills
    assert acknowledged > games * kills
    report.append(
        f"web process killed {kills} times under {games} games (PostgreSQL, two processes): "
        f"{acknowledged} acknowledged, {stored} stored, none lost or doubled; "
        f"everyone played again within {max(slowest):.2f} s"
    )


async def test_killing_the_embedded_server_loses_nothing(
    single: Web, times: Times, report: list[str]
) -> None:
    kills, games = times(2, 20), times(20, 50)
    players = table(games, lambda: [single.url], pause=0.05)
    slowest: list[float] = []

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        for _ in range(kills):
            at = time.monotonic()
            single.kill()
            single.start(wait=False)
            slowest.append(await all_play_again(players, at, within(15)))

    await played(players, disturb)
    stored = check_all(players, single.url)
    assert len(slowest) == kills
    report.append(
        f"embedded server killed {kills} times under {games} games (SQLite): {stored} stored, none lost or doubled; "
        f"everyone played again within {max(slowest):.2f} s, its start included"
    )


async def test_postgresql_restarted_at_once(
    scaled: list[Web], postgres: Postgres, times: Times, report: list[str]
) -> None:
    restarts, games = times(2, 20), times(20, 50)
    players = table(games, lambda: up(scaled), pause=0.05)
    slowest: list[float] = []

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        for _ in range(restarts):
            await asyncio.to_thread(postgres.restart_immediately)
            slowest.append(await all_play_again(players, time.monotonic(), within(5)))

    await played(players, disturb)
    stored = check_all(players, scaled[0].url)
    assert len(slowest) == restarts
    report.append(
        f"PostgreSQL restarted in immediate mode {restarts} times under {games} games: {stored} stored, none lost; "
        f"resumed within {max(slowest):.2f} s of its return"
    )


async def test_redis_killed_and_emptied(
    scaled: list[Web], redis: Redis, times: Times, report: list[str]
) -> None:
    restarts, games = times(2, 20), times(20, 50)
    players = table(games, lambda: up(scaled), pause=0.05)
    without: list[float] = []

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        for _ in range(restarts):
            await asyncio.to_thread(redis.kill)
            without.append(await all_play_again(players, time.monotonic(), within(5)))
            await asyncio.to_thread(redis.start)
            await pushes_come(scaled, within(5))

    await played(players, disturb)
    stored = check_all(players, scaled[0].url)
    assert len(without) == restarts
    report.append(
        f"Redis killed and emptied {restarts} times under {games} games: {stored} stored, play went on without it "
        f"(everyone within {max(without):.2f} s), pushes between processes came back within 5 s"
    )


async def pushes_come(webs: list[Web], within: float) -> None:
    """What is played at one process is pushed by the other."""
    player = table(1, lambda: [webs[0].url])[0]
    url = f"{webs[1].url.replace('http', 'ws', 1)}/ws/games/{player.game}/"
    end = time.monotonic() + within
    async with websockets.connect(
        url, origin=Origin(webs[1].url), additional_headers={"Cookie": player.account.cookie}
    ) as socket:
        await socket.recv()
        seq = 0
        while True:
            answer = await asyncio.to_thread(
                player.account.request,
                webs[0].url,
                "POST",
                f"games/{player.game}/actions",
                {"seq": seq, "actions": ["s"]},
            )
            assert answer[0] == 200
            seq += 1
            try:
                while True:
                    message = json.loads(await asyncio.wait_for(socket.recv(), 0.5))
                    if message["type"] == "acted":
                        return
            except TimeoutError:
                assert time.monotonic() < end, "no push from the other process"
