"""A closed loop over raw websockets, the same for every server: one action under way per game.

Both protocols are spoken by hand (socket.io's frames too), so that the client costs little and the same on each side.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LENGTH = 200  # actions of a boardgame.io match: it copies the match's log with every one
PATIENCE = 30.0

_state_id = re.compile(rb'"_stateID":(\d+)')


def frame(kind: int, payload: bytes) -> bytes:
    """A client's frame; its mask is zero, which leaves the payload as it is."""
    size = len(payload)
    head = (
        struct.pack(">BB", 0x80 | kind, 0x80 | size)
        if size < 126
        else struct.pack(">BBH", 0x80 | kind, 0xFE, size)
    )
    return head + b"\0\0\0\0" + payload


class Wire(asyncio.Protocol):
    """One websocket. Text frames go to `heard`."""

    def __init__(self, host: str, path: str, headers: Sequence[str] = ()) -> None:
        self._request = "\r\n".join(
            [
                f"GET {path} HTTP/1.1",
                f"Host: {host}",
                f"Origin: http://{host}",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dHdvZGVjayBiZW5jaCAxMg==",
                *headers,
                "\r\n",
            ]
        )
        self._buffer = bytearray()
        self._open = False
        self.transport: asyncio.Transport | None = None
        self.ready = asyncio.get_running_loop().create_future()
        self.closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are none by inheritance
        self.transport.write(self._request.encode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closing:
            self.fail(f"the server closed a socket: {bytes(self._buffer[:80])!r}")

    def fail(self, why: str) -> None:
        """End the bench: a number measured beside failures says nothing."""
        if not self.ready.done():
            self.ready.set_exception(RuntimeError(why))
        else:
            FAILURES.append(why)

    def say(self, text: bytes) -> None:
        assert self.transport
        self.transport.write(frame(TEXT, text))

    def close(self) -> None:
        self.closing = True
        if self.transport:
            self.transport.write(frame(CLOSE, b"\x03\xe8"))
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                self.fail(f"no websocket: {bytes(self._buffer[:80])!r}")
                return
            del self._buffer[: end + 4]
            self._open = True
        while len(self._buffer) >= 2:
            kind, size, start = self._buffer[0] & 15, self._buffer[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(self._buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(self._buffer[2:10], "big"), 10
            if len(self._buffer) < start + size:
                return
            payload = bytes(self._buffer[start : start + size])
            del self._buffer[: start + size]
            if kind == TEXT:
                self.heard(payload)
            elif kind == PING and self.transport:
                self.transport.write(frame(PONG, payload))

    def heard(self, text: bytes) -> None:
        """A text frame. An echo or idle socket needs only to be open."""
        if not self.ready.done():
            self.ready.set_result(None)


FAILURES: list[str] = []


@dataclass
class Measured:
    """What a stretch of time gave."""

    latencies: list[float] = field(default_factory=list)


class Actor(Wire):
    """Acts as soon as it has its answer, while it may."""

    acting = False
    sent_at = 0.0
    measured: Measured | None = None

    def act(self) -> None:
        """Send the next action."""
        self.sent_at = time.perf_counter()
        self.next_action()

    def next_action(self) -> None:
        raise NotImplementedError

    def answered(self) -> None:
        """An action was answered."""
        if self.measured is not None:
            self.measured.latencies.append(time.perf_counter() - self.sent_at)
        if self.acting:
            self.act()
        elif not self.ready.done():
            self.ready.set_result(None)


class Shown(msgspec.Struct):
    seq: int
    legal: list[str]
    undo: int


class Message(msgspec.Struct):
    type: str
    seq: int = -1
    legal: list[str] = []
    undo: int = 0
    view: Shown | None = None


_message = msgspec.json.Decoder(Message)


class TwodeckActor(Actor):
    """A game of ours: a random legal action each time, sometimes an undo."""

    def __init__(self, host: str, game: str, cookie: str, dice: random.Random) -> None:
        super().__init__(host, f"/ws/games/{game}/", [f"Cookie: {cookie}"])
        self._dice = dice
        self._shown = Shown(-1, [], 0)

    def heard(self, text: bytes) -> None:
        message = _message.decode(text)
        if message.type == "acted":
            if message.seq != self._shown.seq + 1:
                self.fail(f"an answer for {message.seq} after {self._shown.seq}")
                return
            self._shown = Shown(message.seq, message.legal, message.undo)
            self.answered()
        elif message.view is not None:
            if self._shown.seq >= 0:
                self.fail("a fresh state in the middle of play")
            self._shown = message.view
            self.ready.set_result(None)
        elif message.type != "tick":
            self.fail(text.decode())

    def next_action(self) -> None:
        shown = self._shown
        undo = shown.undo and (not shown.legal or self._dice.random() < 0.1)
        if not undo and not shown.legal:
            return  # it is won
        token = "u" if undo else self._dice.choice(shown.legal)
        self.say(b'{"type":"act","seq":%d,"action":"%s"}' % (shown.seq, token.encode()))


class BoardgameActor(Actor):
    """Matches of boardgame.io, one after the other: engine.io's and socket.io's frames around its messages."""

    def __init__(self, host: str, name: str) -> None:
        super().__init__(host, "/socket.io/?EIO=4&transport=websocket")
        self._name = name
        self._match = 0
        self._seq = 0

    def heard(self, text: bytes) -> None:
        if text.startswith(b'42/piles,["update"'):
            found = _state_id.search(text)
            if found is None or int(found[1]) != self._seq + 1:
                self.fail(f"an update after {self._seq}: {text[:200]!r}")
                return
            self._seq += 1
            self.answered()
        elif text == b"2":
            self.say(b"3")
        elif text.startswith(b"0"):
            self.say(b"40/piles,")
        elif text.startswith(b"40/piles"):
            self._sync()
        elif text.startswith(b'42/piles,["sync"'):
            if not self.ready.done():
                self.ready.set_result(None)
            elif self.acting:
                self.act()
        elif not text.startswith(b'42/piles,["matchData"'):
            self.fail(text[:200].decode())

    def _sync(self) -> None:
        self.say(b'42/piles,["sync","%s-%d","0",null,1]' % (self._name.encode(), self._match))

    def next_action(self) -> None:
        if self._seq == LENGTH:
            self._match += 1
            self._seq = 0
            self._sync()
            return
        self.say(
            b'42/piles,["update",{"type":"MAKE_MOVE","payload":{"type":"shift","args":[],"playerID":"0"}},'
            b'%d,"%s-%d","0"]' % (self._seq, self._name.encode(), self._match)
        )


async def connect(wires: Sequence[Wire], port: int) -> None:
    """Open sockets, a few at a time, and wait until each is ready."""
    loop = asyncio.get_running_loop()
    for start in range(0, len(wires), 25):
        some = wires[start : start + 25]
        for wire in some:
            await loop.create_connection(lambda wire=wire: wire, "127.0.0.1", port)  # type: ignore[misc]  # a bound lambda
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(wire.ready for wire in some))


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Bytes of memory a process holds."""
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))


@dataclass(frozen=True, slots=True)
class Round:
    """One stretch of play on one server."""

    rate: float
    cpu: float
    p50: float
    p99: float


async def play(actors: Sequence[Actor], port: int, pid: int, seconds: float, warm: float) -> Round:
    """Connect, play, measure, stop and close."""
    await connect(actors, port)
    for actor in actors:
        actor.acting = True
        actor.act()
    await asyncio.sleep(warm)
    measured = Measured()
    for actor in actors:
        actor.measured = measured
    begun, spent = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took, spent = time.perf_counter() - begun, cpu_seconds(pid) - spent
    latencies = sorted(measured.latencies)
    loop = asyncio.get_running_loop()
    for actor in actors:
        actor.measured, actor.acting, actor.ready = None, False, loop.create_future()
    await asyncio.wait([actor.ready for actor in actors], timeout=PATIENCE)
    for actor in actors:
        actor.close()
    await asyncio.sleep(0.3)
    if FAILURES:
        raise RuntimeError(FAILURES[0])
    count = len(latencies)
    if not count:
        raise RuntimeError("nothing was answered")
    return Round(count / took, spent / count, latencies[count // 2], latencies[count * 99 // 100])
