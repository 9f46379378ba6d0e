"""What every live socket has: who is asking, an outbox, ticks, and the frames' bounds."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from games.hub import hub
from players.models import Player, User
from players.queries import player_by_api_token, player_by_guest_token, player_of_user

LONGEST_FRAME = 4096
TICK_SECONDS = 2.0
MOST_WAITING_BYTES = 64 * 1024

NO_SUCH = 4404
MAY_NOT = 4403


def _header(scope: Mapping[str, Any], name: bytes) -> str | None:
    for key, value in scope.get("headers", []):
        if key == name:
            return str(value.decode("latin-1"))
    return None


def origin_ok(scope: Any) -> bool:
    """Whether the browser's Origin is this service's. A client without one must bring a token instead."""
    origin = _header(scope, b"origin")
    if origin is None:
        return _header(scope, b"authorization") is not None
    parts = urlsplit(origin)
    return origin == settings.PUBLIC_URL or (
        parts.scheme in {"http", "https"}
        and parts.netloc == (_header(scope, b"host") or "")
        and parts.hostname in settings.ALLOWED_HOSTS + [host.strip("[]") for host in settings.ALLOWED_HOSTS]
    )


def scope_player(scope: Any) -> Player | None:
    """The player behind a socket: API token, signed-in user or guest's cookie."""
    header = _header(scope, b"authorization")
    if header is not None:
        kind, _, token = header.partition(" ")
        return player_by_api_token(token.strip()) if kind.lower() == "bearer" else None
    user = scope.get("user")
    if isinstance(user, User) and user.is_authenticated:
        return player_of_user(user)
    token = scope.get("cookies", {}).get("guest", "")
    return player_by_guest_token(token) if token else None


@dataclass(frozen=True, slots=True)
class Push:
    """A text from the hub, which a fresh state makes superfluous."""

    text: str


class LiveConsumer(AsyncWebsocketConsumer):
    """A socket on one topic of the hub. What waits to be sent is bounded; a slow reader gets a fresh state later."""

    topic = ""

    async def connect(self) -> None:
        if not origin_ok(self.scope):
            await self.close()  # before acceptance: HTTP 403
            return
        self._waiting: list[Push | str | None] = []
        self._bytes = 0
        self._wake = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        await self.accept()
        self.player = await database_sync_to_async(scope_player)(self.scope)
        code = await self.open()
        if code is not None:
            await self.close(code)
            return
        await self.listen()  # before the snapshot: what changes in between is queued, not lost
        try:
            await self.send_fresh()
        except Exception:
            await self.leave()
            raise
        self._sender = asyncio.create_task(self._send_waiting())

    async def disconnect(self, code: int) -> None:
        await self.leave()
        if getattr(self, "_sender", None) is not None and self._sender is not None:
            self._sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sender

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if bytes_data is not None:
            await self.close(1009) if len(bytes_data) > LONGEST_FRAME else await self.bad_frame()
        elif text_data is not None:
            if len(text_data.encode("utf-8", "surrogatepass")) > LONGEST_FRAME:
                await self.close(1009)
            else:
                await self.frame(text_data)

    def pushed(self, texts: Sequence[str]) -> None:
        """Take what the hub hands over; runs on the loop and never waits."""
        self.put(*(Push(text) for text in texts))

    def put(self, *items: Push | str | None) -> None:
        """Queue for this socket: pushes, answers of its own, or None for a fresh state."""
        for item in items:
            self._bytes += len(item.text if isinstance(item, Push) else item or "")
            self._waiting.append(item)
        if self._bytes > MOST_WAITING_BYTES and any(isinstance(item, Push) for item in self._waiting):
            # It does not read: pushes give way to one fresh state, answers stay.
            self._waiting = [item for item in self._waiting if not isinstance(item, Push)]
            self._waiting.append(None)
            self._bytes = sum(len(item or "") for item in self._waiting if not isinstance(item, Push))
        self._wake.set()

    async def _send_waiting(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._wake.wait(), TICK_SECONDS)
            except TimeoutError:
                await self.send(text_data=await self.tick())
                continue
            self._wake.clear()
            waiting, self._waiting, self._bytes = self._waiting, [], 0
            for item in waiting:
                if item is None:
                    await self.send_fresh()
                elif isinstance(item, Push):
                    await self.deliver(item.text)
                else:
                    await self.send(text_data=item)

    async def deliver(self, text: str) -> None:
        """Send one push."""
        await self.send(text_data=text)

    async def open(self) -> int | None:
        """Say what this socket follows; returns a close code where this socket may not stay."""
        raise NotImplementedError

    async def listen(self) -> None:
        """Take part in the topic."""
        await hub().listen(self.topic, self.pushed)

    async def leave(self) -> None:
        """Leave the topic; also called when it was never joined."""
        if self.topic:
            await hub().leave(self.topic, self.pushed)

    async def send_fresh(self) -> None:
        """Send the newest state, whole."""
        raise NotImplementedError

    async def tick(self) -> str:
        """The text that tells a client it missed nothing."""
        raise NotImplementedError

    async def frame(self, text: str) -> None:
        """A text frame from the client."""
        raise NotImplementedError

    async def bad_frame(self) -> None:
        """An unreadable frame; the socket stays open."""
        raise NotImplementedError
