"""Telling boards' watchers, after the commit, that there is something new."""

from __future__ import annotations

from collections.abc import Sequence

from games.hub import publish, wanted
from games.signals import Change
from leaderboards.services import on_board

CHANGED = "changed"


def board_topic(daily_id: int) -> str:
    return f"board.{daily_id}"


def boards_told(changes: Sequence[Change]) -> None:
    """Hint that boards have changed; whoever listens reads the new rows once for all its sockets."""
    for daily_id in {change.daily_id for change in on_board(changes) if change.daily_id}:
        board_told(daily_id)


def board_told(daily_id: int) -> None:
    if wanted(board_topic(daily_id)):
        publish(board_topic(daily_id), [CHANGED])
