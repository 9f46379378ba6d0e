"""The API's addresses of days and boards."""

from django.urls import path

from leaderboards.views import api

urlpatterns = [
    path("dailies/<str:date>", api.DayView.as_view()),
    path("dailies/<str:date>/<str:table>/board", api.BoardView.as_view()),
]
