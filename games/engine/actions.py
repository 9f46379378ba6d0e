"""Actions and their tokens: one spelling for each action (notation.md)."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from .cards import PACK
from .tables import TABLES, Table


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards from the stock to the waste."""

    token: str


@dataclass(frozen=True, slots=True)
class Redeal:
    """The waste turned back into the stock."""

    token: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The last action not yet undone taken back."""

    token: str


@dataclass(frozen=True, slots=True)
class WasteUp:
    """The top of the waste to the foundations."""

    token: str


@dataclass(frozen=True, slots=True)
class WasteDown:
    """The top of the waste to column `target`."""

    token: str
    target: int


@dataclass(frozen=True, slots=True)
class ColumnUp:
    """The last card of column `source` to the foundations."""

    token: str
    source: int


@dataclass(frozen=True, slots=True)
class RunDown:
    """The last `count` cards of column `source` to column `target`."""

    token: str
    source: int
    target: int
    count: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The top card of foundation `slot`, counted from 0, to column `target`."""

    token: str
    slot: int
    target: int


Action: TypeAlias = Draw | Redeal | Undo | WasteUp | WasteDown | ColumnUp | RunDown | TakeBack

_COUNTS: Final = {str(count): count for count in range(2, PACK + 1)}
_SLOTS: Final = "12345678"

# Tokens met so far, for each set of columns: at most some ten thousand, as unknown ones are not kept.
_MET: Final[dict[str, dict[str, Action]]] = {table.column_letters: {} for table in TABLES.values()}


def parse_action(token: str, table: Table) -> Action | None:
    """The action a token spells on a table, or None when it is no action there."""
    met = _MET[table.column_letters]
    action = met.get(token)
    if action is None:
        action = _read(token, table.column_letters)
        if action is not None:
            met[token] = action
    return action


def format_action(action: Action) -> str:
    """The token of an action."""
    return action.token


def _read(token: str, letters: str) -> Action | None:
    match token:
        case "s":
            return Draw(token)
        case "r":
            return Redeal(token)
        case "u":
            return Undo(token)
        case "wx":
            return WasteUp(token)
    if len(token) < 2:
        return None
    source, target, count = token[0], letters.find(token[1]), token[2:]
    if source in letters:
        at = letters.index(source)
        if token[1:] == "x":
            return ColumnUp(token, at)
        if target >= 0 and (not count or count in _COUNTS):
            return RunDown(token, at, target, _COUNTS.get(count, 1))
    elif target >= 0 and not count:
        if source == "w":
            return WasteDown(token, target)
        if source in _SLOTS:
            return TakeBack(token, _SLOTS.index(source), target)
    return None
