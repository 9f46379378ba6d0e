"""The sockets of games."""

from typing import Any

from django.urls import path

from games.consumers import GameConsumer

# Channels routes ASGI applications by Django's path(), whose type knows views only.
game: Any = GameConsumer.as_asgi()

websocket_urlpatterns: list[Any] = [path("ws/games/<str:id>/", game)]
