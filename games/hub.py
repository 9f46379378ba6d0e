"""Live topics: one channel-layer subscription per process and topic, the same text to every local socket.

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
from collections.abc import Callable, Coroutine, Sequence
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


class Hub:
    """The topics that sockets on one event loop listen to."""

    def __init__(self) -> None:
        self._topics: dict[str, set[Listener]] = {}
        self._joined: dict[str, asyncio.Task[None]] = {}
        # One process hands its texts out by itself; the layer is for the others.
        self._layer: Any = get_channel_layer() if _scaled() else None
        self._channel = ""
        self._ready = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def listen(self, topic: str, listener: Listener) -> None:
        """Hand every later message of the topic to the listener."""
        if self._layer is None:
            self._topics.setdefault(topic, set()).add(listener)
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._receive())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ready.wait(), READY_SECONDS)
        self._topics.setdefault(topic, set()).add(listener)
        if topic not in self._joined and self._ready.is_set():
            join = self._quietly(self._layer.group_add(topic, self._channel))
            self._joined[topic] = asyncio.create_task(join)
        if topic in self._joined:  # whoever comes second waits for the first one's subscription too
            await asyncio.shield(self._joined[topic])

    async def leave(self, topic: str, listener: Listener) -> None:
        listeners = self._topics.get(topic, set())
        listeners.discard(listener)
        if not listeners and self._topics.pop(topic, None) is not None:
            self._joined.pop(topic, None)
            if self._layer is not None:
                await self._quietly(self._layer.group_discard(topic, self._channel))

    def listening(self, topic: str) -> int:
        """How many local sockets listen."""
        return len(self._topics.get(topic, ()))

    async def send(self, topic: str, texts: Sequence[str]) -> None:
        await self._quietly(
            self._layer.group_send(topic, {"type": "push", "topic": topic, "texts": list(texts)})
        )

    async def _receive(self) -> None:
        while True:
            try:
                if not self._ready.is_set():
                    self._channel = await self._layer.new_channel("hub")
                    for topic in list(self._topics):
                        await self._layer.group_add(topic, self._channel)
                    self._ready.set()
                message = await self._layer.receive(self._channel)
            except Exception:  # the layer is down: what is missed is noticed by seq and tick
                log.warning("The channel layer does not answer; trying again.")
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self.hand_out(message["topic"], message["texts"])

    def hand_out(self, topic: str, texts: Sequence[str]) -> None:
        """Give texts to this process's listeners."""
        for listener in list(self._topics.get(topic, ())):
            listener(texts)

    async def _quietly(self, call: Coroutine[Any, Any, None]) -> None:
        try:
            await call
        except Exception as error:  # play goes on without pushes
            PUSHES_LOST.inc()
            log.warning("A push was lost: %s", type(error).__name__)

    def close(self) -> None:
        if self._task:
            self._task.cancel()


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
            if _scaled():
                asyncio.run_coroutine_threadsafe(each.send(topic, texts), loop)
                return  # Redis carries it to the others
            with contextlib.suppress(RuntimeError):  # it has just been closed, and its sockets with it
                loop.call_soon_threadsafe(each.hand_out, topic, texts, context=contextvars.Context())
    elif _scaled():
        async_to_sync(_send_once)(topic, texts)


async def _send_once(topic: str, texts: Sequence[str]) -> None:
    layer: Any = get_channel_layer()
    try:
        await Hub().send(topic, texts)
    finally:
        await layer.flush()
