"""Reading boards. A board is read whole once for each version and league, then pages are cut from it."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import threading
import uuid
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Count
from django.utils import timezone

from games.engine import TABLES, score_text
from games.models import Daily, Game, Status
from leaderboards.models import Board, Entry
from leaderboards.ranking import Result, in_order, places
from players.models import Player

LEAGUES = ("open", "pure")
FIRST_ROWS = 50
MOST_SNAPSHOTS = 64


class EntryView(msgspec.Struct, frozen=True):
    """One row of a board."""

    rank: int
    player: str
    guest: bool
    status: str
    won: bool
    ranked_score: int
    score_text: str
    moves: int
    duration_ms: int
    peeks: int
    undos: int
    percentile: float | None
    decided_by: str | None
    game: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A league's board at one version: its rows in order, and what finds one in them."""

    version: int
    final: bool
    rows: Sequence[EntryView]
    keys: Sequence[tuple[Any, ...]]
    index_of: dict[uuid.UUID, int]

    def of(self, player: Player | None) -> EntryView | None:
        """The player's own row."""
        index = self.index_of.get(player.id) if player else None
        return None if index is None else self.rows[index]

    def page(self, key: tuple[Any, ...] | None, limit: int) -> tuple[Sequence[EntryView], str | None]:
        """Rows behind the row of a token's key, wherever that stands now, and the next token."""
        start = 0
        if key is not None:
            start = next((n for n, each in enumerate(self.keys) if each > key), len(self.keys))
        return self._cut(start, limit)

    def around(self, player: Player | None, limit: int) -> tuple[Sequence[EntryView], str | None]:
        """A window with the player's row in the middle, shifted at the ends; the first rows without one."""
        index = self.index_of.get(player.id) if player else None
        start = 0 if index is None else min(index - limit // 2, len(self.rows) - limit)
        return self._cut(max(0, start), limit)

    def _cut(self, start: int, limit: int) -> tuple[Sequence[EntryView], str | None]:
        end = start + limit
        return self.rows[start:end], token(self.keys[end - 1]) if end < len(self.rows) else None


def token(key: tuple[Any, ...]) -> str:
    """A page token: where the last row stands in the order, so that new rows neither repeat nor skip any."""
    lost, minus_score, moves, first_at, game = key
    plain = f"{int(lost)} {minus_score} {moves} {first_at.isoformat()} {game}"
    return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")


def read_token(text: str) -> tuple[Any, ...]:
    """The key a token names. Raises ValueError."""
    try:
        plain = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
        lost, minus_score, moves, first_at, game = plain.split(" ")
        moment = dt.datetime.fromisoformat(first_at)
        if moment.tzinfo is None:
            raise ValueError("no time zone")
        return bool(int(lost)), int(minus_score), int(moves), moment, str(uuid.UUID(game))
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError("no page token") from error


_snapshots: OrderedDict[tuple[int, str, int, bool, bool], Snapshot] = OrderedDict()
_lock = threading.Lock()


def version_of(daily_id: int) -> int:
    """The board's version; it grows with every change."""
    found = Board.objects.filter(daily_id=daily_id).values_list("version", flat=True).first()
    return found or 1


def snapshot(daily: Daily, league: str) -> Snapshot:
    """The board as it stands."""
    over = timezone.now() >= daily.ends
    key = (daily.pk, league, version_of(daily.pk), over, daily.final)
    with _lock:
        if key in _snapshots:
            _snapshots.move_to_end(key)
            return _snapshots[key]
    made = _read(daily, league, key[2], over)
    with _lock:
        _snapshots[key] = made
        while len(_snapshots) > MOST_SNAPSHOTS:
            _snapshots.popitem(last=False)
    return made


def forget_snapshots() -> None:
    """Drop what is held (a player's name has changed, or a test begins)."""
    with _lock:
        _snapshots.clear()


def _read(daily: Daily, league: str, version: int, over: bool) -> Snapshot:
    rows = Entry.objects.filter(daily=daily).select_related("player")
    if league == "pure":
        rows = rows.filter(peeks=0)
    entries = list(rows)
    results = [
        Result(
            entry.won, entry.ranked_score, entry.moves, entry.actions, (entry.first_at, str(entry.game_id))
        )
        for entry in entries
    ]
    order = in_order(results)
    table = TABLES[daily.table]
    views, keys, index_of = [], [], {}
    for number, (index, place) in enumerate(zip(order, places([results[i] for i in order]), strict=True)):
        entry = entries[index]
        closed = over and entry.status == Status.PLAYING
        views.append(
            EntryView(
                rank=place.rank,
                player=entry.player.name,
                guest=entry.player.guest,
                status=Status.CLOSED.value if closed else entry.status,
                won=entry.won,
                ranked_score=entry.ranked_score,
                score_text=score_text(table, entry.ranked_score),
                moves=entry.moves,
                duration_ms=entry.duration_ms,
                peeks=entry.peeks,
                undos=entry.undos,
                percentile=place.percentile,
                decided_by=place.decided_by,
                game=str(entry.game_id),
            )
        )
        keys.append((*results[index].key, *results[index].first))
        index_of[entry.player_id] = number
    return Snapshot(version, daily.final, views, keys, index_of)


def board_text(daily_id: int, league: str) -> str:
    """The `board` message, the same for everyone."""
    daily = Daily.objects.get(pk=daily_id)
    shown = snapshot(daily, league)
    message = {
        "type": "board",
        "version": shown.version,
        "total": len(shown.rows),
        "final": shown.final,
        "entries": shown.rows[:FIRST_ROWS],
    }
    return msgspec.json.encode(message).decode()


def own_entry(daily_id: int, league: str, player: Player) -> EntryView | None:
    """The player's row on a board."""
    return snapshot(Daily.objects.get(pk=daily_id), league).of(player)


def entry_counts(dailies: Sequence[Daily]) -> dict[int, int]:
    """How many entries each daily has."""
    rows = Entry.objects.filter(daily__in=dailies).values("daily").annotate(count=Count("game"))
    return {row["daily"]: row["count"] for row in rows}


def own_attempts(dailies: Sequence[Daily], player: Player | None) -> dict[int, Game]:
    """The player's ranked attempts on these dailies, by daily."""
    if player is None:
        return {}
    rows = Game.objects.filter(daily__in=dailies, player=player, ranked=True).select_related("daily")
    return {game.daily_id: game for game in rows if game.daily_id is not None}
