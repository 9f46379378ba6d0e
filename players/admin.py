"""The host's view of people; tokens and keys are not shown."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from players.models import Player, User

admin.site.register(User, UserAdmin)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable when Django runs
    list_display = ("name", "kind", "created", "seen")
    list_filter = ("kind",)
    search_fields = ("name",)
    readonly_fields = ("id", "kind", "user", "created", "seen")
