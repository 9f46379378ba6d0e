"""What every live socket has: who is asking, an outbox, ticks, and the frames' bounds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError

from games.broadcasts import player_topic
from games.errors import Busy, Concealed, GameError
from games.hub import hub
from games.metrics import SOCKETS
from games.ticker import ticker
from players.models import Player, User
from players.queries import player_by_api_token, player_by_guest_token, player_of_user

LONGEST_FRAME = 4096
TICK_SECONDS = 2.0
MOST_WAITING_BYTES = 64 * 1024
MOST_ANSWER_BYTES = 4 * MOST_WAITING_BYTES

NO_SUCH = 4404
MAY_NOT = 4403
SIGNED_OUT = 4401
TOO_LONG = 1009
DOES_NOT_READ = 1008
FAILED = 1011
TRY_LATER = 1013

logger = logging.getLogger("twodeck.sockets")


def _header(scope: Mapping[str, Any], name: bytes) -> str | None:
    for key, value in scope.get("headers", []):
        if key == name:
            return str(value.decode("latin-1"))
    return None


def origin_ok(scope: Any) -> bool:
    """Whether the browser's Origin is this service's."""
    origin = _header(scope, b"origin")
    if origin is None:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return origin == settings.PUBLIC_URL or (
        parts.scheme in {"http", "https"}
        and parts.netloc == (_header(scope, b"host") or "")
        and parts.hostname in settings.ALLOWED_HOSTS + [host.strip("[]") for host in settings.ALLOWED_HOSTS]
    )


def has_token(scope: Any) -> bool:
    """Whether the client brings an API token, right or wrong."""
    return _header(scope, b"authorization") is not None


def close_code(error: GameError) -> int:
    """With which code a socket ends that cannot show its game or board."""
    if isinstance(error, Concealed):
        return MAY_NOT
    return TRY_LATER if isinstance(error, Busy) else NO_SUCH


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


class Tick:
    """Stands in the queue for a tick, whose text is made when its turn comes."""


TICK = Tick()
Item = Push | Tick | str | None


def _fresh(scope: Any) -> dict[str, Any]:
    """The scope with its user read again: a session that has ended is a stranger's."""
    session = scope.get("session")
    user = None
    if session is not None and session.session_key and session.exists(session.session_key):
        user = scope.get("user")
    return {**scope, "user": user}


def _size(item: Item) -> int:
    if isinstance(item, str):
        return len(item)
    return len(item.text) if isinstance(item, Push) else 0


