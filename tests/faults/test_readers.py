"""6. Sockets that never read while boards change ten times a second: memory is bounded, honest players play on."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.typing import Origin

from tests.faults.conftest import LONG
from tests.faults.driver import Account, Player, played
from tests.faults.services import Web

Times = Callable[[int, int], int]
pytestmark = pytest.mark.timeout(900)
MORE_MEMORY = 20 * 1024 * 1024


def resident(web: Web) -> int:
    """Bytes of memory the process holds."""
    assert web.process.running
    for line in Path(f"/proc/{web.process.running.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


class Attempt(Player):
    """A ranked attempt on today's Forty Thieves: every action changes its board."""

    def begin(self) -> None:
        status, shown = self.account.request(self.bases()[0], "POST", "games", {"daily": "ft-n"})
        assert status == 201, shown
        self.game = shown["id"]

    def _choose(self, shown: dict[str, Any]) -> str:
        return "u" if shown["undo"] > 20 or "s" not in shown["legal"] else "s"


async def p99(base: str, account: Account, game: str, seconds: float) -> float:
    """The 99th percentile of an honest view's time, in seconds."""
    spent = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        status, _ = await asyncio.to_thread(account.request, base, "GET", f"games/{game}")
        assert status == 200
        spent.append(time.monotonic() - start)
        await asyncio.sleep(0.02)
    return statistics.quantiles(spent, n=100)[98]


async def never_read(base: str, path: str) -> Any:
    """Connect, and read nothing more after the handshake."""
    url = f"{base.replace('http', 'ws', 1)}{path}"
    socket = await websockets.connect(
        url, origin=Origin(base), max_queue=1, ping_interval=None, close_timeout=0.1
    )
    socket.transport.pause_reading()
    return socket


async def test_sockets_that_never_read(single: Web, times: Times, report: list[str]) -> None:
    silent, seconds = times(60, 200), times(15, 120)
    players = [Attempt(lambda: [single.url], "", random.Random(n), 0.4) for n in range(6)]
    for player in players:
        await asyncio.to_thread(player.begin)
    honest = Player(lambda: [single.url], "DS1-D1N-AAAAAAB", random.Random(0))
    await asyncio.to_thread(honest.begin)
    figures: dict[str, float] = {}

    async def disturb() -> None:
        await asyncio.sleep(3)
        before = await p99(single.url, honest.account, honest.game, times(5, 20))
        paths = ["/ws/boards/today/ft-n/", *(f"/ws/games/{honest.game}/",)]
        sockets = [await never_read(single.url, paths[n % 4 == 3]) for n in range(silent)]
        await asyncio.sleep(1)
        held = resident(single)
        during = await p99(single.url, honest.account, honest.game, seconds)
        figures.update(before=before, during=during, more=resident(single) - held)
        for socket in sockets:
            socket.transport.abort()

    await played(players, disturb)
    assert figures["more"] <= MORE_MEMORY
    if LONG:  # a ratio of a few seconds on a shared machine says nothing
        assert figures["during"] <= 2 * figures["before"]
    rate = sum(len(player.acknowledged) for player in players) / (seconds + 8)
    assert rate > 5
    report.append(
        f"{silent} sockets that never read for {seconds} s, boards changing {rate:.0f} times a second: "
        f"{figures['more'] / 1024 / 1024:+.1f} MB, honest p99 {figures['before'] * 1000:.0f} to "
        f"{figures['during'] * 1000:.0f} ms"
    )
