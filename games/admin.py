"""The host's view of games and days; codes and cards are on no page of it."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from games.models import Daily, Game


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable when Django runs
    """Games change by being played, days by the clock."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Daily)
class DailyAdmin(ReadOnly):
    list_display = ("date", "table", "commitment", "final_at")
    list_filter = ("table",)
    fields = ("date", "table", "commitment", "final_at")


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("id", "player", "table", "status", "ranked", "seq", "score", "created")
    list_filter = ("table", "status", "ranked")
    exclude = ("code",)
    list_select_related = ("player",)
