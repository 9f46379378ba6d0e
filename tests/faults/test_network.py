"""4. Doubled, late, reordered and stale messages over both doors; 5. a network that misbehaves."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
import websockets
from websockets.typing import Origin

from tests.faults.conftest import within
from tests.faults.driver import all_play_again, check_all, played, table
from tests.faults.proxy import Mood, proxied
from tests.faults.services import Web

Times = Callable[[int, int], int]
pytestmark = pytest.mark.timeout(1800)
END_MARK = "this is no message"
REFUSED = {
    "out_of_step",
    "stock_empty",
    "stock_not_empty",
    "waste_empty",
    "no_redeal",
    "nothing_to_undo",
    "unknown_action",
}


class Doors:
    """One game acted on over a socket and over HTTP at once, with a book of every answer."""

    def __init__(self, base: str, seed: int) -> None:
        self.dice = random.Random(seed)
        self.base = base
        self.player = table(1, lambda: [base], seed=seed)[0]
        self.log: dict[int, str] = {}
        self.sequences = 0

    def book(self, seq: int, token: str) -> None:
        """An acknowledgement: whoever got it first, every later one says the same."""
        assert self.log.setdefault(seq, token) == token, (
            f"{seq}: {self.log[seq]} and {token} both acknowledged"
        )

    def messages(self, seq: int) -> list[tuple[int, str]]:
        """A burst around the game's seq: now, doubled, late, too early, stale with another token, in any order."""
        made: list[tuple[int, str]] = []
        for _ in range(self.dice.randint(1, 4)):
            at = max(0, seq + self.dice.choice([0, 0, 0, -1, -2, 1]))
            token = self.log.get(at, "") if self.dice.random() < 0.5 else ""
            made.append((at, token or self.dice.choice(["s", "u", "r", "zz"])))
        made += self.dice.choices(made, k=self.dice.randint(0, 2))
        self.dice.shuffle(made)
        return made

    async def over_http(self, seq: int, token: str) -> None:
        ask = {"seq": seq, "actions": [token]}
        path = f"games/{self.player.game}/actions"
        status, body = await asyncio.to_thread(self.player.account.request, self.base, "POST", path, ask)
        assert status in {200, 409, 422}, (status, body)
        if status == 200:
            self.book(seq, token)

    async def run(self, sequences: int) -> None:
        url = f"{self.base.replace('http', 'ws', 1)}/ws/games/{self.player.game}/"
        cookie = {"Cookie": self.player.account.cookie}
        async with websockets.connect(url, origin=Origin(self.base), additional_headers=cookie) as socket:
            seq = json.loads(await socket.recv())["view"]["seq"]
            for _ in range(sequences):
                burst = self.messages(seq)
                posts = [asyncio.create_task(self.over_http(*each)) for each in burst[::3]]
                for each in burst:
                    await socket.send(json.dumps({"type": "act", "seq": each[0], "action": each[1]}))
                await asyncio.gather(*posts)
                await socket.send('{"type": "sync"}')
                await socket.send(END_MARK)
                seq = await self.settle(socket)
                self.sequences += 1

    async def settle(self, socket: Any) -> int:
        """Read until the sync's state is there, behind the answer to every act; returns the game's seq."""
        seq = 0
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 10))
            if message["type"] == "acted":
                self.book(message["seq"] - 1, message["action"])
            elif message["type"] == "refused":
                assert message["code"] in REFUSED, message
            elif message["type"] == "state":
                seq = int(message["view"]["seq"])
            elif message["type"] == "error":  # the end mark: all before it is answered
                return seq

    def check(self) -> int:
        status, record = self.player.account.request(self.base, "GET", f"games/{self.player.game}/record")
        assert status == 200
        stored = [token.partition("@")[0] for token in record.split("\n\n", 1)[1].split()]
        # A state that is newer than an entry stands for its `acted`, so the book may lack some; it has none in vain.
        assert self.log == {seq: stored[seq] for seq in self.log}
        assert len(self.log) >= len(stored) * 0.8
        return len(stored)


async def test_sequences_over_both_doors(single: Web, times: Times, report: list[str]) -> None:
    wanted, games = times(400, 10_000), 8
    doors = [Doors(single.url, seed) for seed in range(games)]
    await asyncio.gather(*(each.run(wanted // games) for each in doors))
    done = sum(each.sequences for each in doors)
    stored = sum(each.check() for each in doors)
    assert done >= wanted
    report.append(
        f"{done} sequences of doubled, late, reordered and stale messages over socket and HTTP at once: "
        f"{stored} entries, each acknowledged alike by every answer"
    )


async def test_a_network_that_misbehaves(single: Web, times: Times, report: list[str]) -> None:
    rounds, games = times(1, 6), times(10, 30)
    async with proxied(single.port) as proxy:
        players = await asyncio.to_thread(table, games, lambda: [proxy.url], pause=0.03)

        async def disturb() -> None:
            await all_play_again(players, time.monotonic(), 20)
            for _ in range(rounds):
                for mood in (Mood.DELAY, Mood.TRICKLE, Mood.CUT, Mood.HALF_OPEN):
                    proxy.mood = mood
                    await asyncio.sleep(times(2, 4))
                    proxy.mood = Mood.FAIR
                    await all_play_again(players, time.monotonic(), within(15))

        await played(players, disturb)
    stored = check_all(players, single.url)
    assert proxy.cuts > 0
    report.append(
        f"{rounds} rounds of delay, trickle, {proxy.cuts} cuts in mid-frame and half-open under {games} games: "
        f"{stored} stored, none lost or doubled, all resumed by themselves"
    )
