"""The two statements that every action waits for, in plain SQL: the ORM's cost several times what they do."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import connection

from games.models import Game, LogEntry, Status

_GAMES = Game._meta.db_table
_ENTRIES = LogEntry._meta.db_table
_MOVED = {
    "seq": "integer",
    "moves": "integer",
    "score": "integer",
    "ranked_score": "integer",
    "peeks": "integer",
    "undos": "integer",
    "cards_up": "smallint",
    "status": "varchar",
    "first_at": "timestamptz",
    "last_at": "timestamptz",
}
_COUNTED = tuple(_MOVED)[:7]
_ENTRY = {"game_id": "uuid", "seq": "integer", "token": "varchar", "ms": "bigint"}

# SQLite runs a statement once for each row; PostgreSQL, which is a message away, takes all rows as one JSON text
# (arrays work too, but psycopg spends more on quoting them than on all the rest).
_ADVANCE = (
    f"UPDATE {_GAMES} SET {', '.join(f'{name} = %s' for name in _MOVED)} "  # noqa: S608
    f"WHERE id = %s AND seq = %s AND status = '{Status.PLAYING}'"
)
_ADVANCE_ALL = (
    f"UPDATE {_GAMES} AS game SET {', '.join(f'{name} = given.{name}' for name in _MOVED)} "  # noqa: S608
    f"FROM json_to_recordset(%s) AS given "
    f"({', '.join(f'{name} {kind}' for name, kind in _MOVED.items())}, id uuid, since integer) "
    f"WHERE game.id = given.id AND game.seq = given.since AND game.status = '{Status.PLAYING}'"
)
_APPEND = f"INSERT INTO {_ENTRIES} ({', '.join(_ENTRY)}) VALUES (%s, %s, %s, %s)"  # noqa: S608
_APPEND_ALL = (
    f"INSERT INTO {_ENTRIES} ({', '.join(_ENTRY)}) SELECT {', '.join(_ENTRY)} "  # noqa: S608
    f"FROM json_to_recordset(%s) AS given ({', '.join(f'{name} {kind}' for name, kind in _ENTRY.items())})"
)


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
    values = [
        (
            *(each.columns[name] for name in _COUNTED),
            str(each.status),
            moment(each.first_at),
            moment(each.last_at),
            key(each.game_id),
            each.since,
        )
        for each in sorted(games)  # so that two processes lock rows in the same order
    ]
    return _write(_ADVANCE, _ADVANCE_ALL, (*_MOVED, "id", "since"), values)


def insert(entries: Sequence[Entry]) -> None:
    """Write rows of logs. Raises IntegrityError where an entry is there already."""
    key = _key()
    values = [(key(each.game_id), each.seq, each.token, each.ms) for each in entries]
    _write(_APPEND, _APPEND_ALL, tuple(_ENTRY), values)


def _write(each: str, at_once: str, names: Sequence[str], values: Sequence[tuple[Any, ...]]) -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            rows = msgspec.json.encode([dict(zip(names, row, strict=True)) for row in values])
            cursor.execute(at_once, [rows.decode()])
        elif len(values) == 1:
            cursor.execute(each, values[0])
        else:
            cursor.executemany(each, values)
        return int(cursor.rowcount)


def _key() -> Any:
    """How this database takes an id."""
    native = connection.features.has_native_uuid_field
    return (lambda game_id: game_id) if native else (lambda game_id: game_id.hex)
