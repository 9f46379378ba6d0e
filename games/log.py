"""The one way to an action log."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import LogEntry, PackedLog
from games.rows import Entry, insert


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
    found = [Logged(token, ms) for token, ms in rows.order_by("seq").values_list("token", "ms")]
    if not found and (stop is None or stop > start):
        found = _unpack(PackedLog.objects.filter(pk=game_id).values_list("entries", flat=True).first())[
            start:stop
        ]
    return found


def read_many(game_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, list[Logged]]:
    """The whole logs of several games in two queries."""
    logs: dict[uuid.UUID, list[Logged]] = {game_id: [] for game_id in game_ids}
    if logs:
        entries = LogEntry.objects.filter(game_id__in=logs).order_by("game_id", "seq")
        for game_id, token, ms in entries.values_list("game_id", "token", "ms"):
            logs[game_id].append(Logged(token, ms))
        for game_id, packed in PackedLog.objects.filter(pk__in=logs).values_list("game_id", "entries"):
            logs[game_id] = _unpack(packed)
    return logs


def pack(game_id: uuid.UUID) -> bool:
    """Put the log of a game that is over into one row; False where that is done already. Call in a transaction."""
    entries = [Logged(token, ms) for token, ms in _live(game_id).order_by("seq").values_list("token", "ms")]
    if not entries:
        return False
    text = " ".join(entry.token if entry.ms is None else f"{entry.token}@{entry.ms}" for entry in entries)
    PackedLog.objects.create(game_id=game_id, entries=text)
    _live(game_id).delete()
    return True


def _live(game_id: uuid.UUID) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(game_id=game_id)


def _unpack(text: str | None) -> list[Logged]:
    entries = []
    for word in (text or "").split():
        token, _, ms = word.partition("@")
        entries.append(Logged(token, int(ms) if ms else None))
    return entries


def rows(game_id: uuid.UUID, after: int, entries: Iterable[Logged]) -> list[Entry]:
    """Rows that continue a log of `after` entries; append() writes them."""
    return [Entry(game_id, after + number, entry.token, entry.ms) for number, entry in enumerate(entries, 1)]


def append(entries: Sequence[Entry]) -> None:
    """Write rows of any number of games. Raises IntegrityError where an entry is there already."""
    if entries:
        insert(entries)
