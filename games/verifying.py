"""Folding stored logs again, to find rows that say something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import IllegalLog, fold
from games.errors import Unreadable
from games.held import code_of, columns_of
from games.log import read
from games.models import Game, Status

CHUNK = 500


@dataclass(frozen=True, slots=True)
class Drift:
    """A game whose row or log is not what fold(deal, log) gives."""

    game: str
    what: str


def games_drifted() -> Iterator[Drift | None]:
    """Fold every stored game again: None for a game that stands, a Drift for one that does not."""
    rows = Game.objects.select_related("player", "daily").order_by("created", "id")
    for game in rows.iterator(chunk_size=CHUNK):
        found = _drift(game)
        yield Drift(str(game.id), found) if found else None


def _drift(game: Game) -> str:
    entries = read(game.id, 0, game.seq)  # what a player adds meanwhile is not in the row yet
    try:
        position = fold(code_of(game), [entry.token for entry in entries])
    except Unreadable as error:
        return f"its deal cannot be dealt here ({type(error).__name__})"
    except IllegalLog as error:
        return f"entry {error.index + 1} of its log is refused ({error.reason})"
    for name, value in columns_of(position).items():
        if getattr(game, name) != value:
            return f"{name} is {getattr(game, name)}, the log gives {value}"
    if position.won != (game.status == Status.WON):
        return f"its status is {game.status}, the log is {'won' if position.won else 'not won'}"
    return ""
