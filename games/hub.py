"""Live topics: the same text to every local socket, and through one group of the channel layer to other processes.

Everything here runs on the event loop, but for `publish`, which any thread may call. A push is a hint: it may be
lost, so every message carries a `seq` or `version` and the truth can be fetched.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import logging
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings

from games.metrics import PUSHES_LOST

log = logging.getLogger("twodeck.hub")


@functools.cache
def _scaled() -> bool:
    """Whether other processes have to be told too; asked with every action, so Django's lazy settings are not."""
    return bool(settings.ENV.redis_url)


Listener = Callable[[Sequence[str]], None]
RETRY_SECONDS = 1.0
READY_SECONDS = 2.0
EVERYONE = "everyone"
MOST_UNSENT = 4096

Pushes = list[tuple[str, list[str]]]


class Hub:
    """The topics that sockets on one event loop listen to."""

    def __init__(self) -> None:
        self._topics: dict[str, set[Listener]] = {}
        # One process hands its texts out by itself; the layer is for the others.
        self._layer: Any = get_channel_layer() if _scaled() else None
        self._name = uuid.uuid4().hex
        self._ready = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._unsent: Pushes = []
        self._sender: asyncio.Task[None] | None = None

    async def listen(self, topic: str, listener: Listener) -> None:
        """Hand every later message of the topic to the listener."""
        if self._layer is not None and not self._ready.is_set():
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._receive())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), READY_SECONDS)
        self._topics.setdefault(topic, set()).add(listener)

    async def leave(self, topic: str, listener: Listener) -> None:
        listeners = self._topics.get(topic, set())
        listeners.discard(listener)
        if not listeners:
            self._topics.pop(topic, None)

    def listening(self, topic: str) -> int:
        """How many local sockets listen."""
        return len(self._topics.get(topic, ()))

    def push(self, topic: str, texts: Sequence[str]) -> None:
        """Hand texts to the listeners here, and to other processes as soon as what went before is on its way."""
        self.hand_out(topic, texts)
        if self._layer is None:
            return
        if len(self._unsent) >= MOST_UNSENT:
            PUSHES_LOST.inc()
            return
        self._unsent.append((topic, list(texts)))
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send_unsent())

    def hand_out(self, topic: str, texts: Sequence[str]) -> None:
        """Give texts to this process's listeners."""
        for listener in list(self._topics.get(topic, ())):
            listener(texts)

    async def _send_unsent(self) -> None:
        """One message for all that waits: under load a batch of the writer's costs what one push does."""
        while self._unsent:
            pushes, self._unsent = self._unsent, []
            await self.send(pushes)

    async def send(self, pushes: Pushes) -> None:
        """Send to the other processes."""
        try:
            await self._layer.group_send(EVERYONE, {"type": "push", "from": self._name, "pushes": pushes})
        except Exception as error:  # play goes on without pushes
            PUSHES_LOST.inc(len(pushes))
            log.warning("Pushes were lost: %s", type(error).__name__)

    async def _receive(self) -> None:
        channel = ""
        while True:
            try:
                if not self._ready.is_set():
                    channel = await self._layer.new_channel("hub")
                    await self._layer.group_add(EVERYONE, channel)
                    self._ready.set()
                message = await self._layer.receive(channel)
            except Exception:  # the layer is down: what is missed is noticed by seq and tick
                log.warning("The channel layer does not answer; trying again.")
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if message["from"] != self._name:
                for topic, texts in message["pushes"]:
                    self.hand_out(topic, texts)

    def close(self) -> None:
        for task in (self._task, self._sender):
            if task is not None:
                task.cancel()


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_lock = threading.Lock()


def hub() -> Hub:
    """The hub of the running event loop, made at first use."""
    loop = asyncio.get_running_loop()
    with _lock:
        for dead in [other for other in _hubs if other.is_closed()]:
            del _hubs[dead]
        return _hubs.setdefault(loop, Hub()) if loop not in _hubs else _hubs[loop]


def wanted(topic: str) -> bool:
    """Whether anyone may be listening: with Redis another process's sockets are not known here."""
    with _lock:
        return _scaled() or any(each.listening(topic) for each in _hubs.values())


def publish(topic: str, texts: Sequence[str]) -> None:
    """Send texts to a topic from any thread; returns at once where an event loop serves this process."""
    with _lock:
        loops = [(loop, each) for loop, each in _hubs.items() if loop.is_running()]
    if loops:
        for loop, each in loops:
            # A context of its own: what listeners start may not think it runs inside the publishing thread's call.
            with contextlib.suppress(RuntimeError):  # it has just been closed, and its sockets with it
                loop.call_soon_threadsafe(each.push, topic, texts, context=contextvars.Context())
            if _scaled():
                return  # Redis carries it to the others
    elif _scaled():
        async_to_sync(_send_once)(topic, texts)


async def _send_once(topic: str, texts: Sequence[str]) -> None:
    layer: Any = get_channel_layer()
    try:
        await Hub().send([(topic, list(texts))])
    finally:
        await layer.flush()