class LiveConsumer(AsyncWebsocketConsumer, ABC):
    """A socket on one topic of the hub. What waits to be sent is bounded; a slow reader gets a fresh state later."""

    topic = ""
    player: Player | None = None
    _over = False
    _sender: asyncio.Task[None] | None = None

    async def __call__(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        """Hand each message on, in turn. What Channels does beside this (a channel of the socket's own in the layer,
        tasks to wait on both, a thread's visit with every message to close connections) costs more than the action.
        """
        self.scope, self.base_send = scope, send
        with contextlib.suppress(StopConsumer):
            while True:
                message = await receive()
                await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        self._waiting: list[Item] = []
        self._said = asyncio.get_running_loop().time()
        self._bytes = 0
        self._wake = asyncio.Event()
        try:
            if not has_token(self.scope) and not origin_ok(self.scope):
                await self.end()  # before acceptance: HTTP 403; before any query too
                return
            self.player = await database_sync_to_async(scope_player)(self.scope)
            if has_token(self.scope) and self.player is None:  # a wrong token is no stranger's
                await self.end()
                return
            await self.accept()
            if self.player is not None:
                await hub().listen(player_topic(self.player.id), self._look_again)
            await self.open()
            await self.listen()  # before the snapshot: what changes in between is queued, not lost
            await self.send_fresh()
        except GameError as error:
            await self.end(close_code(error))
        except DatabaseError as error:
            logger.warning("A socket could not be opened: %s", type(error).__name__)
            await self.end(TRY_LATER)
        except OSError:  # the other side is gone already; the disconnect is on its way
            await self.leave()
        except Exception:
            logger.exception("A socket could not be opened")
            await self.end(FAILED)
        else:
            self._sender = asyncio.create_task(self._send_waiting())
            ticker().add(self)
            SOCKETS.labels(type(self).__name__).inc()

    async def disconnect(self, code: int) -> None:
        self._over = True
        await self._leave_all()
        if self._sender is not None:
            SOCKETS.labels(type(self).__name__).dec()
            self._sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sender

    async def _leave_all(self) -> None:
        ticker().discard(self)
        if self.player is not None:
            await hub().leave(player_topic(self.player.id), self._look_again)
        await self.leave()

    def _look_again(self, texts: Sequence[str]) -> None:
        """A sign-in of this socket's player has ended: if it was this socket's own, so has the socket."""
        asyncio.get_running_loop().create_task(self._end_if_stranger())

    async def _end_if_stranger(self) -> None:
        now = await database_sync_to_async(scope_player)(await database_sync_to_async(_fresh)(self.scope))
        if now is None or self.player is None or now.id != self.player.id:
            await self.end(SIGNED_OUT)

    async def end(self, code: int | None = None) -> None:
        """Close; frames that are on their way still mean nothing any more."""
        if not self._over:
            self._over = True
            await self._leave_all()
            with contextlib.suppress(OSError):
                await self.close(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._over:
            return
        if self._bytes > MOST_ANSWER_BYTES:
            await self.end(DOES_NOT_READ)
        elif bytes_data is not None:
            await self.end(TOO_LONG) if len(bytes_data) > LONGEST_FRAME else await self.bad_frame()
        elif text_data is not None:
            if len(text_data.encode("utf-8", "surrogatepass")) > LONGEST_FRAME:
                await self.end(TOO_LONG)
            else:
                await self.frame(text_data)

    def pushed(self, texts: Sequence[str]) -> None:
        """Take what the hub hands over; runs on the loop and never waits."""
        self.put(*(Push(text) for text in texts))

    def tick_due(self, now: float) -> bool:
        return now - self._said >= TICK_SECONDS and not self._waiting

    def put_tick(self) -> None:
        if not self._waiting:
            self.put(TICK)

    @classmethod
    async def read_ticks(cls, due: Sequence[Any]) -> None:
        """Read at once what the ticks of these sockets will tell."""

    def put(self, *items: Item) -> None:
        """Queue for this socket: pushes, answers of its own, or None for a fresh state."""
        if self._bytes > MOST_WAITING_BYTES and any(
            isinstance(item, Push) for item in (*self._waiting, *items)
        ):
            # It does not read: pushes give way to one fresh state, answers stay. One batch may always wait.
            self._waiting = [item for item in self._waiting if isinstance(item, str)]
            self._bytes = sum(map(_size, self._waiting))
            items = (*(item for item in items if not isinstance(item, Push)), None)
        for item in items:
            if item is None and None in self._waiting:  # the last asked for answers those before it too
                self._waiting.remove(None)
            self._bytes += _size(item)
            self._waiting.append(item)
        self._wake.set()

    async def _send_waiting(self) -> None:
        """Send what is queued, in order; ends with the socket."""
        while not self._over:
            try:
                await self._send_next()
            except DatabaseError as error:
                logger.warning("A socket waits for the database: %s", type(error).__name__)
                await asyncio.sleep(TICK_SECONDS)
                self.put(None)
            except GameError as error:  # pruned, or no longer readable
                await self.end(close_code(error))
            except OSError:  # the other side is gone; the disconnect is on its way
                return
            except Exception:
                if not self._over:  # closed while it was sending: nothing is wrong
                    logger.exception("A socket failed")
                await self.end(FAILED)

    async def _send_next(self) -> None:
        await self._wake.wait()
        while self._waiting and not self._over:
            item = self._waiting.pop(0)
            self._bytes -= _size(item)
            if item is None:
                await self.send_fresh()
            elif isinstance(item, Push):
                await self.deliver(item.text)
            else:
                await self.send(text_data=await self.tick() if isinstance(item, Tick) else item)
        self._said = asyncio.get_running_loop().time()
        self._wake.clear()

    async def deliver(self, text: str) -> None:
        """Send one push."""
        await self.send(text_data=text)

    @abstractmethod
    async def open(self) -> None:
        """Find what this socket follows. Raises GameError where it may not stay."""

    async def listen(self) -> None:
        """Take part in the topic."""
        await hub().listen(self.topic, self.pushed)

    async def leave(self) -> None:
        """Leave the topic; also called when it was never joined."""
        if self.topic:
            await hub().leave(self.topic, self.pushed)

    @abstractmethod
    async def send_fresh(self) -> None:
        """Send the newest state, whole."""

    @abstractmethod
    async def tick(self) -> str:
        """The text that tells a client it missed nothing."""

    @abstractmethod
    async def frame(self, text: str) -> None:
        """A text frame from the client."""

    @abstractmethod
    async def bad_frame(self) -> None:
        """An unreadable frame; the socket stays open."""
