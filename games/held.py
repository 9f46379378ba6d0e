"""A game as a process holds it: what the row says, and the position its log folds to."""

from __future__ import annotations

import datetime as dt
import logging
import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.engine import BadCode, DealCode, Position, Refusal, play, read_code, start
from games.errors import DamagedLog, UnknownVersion, Unreadable
from games.log import Logged, read, read_many
from games.models import Daily, Game, Status, status_at
from games.sealing import unseal
from games.signals import Change

# A position keeps its undo history (up to 200 steps that share their piles): about 200 kB in a long game.
MOST_POSITIONS = 500

Ended = Literal["given-up", "closed"]

logger = logging.getLogger("twodeck.held")


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


def known_code(text: str) -> DealCode:
    """A stored canonical code. Raises UnknownVersion for one this engine cannot deal."""
    try:
        return read_code(text)
    except BadCode as bad:
        raise UnknownVersion(known=sorted(bad.known)) from None


def daily_code(daily: Daily) -> DealCode:
    """The daily's code: for dealing only, never to be shown before the board is final. Raises Unreadable."""
    return known_code(daily.code or unseal(daily.sealed_code))


def code_of(game: Game) -> DealCode:
    """The game's deal. Raises Unreadable."""
    return known_code(game.code) if game.daily is None else daily_code(game.daily)


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


def played(position: Position, entries: Iterable[Logged], game_id: uuid.UUID) -> Iterator[Position]:
    """The position after each stored entry. Raises DamagedLog where one is refused."""
    for entry in entries:
        after = play(position, entry.token)
        if isinstance(after, Refusal):
            raise damaged(game_id, f"entry {position.seq + 1} is refused ({after.reason})")
        position = after
        yield position


def damaged(game_id: uuid.UUID, what: str) -> DamagedLog:
    """The error of a log that cannot be, told to the host."""
    logger.error("The log of game %s is damaged: %s.", game_id, what)
    return DamagedLog()


def columns_of(position: Position) -> dict[str, int]:
    """What a game's row repeats of its position, for lists and boards."""
    return {
        "seq": position.seq,
        "moves": position.moves,
        "score": position.score,
        "ranked_score": position.ranked_score,
        "peeks": position.peeks,
        "undos": position.undos,
        "cards_up": position.cards_up,
    }


def position_of(game: Game, log: Sequence[Logged] | None = None) -> Position:
    """The position a row stands at: the one held, or that and the tail of the log, or the whole log folded.

    `log` is the whole log where it has been read already. Raises Unreadable.
    """
    known = positions.get(game.id)
    position = start(code_of(game)) if known is None or known.position.seq > game.seq else known.position
    if position.seq < game.seq:
        tail = read(game.id, position.seq, game.seq) if log is None else log[position.seq : game.seq]
        for after in played(position, tail, game.id):
            position = after
    if position.seq != game.seq:
        raise damaged(game.id, f"it ends at {position.seq}, the game at {game.seq}")
    return position


def load(game: Game) -> Held:
    """Hold a row as it stands (select_related player and daily). Raises Unreadable."""
    return hold(game, position_of(game))


def load_readable(games: Iterable[Game]) -> list[Held]:
    """Hold the rows of a list; those that cannot be read are left out, so that the others are shown."""
    games = list(games)
    logs = read_many(game.id for game in games if positions.get(game.id) is None)
    held = []
    for game in games:
        try:
            held.append(hold(game, position_of(game, logs.get(game.id))))
        except Unreadable:
            continue
    return held


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
