"""/ws/boards/{date}/{table}/: one board, the same text for everyone, and one's own row."""

from __future__ import annotations

import time
from urllib.parse import parse_qs

import msgspec
from channels.db import database_sync_to_async

from games.calendar import daily_on, read_date
from games.errors import NotFound
from games.models import Daily
from games.protocol import read_frame, text
from games.release import release
from games.sentences import problem_sentence
from games.sockets import LiveConsumer
from leaderboards.queries import LEAGUES, EntryView, board_text, own_entry
from leaderboards.rooms import Room, room

OWN_SECONDS = 5.0


def _daily(date: str, table: str) -> Daily:
    return daily_on(read_date(date), table)


class BoardConsumer(LiveConsumer):
    """Follows a room; it takes nothing but `sync`."""

    _room: Room | None = None

    async def open(self) -> None:
        where = self.scope["url_route"]["kwargs"]
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        self.league = query.get("league", ["open"])[0]
        if self.league not in LEAGUES:
            raise NotFound
        daily = await database_sync_to_async(_daily)(where["date"], where["table"])
        self.daily_id = daily.pk
        self._own: EntryView | None = await self._read_own()
        self._own_at = 0.0

    async def listen(self) -> None:
        self._room = room(self.daily_id, self.league)
        await self._room.join(self.fresh_board)

    async def leave(self) -> None:
        if self._room is not None:
            await self._room.leave(self.fresh_board)

    def fresh_board(self, board: str) -> None:
        self.pushed([board])

    async def send_fresh(self) -> None:
        await self.send(text_data=await database_sync_to_async(board_text)(self.daily_id, self.league))

    async def deliver(self, text: str) -> None:
        await self.send(text_data=text)
        await self._tell_own()

    async def tick(self) -> str:
        await self._tell_own()
        return text(
            {"type": "tick", "version": self._room.version if self._room else 0, "release": release()}
        )

    async def _read_own(self) -> EntryView | None:
        if self.player is None:
            return None
        return await database_sync_to_async(own_entry)(self.daily_id, self.league, self.player)

    async def _tell_own(self) -> None:
        now = time.monotonic()
        if self.player is None or now - self._own_at < OWN_SECONDS:
            return
        entry = await self._read_own()
        if entry != self._own:
            self._own, self._own_at = entry, now
            await self.send(text_data=text({"type": "me", "entry": entry}))

    async def frame(self, text: str) -> None:
        try:
            read = read_frame(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            await self.bad_frame()
            return
        if type(read).__name__ == "Sync":
            self.put(None)
        else:
            await self.bad_frame()

    async def bad_frame(self) -> None:
        sentence = problem_sentence("bad_request", {"problem": "frame"})
        self.put(text({"type": "error", "code": "bad_request", "detail": sentence}))
