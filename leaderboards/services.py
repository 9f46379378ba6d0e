"""Changes to boards: entries follow the games, in the same commit."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F

from games.models import Daily
from games.signals import Change
from leaderboards.models import Board, Entry
from players.models import Player

FOLLOWING = ["status", "won", "ranked_score", "moves", "actions", "peeks", "undos", "duration_ms", "first_at"]


def on_board(changes: Sequence[Change]) -> list[Change]:
    """The changes that show on a board: ranked attempts from their first action on."""
    return [change for change in changes if change.ranked and change.daily_id and change.seq > 0]


def entries_follow(changes: Sequence[Change]) -> None:
    """Write the entries of changed attempts and raise their boards' versions: two statements."""
    ranked = on_board(changes)
    if not ranked:
        return
    Entry.objects.bulk_create(
        [_entry(change) for change in ranked],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=FOLLOWING,
    )
    boards_changed({change.daily_id for change in ranked if change.daily_id})


def boards_changed(daily_ids: set[int]) -> None:
    """Raise the versions of these boards."""
    raised = Board.objects.filter(daily_id__in=daily_ids).update(version=F("version") + 1)
    if raised < len(daily_ids):  # a daily's first entry ever
        Board.objects.bulk_create([Board(daily_id=each) for each in daily_ids], ignore_conflicts=True)
        Board.objects.filter(daily_id__in=daily_ids).update(version=F("version") + 1)


def player_boards_changed(player: Player) -> None:
    """The player's name is another: the boards that show it are read again."""
    boards_changed(set(Entry.objects.filter(player=player).values_list("daily_id", flat=True)))


def board_final(daily: Daily) -> None:
    """The board will never change again; those who look at it are told."""
    boards_changed({daily.pk})


def _entry(change: Change) -> Entry:
    if change.daily_id is None or change.first_at is None:
        raise ValueError("an entry needs a daily and a first action")
    return Entry(
        game_id=change.game_id,
        daily_id=change.daily_id,
        player_id=change.player_id,
        status=change.status,
        won=change.won,
        ranked_score=change.ranked_score,
        moves=change.moves,
        actions=change.seq,
        peeks=change.peeks,
        undos=change.undos,
        duration_ms=change.duration_ms,
        first_at=change.first_at,
    )
