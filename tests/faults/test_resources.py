"""7. Disk full, read-only, no handles and no connections left: busy, nothing acknowledged, recovers by itself."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.conftest import within
from tests.faults.driver import Player, all_play_again, check_all, played, table
from tests.faults.services import Postgres, Web

Times = Callable[[int, int], int]
pytestmark = pytest.mark.timeout(900)


def limit(web: Web, **limits: str) -> None:
    """Set resource limits of a running process."""
    assert web.process.running
    options = [f"--{name}={value}" for name, value in limits.items()]
    subprocess.run(["prlimit", "--pid", str(web.process.running.pid), *options], check=True)


async def nothing_more(players: list[Player], seconds: float) -> None:
    """Wait until the fault has come through to every session; from then on nobody is acknowledged anything."""
    end = time.monotonic() + 15
    while True:
        before = sum(len(player.acknowledged) for player in players)
        await asyncio.sleep(seconds)
        if sum(len(player.acknowledged) for player in players) == before:
            return
        assert time.monotonic() < end, "actions are still acknowledged"


def status_of_an_act(web: Web, player: Player) -> tuple[int, Any]:
    """What an action by HTTP is answered."""
    seq = max(player.acknowledged, default=-1) + 1
    body = {"seq": seq, "actions": ["s"]}
    return player.account.request(web.url, "POST", f"games/{player.game}/actions", body)


async def test_a_full_disk(single: Web, keys: dict[str, str], times: Times, report: list[str]) -> None:
    games = times(10, 30)
    players = table(games, lambda: [single.url], pause=0.03)
    spare = table(1, lambda: [single.url], seed=9)[0]
    folder = Path(keys["DATA_DIR"])

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        largest = max(path.stat().st_size for path in folder.glob("twodeck.sqlite3*"))
        limit(single, fsize=f"{largest}:unlimited")
        await asyncio.sleep(times(6, 10))  # the log before the write-ahead is full
        await nothing_more(players, 2)
        status, body = await asyncio.to_thread(status_of_an_act, single, spare)
        assert (status, body["code"]) == (503, "busy")
        limit(single, fsize="unlimited:unlimited")
        await all_play_again(players, time.monotonic(), within(5))

    await played(players, disturb)
    stored = check_all(players, single.url)
    report.append(
        f"disk full under {games} games: busy, nothing acknowledged, resumed by itself; {stored} stored"
    )


async def test_a_read_only_database_and_a_locked_one(
    scaled: list[Web], postgres: Postgres, times: Times, report: list[str]
) -> None:
    games = times(10, 30)
    players = table(games, lambda: [scaled[0].url], pause=0.03)
    spare = table(1, lambda: [scaled[0].url], seed=9)[0]

    def say(*statements: str) -> None:
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        say("ALTER SYSTEM SET default_transaction_read_only = on")
        for _ in range(3):  # told again until every session has heard
            say("SELECT pg_reload_conf()")
            await asyncio.sleep(0.5)
        await nothing_more(players, 2)
        status, body = await asyncio.to_thread(status_of_an_act, scaled[0], spare)
        assert (status, body["code"]) == (503, "busy")
        say(
            "SET default_transaction_read_only = off",
            "ALTER SYSTEM RESET default_transaction_read_only",
            "SELECT pg_reload_conf()",
        )
        await all_play_again(players, time.monotonic(), within(5))
        with psycopg.connect(postgres.url) as holder:
            holder.execute("LOCK TABLE games_logentry IN ACCESS EXCLUSIVE MODE")
            await nothing_more(players, 2)
            holder.rollback()
        await all_play_again(players, time.monotonic(), within(5))

    await played(players, disturb)
    stored = check_all(players, scaled[0].url)
    report.append(
        f"read-only and locked database under {games} games: nothing acknowledged, resumed; {stored} stored"
    )


async def test_no_connections_left(
    scaled: list[Web], postgres: Postgres, times: Times, report: list[str]
) -> None:
    games = times(10, 30)
    players = table(games, lambda: [scaled[0].url], pause=0.03)

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        with ExitStack() as held:
            taken = 0
            while taken < 100:
                try:
                    held.enter_context(psycopg.connect(postgres.url))
                except psycopg.OperationalError:
                    break
                taken += 1
            assert 10 < taken < 100
            await asyncio.sleep(times(2, 5))
            await asyncio.to_thread(scaled[0].healthy)
        await all_play_again(players, time.monotonic(), within(5))

    await played(players, disturb)
    stored = check_all(players, scaled[0].url)
    report.append(
        f"every connection of PostgreSQL taken under {games} games: resumed by itself; {stored} stored"
    )


async def test_no_file_handles_left(single: Web, times: Times, report: list[str]) -> None:
    games = times(10, 30)
    players = table(games, lambda: [single.url], pause=0.03)

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        assert single.process.running
        opened = len(list(Path(f"/proc/{single.process.running.pid}/fd").iterdir()))
        limit(single, nofile=f"{opened + 4}:4096")
        sockets = []
        for _ in range(30):
            each = socket.socket()
            each.settimeout(1)
            each.connect(("127.0.0.1", single.port))
            sockets.append(each)
        await asyncio.sleep(times(2, 5))
        for each in sockets:
            each.close()
        limit(single, nofile="4096:4096")
        await all_play_again(players, time.monotonic(), within(5))

    await played(players, disturb)
    stored = check_all(players, single.url)
    assert single.healthy()
    report.append(f"every file handle taken under {games} games: resumed by itself; {stored} stored")
