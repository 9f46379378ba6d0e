"""A game as a process holds it: what the row says, and the position its log folds to."""

from __future__ import annotations

import datetime as dt
import threading
import uuid
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Literal

from games.engine import BadCode, DealCode, Position, Refusal, fold, play, read_code
from games.errors import UnknownVersion
from games.log import read
from games.models import Daily, Game, Status, status_at
from games.sealing import unseal
from games.signals import Change

# A position keeps its undo history (up to 200 steps that share their piles): about 200 kB in a long game.
MOST_POSITIONS = 500

Ended = Literal["given-up", "closed"]


@dataclass(frozen=True, slots=True)
class Held:
    """One game, immutable; `position` is exactly fold(code, the first `position.seq` log entries)."""

    game_id: uuid.UUID
    player_id: uuid.UUID
    player_name: str
    code: DealCode
    daily_id: int | None
    date: dt.date | None
    closes: dt.datetime | None
    ends: dt.datetime | None
    concealed: bool
    ranked: bool
    status: str
    created: dt.datetime
    first_at: dt.datetime | None
    last_at: dt.datetime | None
    inherited: int
    position: Position

    def status_at(self, now: dt.datetime) -> str:
        """The status as it stands at this instant, whatever has or hasn't run yet."""
        return status_at(
            self.status,
            ranked=self.ranked,
            seq=self.position.seq,
            closes=self.closes,
            ends=self.ends,
            now=now,
        )

    def ended_at(self, now: dt.datetime) -> Ended | None:
        """How the game ended without being won, or None."""
        status = self.status_at(now)
        if status == Status.GIVEN_UP:
            return "given-up"
        return "closed" if status == Status.CLOSED else None

    @property
    def duration_ms(self) -> int:
        """Milliseconds from the first to the last accepted action."""
        if self.first_at is None or self.last_at is None:
            return 0
        return (self.last_at - self.first_at) // dt.timedelta(milliseconds=1)

    def change(self) -> Change:
        """What other apps are told of this game."""
        at = self.position
        return Change(
            game_id=self.game_id,
            player_id=self.player_id,
            daily_id=self.daily_id,
            date=self.date,
            table=at.table.slug,
            ranked=self.ranked,
            status=self.status,
            won=at.won,
            seq=at.seq,
            moves=at.moves,
            score=at.score,
            ranked_score=at.ranked_score,
            peeks=at.peeks,
            undos=at.undos,
            duration_ms=self.duration_ms,
            first_at=self.first_at,
        )


class Positions:
    """The positions this process holds, least recently used out first. Any thread may ask; all are immutable."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        self._most = most
        self._held: OrderedDict[uuid.UUID, Held] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: uuid.UUID) -> Held | None:
        with self._lock:
            held = self._held.get(game_id)
            if held is not None:
                self._held.move_to_end(game_id)
            return held

    def put(self, held: Held) -> None:
        with self._lock:
            self._held[held.game_id] = held
            self._held.move_to_end(held.game_id)
            while len(self._held) > self._most:
                self._held.popitem(last=False)

    def forget(self, game_id: uuid.UUID) -> None:
        with self._lock:
            self._held.pop(game_id, None)

    def forget_player(self, player_id: uuid.UUID) -> None:
        """Forget a player's games: they hold the player's name."""
        with self._lock:
            for game_id in [each.game_id for each in self._held.values() if each.player_id == player_id]:
                del self._held[game_id]

    def clear(self) -> None:
        with self._lock:
            self._held.clear()


positions = Positions()


def known_code(text: str, game_id: object = None) -> DealCode:
    """A stored canonical code. Raises UnknownVersion for one this engine cannot deal."""
    try:
        return read_code(text)
    except BadCode as bad:
        raise UnknownVersion(known=list(bad.known), game=str(game_id) if game_id else None) from None


def daily_code(daily: Daily) -> DealCode:
    """The daily's code: for dealing only, never to be shown before the board is final."""
    return known_code(daily.code or unseal(daily.sealed_code))


def code_of(game: Game) -> DealCode:
    """The game's deal. Raises UnknownVersion."""
    return known_code(game.code, game.id) if game.daily is None else daily_code(game.daily)


def hold(game: Game, position: Position) -> Held:
    """A row (with player and daily) and its position, as one immutable value."""
    daily = game.daily
    return Held(
        game_id=game.id,
        player_id=game.player_id,
        player_name=game.player.name,
        code=position.code,
        daily_id=game.daily_id,
        date=daily.date if daily else None,
        closes=daily.closes if daily else None,
        ends=daily.ends if daily else None,
        concealed=daily is not None and not daily.final,
        ranked=game.ranked,
        status=game.status,
        created=game.created,
        first_at=game.first_at,
        last_at=game.last_at,
        inherited=game.inherited,
        position=position,
    )


def position_of(game: Game) -> Position:
    """The position a row stands at: the one held, or that and the tail of the log, or the whole log folded."""
    known = positions.get(game.id)
    if known is None or known.position.seq > game.seq:
        position = fold(code_of(game), [entry.token for entry in read(game.id, 0, game.seq)])
    else:
        position = known.position
        if position.seq < game.seq:
            for entry in read(game.id, position.seq, game.seq):
                after = play(position, entry.token)
                if isinstance(after, Refusal):
                    raise RuntimeError(f"game {game.id}: a stored entry is refused ({after.reason})")
                position = after
    if position.seq != game.seq:
        raise RuntimeError(f"game {game.id}: the log ends at {position.seq}, the row says {game.seq}")
    return position


def load(game: Game) -> Held:
    """Hold a row as it stands (select_related player and daily)."""
    return hold(game, position_of(game))


def moved(held: Held, position: Position, now: dt.datetime) -> Held:
    """The same game after accepted actions at this instant; the clock never runs backwards."""
    last = max(now, held.last_at) if held.last_at else now
    return replace(
        held,
        position=position,
        first_at=held.first_at or last,
        last_at=last,
        status=Status.WON.value if position.won else held.status,
    )
