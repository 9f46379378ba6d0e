"""Players for the fault tests: they act over sockets, survive whatever dies, and write down every send and answer.

Afterwards `check` holds them against what is stored: acknowledged ⊆ stored ⊆ sent, entries 1..n without a gap, and the
stored log folded is exactly what the client gets next.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import websockets
from websockets.typing import Origin

from games.engine import fold, read_code, view

Action = tuple[int, str]

CODES = ("DS1-D1N-AAAAAAB", "DS1-D3N-QWERTYU", "FT1-N-AAAAAAB", "DS1-D1V-M2N3B4V")
# What a fault may look like from outside.
BROKEN = (OSError, websockets.WebSocketException, http.client.HTTPException, asyncio.TimeoutError, ValueError)


class Account:
    """A guest: cookies, and requests over plain HTTP."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def request(self, base: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One request; raises what a broken connection raises."""
        parts = urlsplit(base)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
        headers = {"Content-Type": "application/json", "Connection": "close"}
        if self.cookies:
            headers["Cookie"] = self.cookie
        if "csrftoken" in self.cookies:
            headers["X-CSRFToken"] = self.cookies["csrftoken"]
        try:
            connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            raw = answer.read()
            for line in answer.headers.get_all("Set-Cookie") or []:
                for name, morsel in SimpleCookie(line).items():
                    self.cookies[name] = morsel.value
            plain = answer.headers.get_content_type() == "text/plain"
            return answer.status, raw.decode() if plain else json.loads(raw or b"null")
        finally:
            connection.close()


@dataclass
class Player:
    """One game, acted in over a socket, one action at a time."""

    bases: Callable[[], Sequence[str]]
    code: str
    dice: random.Random
    pause: float = 0.0
    account: Account = field(default_factory=Account)
    game: str = ""
    sent: set[tuple[int, str]] = field(default_factory=set)
    acknowledged: dict[int, str] = field(default_factory=dict)
    first_answers: dict[int, str] = field(default_factory=dict)
    answered_at: list[float] = field(default_factory=list)
    reconnects: int = 0
    strange: list[str] = field(default_factory=list)

    def begin(self) -> None:
        base = self.bases()[0]
        status, shown = self.account.request(base, "POST", "games", {"code": self.code})
        assert status == 201, shown
        self.game = shown["id"]

    async def play(self, stop: asyncio.Event) -> None:
        """Act until told to stop; reconnect, with jitter, whenever the connection breaks."""
        pending: tuple[int, str] | None = None
        while not stop.is_set():
            base = self.dice.choice(list(self.bases()))
            try:
                pending = await self._session(base, pending, stop)
            except Pending as broken:
                pending = broken.action
                self.reconnects += 1
                await asyncio.sleep(self.dice.uniform(0.02, 0.2))

    async def _session(self, base: str, pending: Action | None, stop: asyncio.Event) -> Action | None:
        try:
            url = f"{base.replace('http', 'ws', 1)}/ws/games/{self.game}/"
            headers = {"Cookie": self.account.cookie}
            async with websockets.connect(
                url,
                origin=Origin(base),
                additional_headers=headers,
                open_timeout=3,
                close_timeout=0.2,
                ping_interval=None,
            ) as socket:
                shown = (await self._next(socket, "state"))["view"]
                while not stop.is_set() or pending:
                    if pending is None:
                        pending = (shown["seq"], self._choose(shown))
                    seq, token = pending
                    self.sent.add(pending)
                    await socket.send(json.dumps({"type": "act", "seq": seq, "action": token}))
                    answer = await self._next(socket, "acted", "refused")
                    if answer["type"] == "refused":
                        if answer["code"] == "out_of_step":
                            shown = (await self._next(socket, "state"))["view"]
                            pending = None
                        elif answer["code"] != "busy":
                            self.strange.append(f"{token} at {seq}: {answer['code']}")
                            return None
                        else:
                            await asyncio.sleep(0.1)
                        continue
                    if (answer["seq"], answer["action"]) != (seq + 1, token):
                        continue  # a push of what came before
                    self._note(seq, token, answer)
                    shown = {**shown, "seq": answer["seq"], "legal": answer["legal"], "undo": answer["undo"]}
                    pending = None
                    if self.pause:
                        await asyncio.sleep(self.pause * self.dice.uniform(0.5, 1.5))
                return None
        except BROKEN:
            raise Pending(pending) from None

    def _note(self, seq: int, token: str, answer: dict[str, Any]) -> None:
        self.acknowledged[seq] = token
        self.answered_at.append(time.monotonic())
        text = json.dumps(answer, sort_keys=True)
        if self.first_answers.setdefault(seq, text) != text:
            self.strange.append(f"two different answers for {seq}")

    async def _next(self, socket: Any, *kinds: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 6))
            if message["type"] in kinds:
                return message

    def _choose(self, shown: dict[str, Any]) -> str:
        if shown["undo"] and self.dice.random() < 0.2:
            return "u"
        return str(self.dice.choice(shown["legal"])) if shown["legal"] else "u"

    def check(self, base: str) -> int:
        """Hold this player's book against the store. Returns the length of the log."""
        status, record = self.account.request(base, "GET", f"games/{self.game}/record")
        assert status == 200, record
        stored = [token.partition("@")[0] for token in record.split("\n\n", 1)[1].split()]
        assert self.strange == []
        for seq, token in self.acknowledged.items():
            assert stored[seq] == token, f"acknowledged {token} at {seq}, stored {stored[seq : seq + 1]}"
        unsent = [(seq, token) for seq, token in enumerate(stored) if (seq, token) not in self.sent]
        assert unsent == [], "stored, but never sent"
        status, shown = self.account.request(base, "GET", f"games/{self.game}")
        assert status == 200
        assert shown["seq"] == len(stored)
        folded = view(fold(read_code(self.code), stored))
        assert {name: shown[name] for name in folded} == folded
        return len(stored)


class Pending(Exception):
    """The connection broke; `action` was on its way."""

    def __init__(self, action: tuple[int, str] | None) -> None:
        super().__init__(action)
        self.action = action


def table(
    count: int, bases: Callable[[], Sequence[str]], *, pause: float = 0.0, seed: int = 1
) -> list[Player]:
    """Players, each with a game begun."""
    players = [
        Player(bases, CODES[n % len(CODES)], random.Random(seed * 1000 + n), pause) for n in range(count)
    ]
    for player in players:
        player.begin()
    return players


async def played(players: Sequence[Player], disturb: Callable[[], Any]) -> None:
    """Let everyone play while `disturb` (a coroutine function) does its worst, then let them finish."""
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    try:
        await disturb()
    finally:
        stop.set()
        done, late = await asyncio.wait(tasks, timeout=30)
        for task in late:
            task.cancel()
    for task in done:
        task.result()
    assert not late, f"{len(late)} players hang"


async def all_play_again(players: Sequence[Player], since: float, within: float) -> float:
    """Wait until every player has had an answer after an instant; returns how long the last one took."""
    end = since + within
    while True:
        waiting = [player for player in players if not player.answered_at or player.answered_at[-1] <= since]
        if not waiting:
            firsts = [next(at for at in reversed(each.answered_at) if at > since) for each in players]
            return max(firsts) - since
        assert time.monotonic() < end, (
            f"{len(waiting)} of {len(players)} players do not play within {within} s"
        )
        await asyncio.sleep(0.02)


def check_all(players: Sequence[Player], base: str) -> int:
    """Check every player; returns how many entries are stored in all."""
    return sum(player.check(base) for player in players)
