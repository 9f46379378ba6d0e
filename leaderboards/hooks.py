"""Where boards join in a change to games."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.models import Daily
from games.signals import after_commit, daily_final, join_commit
from leaderboards.broadcasts import board_told, boards_told
from leaderboards.services import board_final, entries_follow, player_boards_changed
from players.models import Player
from players.signals import player_renamed


def _on_final(sender: Any, daily: Daily, **more: Any) -> None:
    board_final(daily)
    transaction.on_commit(lambda: board_told(daily.pk))


def _on_rename(sender: Any, player: Player, **more: Any) -> None:
    player_boards_changed(player)


def connect() -> None:
    """Register the hooks; called once when the app is ready."""
    join_commit(entries_follow)
    after_commit(boards_told)
    daily_final.connect(_on_final, dispatch_uid="board_final")
    player_renamed.connect(_on_rename, dispatch_uid="board_names")
