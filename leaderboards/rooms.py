"""A room gathers one process's sockets on one board and league: its text is made once a second at most."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence

from channels.db import database_sync_to_async
from django.db import DatabaseError

from games.hub import hub
from leaderboards.broadcasts import board_topic
from leaderboards.queries import board_text, version_of

PAUSE_SECONDS = 1.0
POLL_SECONDS = 2.0

Listener = Callable[[str], None]

logger = logging.getLogger("twodeck.rooms")


class Room:
    """The sockets on one board and league, on one event loop."""

    def __init__(self, daily_id: int, league: str) -> None:
        self.daily_id = daily_id
        self.league = league
        self.version = 0
        self.listeners: set[Listener] = set()
        self._dirty = asyncio.Event()
        self._listening = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def join(self, listener: Listener) -> None:
        """Hand every later text to the listener; returns once nothing later can be missed."""
        self.listeners.add(listener)
        if self._task is None:  # one for all, however many join at once
            self._task = asyncio.create_task(self._follow())
        await self._listening.wait()

    async def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if not self.listeners and self._task is not None:
            self._task.cancel()
            self._task = None
            _rooms.pop((asyncio.get_running_loop(), self.daily_id, self.league), None)
            await hub().leave(board_topic(self.daily_id), self._hint)

    def _hint(self, texts: Sequence[str]) -> None:
        self._dirty.set()

    async def _follow(self) -> None:
        await hub().listen(board_topic(self.daily_id), self._hint)
        with contextlib.suppress(DatabaseError):  # unknown: the first look hands the board out
            self.version = await database_sync_to_async(version_of)(self.daily_id)
        self._listening.set()
        while True:
            with contextlib.suppress(TimeoutError):  # a hint may have been lost
                await asyncio.wait_for(self._dirty.wait(), POLL_SECONDS)
            self._dirty.clear()
            try:
                changed = await self._look()
            except Exception as error:  # whatever it was, these sockets are not left without a board for ever
                logger.warning("A board could not be read: %s", type(error).__name__)
                changed = True
            if changed:
                await asyncio.sleep(PAUSE_SECONDS)

    async def _look(self) -> bool:
        """Hand out the board if it is another than the last time."""
        version = await database_sync_to_async(version_of)(self.daily_id)
        if version == self.version:
            return False
        text = await database_sync_to_async(board_text)(self.daily_id, self.league)
        self.version = version
        for listener in list(self.listeners):
            listener(text)
        return True


_rooms: dict[tuple[asyncio.AbstractEventLoop, int, str], Room] = {}


def room(daily_id: int, league: str) -> Room:
    """The running loop's room of a board and league."""
    loop = asyncio.get_running_loop()
    for key in [key for key in _rooms if key[0].is_closed()]:
        del _rooms[key]
    return _rooms.setdefault((loop, daily_id, league), Room(daily_id, league))
