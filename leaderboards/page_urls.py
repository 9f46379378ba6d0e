"""The addresses of today's page and the boards."""

from django.urls import path

from leaderboards.views import pages

urlpatterns = [
    path("", pages.home_page, name="home"),
    path("daily/<str:date>/<str:table>", pages.board_page, name="board"),
]
