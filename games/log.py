"""The one way to an action log."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.models import LogEntry


@dataclass(frozen=True, slots=True)
class Logged:
    """One accepted action; `ms` since the one before it, None when taken over from another game."""

    token: str
    ms: int | None


def read(game_id: uuid.UUID, start: int = 0, stop: int | None = None) -> list[Logged]:
    """The entries numbered start+1 to stop (all after start when None), in order."""
    rows = LogEntry.objects.filter(game_id=game_id, seq__gt=start)
    if stop is not None:
        rows = rows.filter(seq__lte=stop)
    return [Logged(token, ms) for token, ms in rows.order_by("seq").values_list("token", "ms")]


def rows(game_id: uuid.UUID, after: int, entries: Iterable[Logged]) -> list[LogEntry]:
    """Rows that continue a log of `after` entries; append() writes them."""
    return [
        LogEntry(game_id=game_id, seq=after + number, token=entry.token, ms=entry.ms)
        for number, entry in enumerate(entries, 1)
    ]


def append(entries: Sequence[LogEntry]) -> None:
    """Write rows of any number of games. Raises IntegrityError where an entry is there already."""
    if entries:
        LogEntry.objects.bulk_create(entries)
