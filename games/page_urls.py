"""The addresses of the pages of games, deals and players."""

from django.urls import path

import games.converters  # noqa: F401  # registers <anything:>
from games.views import pages

urlpatterns = [
    path("play/<str:game>", pages.play_page, name="play"),
    path("replay/<str:game>", pages.replay_page, name="replay"),
    path("d/<anything:code>", pages.deal_page, name="deal"),
    path("player/<str:name>", pages.player_page, name="player"),
    path("me", pages.me_page, name="me"),
    path("rules/<str:game>", pages.rules_page, name="rules"),
]
