"""The sockets of games."""

from django.urls import path

from games.consumers import GameConsumer

websocket_urlpatterns = [path("ws/games/<str:id>/", GameConsumer.as_asgi())]
