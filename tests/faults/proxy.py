"""A TCP proxy of the test's own that misbehaves on order: delays, cuts in mid-frame, trickles, goes half-open."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum


class Mood(StrEnum):
    """What the proxy does to what passes through it."""

    FAIR = "fair"
    DELAY = "delay"
    TRICKLE = "trickle"
    CUT = "cut"
    HALF_OPEN = "half-open"


class Proxy:
    """Listens on a port of its own and passes bytes on to a target port, as its mood allows."""

    def __init__(self, target: int, dice: random.Random) -> None:
        self.target, self.dice = target, dice
        self.mood = Mood.FAIR
        self.port = 0
        self.cuts = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        dead = asyncio.Event()
        for task in (
            asyncio.create_task(self._pass_on(reader, far_writer, writer, dead)),
            asyncio.create_task(self._pass_on(far_reader, writer, far_writer, dead)),
        ):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        back: asyncio.StreamWriter,
        dead: asyncio.Event,
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(4096):
                if self.mood is Mood.HALF_OPEN:
                    dead.set()  # what has gone half-open stays so: nothing more comes through, nothing says so
                if dead.is_set():
                    continue
                match self.mood:
                    case Mood.DELAY:
                        await asyncio.sleep(self.dice.uniform(0.05, 0.4))
                    case Mood.TRICKLE:
                        for byte in data[:64]:
                            target.write(bytes([byte]))
                            await target.drain()
                            await asyncio.sleep(0.001)
                        data = data[64:]
                    case Mood.CUT if self.dice.random() < 0.2:
                        self.cuts += 1
                        target.write(data[: len(data) // 2])
                        break
                target.write(data)
                await target.drain()
        for each in (target, back):
            each.close()


@asynccontextmanager
async def proxied(target: int, seed: int = 1) -> AsyncIterator[Proxy]:
    """A proxy in front of a port."""
    proxy = Proxy(target, random.Random(seed))
    server = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        tasks = list(proxy._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
