"""Where other apps join in a change to games: inside its transaction, and after its commit."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.dispatch import Signal


@dataclass(frozen=True, slots=True)
class Change:
    """One game after a batch: the values that a row on a board is made of."""

    game_id: uuid.UUID
    player_id: uuid.UUID
    daily_id: int | None
    date: dt.date | None
    table: str
    ranked: bool
    status: str
    won: bool
    seq: int
    moves: int
    score: int
    ranked_score: int
    peeks: int
    undos: int
    duration_ms: int
    first_at: dt.datetime | None


Hook = Callable[[Sequence[Change]], None]
_in_commit: list[Hook] = []
_after_commit: list[Hook] = []

# Sent with `daily` when its board has become final, inside that transaction.
daily_final = Signal()


def join_commit(hook: Hook) -> Hook:
    """Register a hook called with a batch's changes inside its transaction; it may use two statements."""
    _in_commit.append(hook)
    return hook


def after_commit(hook: Hook) -> Hook:
    """Register a hook called with the same changes once they are committed."""
    _after_commit.append(hook)
    return hook


def send_in_commit(changes: Sequence[Change]) -> None:
    for hook in _in_commit:
        hook(changes)


def send_after_commit(changes: Sequence[Change]) -> None:
    for hook in _after_commit:
        hook(changes)
