"""Ticks for all quiet sockets of a process, read together: sockets by the thousand cost a query, not one each."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Protocol

from django.db import DatabaseError

LOOK_SECONDS = 0.5

logger = logging.getLogger("twodeck.ticker")


class Quiet(Protocol):
    """A socket that may be due for a tick."""

    def tick_due(self, now: float) -> bool:
        """Whether it has been quiet for long enough."""

    def put_tick(self) -> None:
        """Queue its tick."""

    @classmethod
    async def read_ticks(cls, due: Sequence[Any]) -> None:
        """Read at once what the ticks of these sockets will tell."""


class Ticker:
    """The sockets of one event loop; its task lives while there are any."""

    def __init__(self) -> None:
        self._sockets: set[Quiet] = set()
        self._task: asyncio.Task[None] | None = None

    def add(self, socket: Quiet) -> None:
        self._sockets.add(socket)
        if self._task is None:
            self._task = asyncio.create_task(self._look())

    def discard(self, socket: Quiet) -> None:
        self._sockets.discard(socket)
        if not self._sockets and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = asyncio.get_running_loop().time()
            due = defaultdict(list)
            for socket in self._sockets:
                if socket.tick_due(now):
                    due[type(socket)].append(socket)
            for kind, sockets in due.items():
                try:
                    await kind.read_ticks(sockets)
                except DatabaseError as error:  # the next look tries again
                    logger.warning("Ticks wait for the database: %s", type(error).__name__)
                except Exception:
                    logger.exception("Ticks could not be read")
                else:
                    for socket in sockets:
                        socket.put_tick()


_tickers: dict[asyncio.AbstractEventLoop, Ticker] = {}


def ticker() -> Ticker:
    """The running loop's."""
    loop = asyncio.get_running_loop()
    if loop not in _tickers:
        for dead in [other for other in _tickers if other.is_closed()]:
            del _tickers[dead]
        _tickers[loop] = Ticker()
    return _tickers[loop]
