"""The two statements that every action waits for, in plain SQL: the ORM's cost several times what they do."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import connection

from games.models import Game, LogEntry, Status

_GAMES = Game._meta.db_table
_ENTRIES = LogEntry._meta.db_table
_MOVED = (
    "seq",
    "moves",
    "score",
    "ranked_score",
    "peeks",
    "undos",
    "cards_up",
    "status",
    "first_at",
    "last_at",
)
_ADVANCE = (
    f"UPDATE {_GAMES} SET {', '.join(f'{name} = %s' for name in _MOVED)} "  # noqa: S608
    f"WHERE id = %s AND seq = %s AND status = '{Status.PLAYING}'"
)
_APPEND = f"INSERT INTO {_ENTRIES} (game_id, seq, token, ms) VALUES (%s, %s, %s, %s)"  # noqa: S608


class Entry(NamedTuple):
    """A row of a log that is not written yet."""

    game_id: uuid.UUID
    seq: int
    token: str
    ms: int | None


class Advance(NamedTuple):
    """A game's row after a batch; `since` is the seq it must still stand at."""

    game_id: uuid.UUID
    since: int
    columns: dict[str, int]
    status: str
    first_at: dt.datetime | None
    last_at: dt.datetime | None


def advance(games: Iterable[Advance]) -> int:
    """Move the rows of games on; returns how many stood where they should."""
    key, moment = _key(), connection.ops.adapt_datetimefield_value
    # Always in the same order, so that two processes cannot wait for each other.
    values = [
        (
            *(each.columns[name] for name in _MOVED[:7]),
            str(each.status),
            moment(each.first_at),
            moment(each.last_at),
            key(each.game_id),
            each.since,
        )
        for each in sorted(games)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(_ADVANCE, values)
        return int(cursor.rowcount)


def insert(entries: Sequence[Entry]) -> None:
    """Write rows of logs. Raises IntegrityError where an entry is there already."""
    key = _key()
    with connection.cursor() as cursor:
        cursor.executemany(_APPEND, [(key(each.game_id), each.seq, each.token, each.ms) for each in entries])


def _key() -> Any:
    """How this database takes an id."""
    native = connection.features.has_native_uuid_field
    return (lambda game_id: game_id) if native else (lambda game_id: game_id.hex)
