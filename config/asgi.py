"""The composition root of the running server: HTTP, sockets, and what starts and stops with it."""

from __future__ import annotations

import gc
import os
from collections.abc import Awaitable, Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter
from django.conf import settings

from config.bodies import BoundedBodies
from config.routing import websockets
from games.clock import Clock
from games.hub import hub
from games.writer import writer

Message = dict[str, Any]


async def lifespan(
    scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    """Start the embedded clock; at the end let the writer finish what it holds."""
    clock = Clock() if settings.EMBEDDED else None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            hub()
            if clock:
                clock.start()
            # Everything alive now stays; most garbage is young. This cuts the pauses that players would feel.
            gc.collect()
            gc.freeze()
            gc.set_threshold(50_000, 20, 100)
            await send({"type": "lifespan.startup.complete"})
        else:
            if clock:
                clock.stop()
            writer.stop()
            hub().close()
            await send({"type": "lifespan.shutdown.complete"})
            return


application = ProtocolTypeRouter(
    {"http": BoundedBodies(http), "websocket": AuthMiddlewareStack(websockets), "lifespan": lifespan}
)
