"""The sockets of boards."""

from typing import Any

from django.urls import path

from leaderboards.consumers import BoardConsumer

# Channels routes ASGI applications by Django's path(), whose type knows views only.
board: Any = BoardConsumer.as_asgi()

websocket_urlpatterns: list[Any] = [path("ws/boards/<str:date>/<str:table>/", board)]
