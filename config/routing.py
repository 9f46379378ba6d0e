"""Every socket; an unknown address is closed like any unknown thing."""

from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.urls import re_path

from games.routing import websocket_urlpatterns as games
from games.sockets import NO_SUCH, origin_ok
from leaderboards.routing import websocket_urlpatterns as boards


class NoSuchSocket(AsyncWebsocketConsumer):
    """Closes with 4404."""

    async def connect(self) -> None:
        if origin_ok(self.scope) or any(name == b"authorization" for name, _ in self.scope["headers"]):
            await self.accept()
            await self.close(NO_SUCH)
        else:
            await self.close()


no_such: Any = NoSuchSocket.as_asgi()
unknown: list[Any] = [re_path(r"", no_such)]
websockets = URLRouter([*games, *boards, *unknown])
