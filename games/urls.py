"""The API's addresses of games, records and deals."""

from django.urls import path

import games.converters  # noqa: F401  # registers <anything:>
from games.views import api

urlpatterns = [
    path("games", api.GamesView.as_view()),
    path("games/<str:id>", api.GameView.as_view()),
    path("games/<str:id>/actions", api.ActionsView.as_view()),
    path("games/<str:id>/give-up", api.GiveUpView.as_view()),
    path("games/<str:id>/record", api.RecordView.as_view()),
    path("games/<str:id>/replay", api.ReplayView.as_view()),
    path("records/verify", api.VerifyView.as_view()),
    path("deals/<anything:code>", api.DealView.as_view()),
]
