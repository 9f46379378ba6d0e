"""The one verb: `play` gives the next position or the reason why not. `fold` plays a whole log."""

from collections.abc import Iterable
from typing import Final

from .actions import Action, Undo, parse_action
from .cards import PACK
from .codes import DealCode
from .moves import RULES
from .position import Position, Step, start
from .refusals import IllegalLog, Reason, Refusal

_REFUSALS: Final = {reason: Refusal(reason) for reason in Reason}


def play(position: Position, action: str | Action) -> Position | Refusal:
    """The position after an action, given as its token or read, or the first rule that forbids it."""
    table = position.table
    read = parse_action(action if isinstance(action, str) else action.token, table)
    if read is None:
        return _REFUSALS[Reason.UNKNOWN_ACTION]
    before = position.layout
    if before.totals.cards_up == PACK:
        return _REFUSALS[Reason.GAME_OVER]
    kind = read.__class__
    if kind is Undo:
        return _undone(position)
    outcome = RULES[kind](before, table, read)
    if not isinstance(outcome, tuple):
        return _REFUSALS[outcome]
    layout, turned = outcome
    seen = position.seen
    fresh = False
    if turned and turned & ~seen:
        fresh = True
        seen |= turned
    recent, older, depth = position.recent, position.older, table.undo_depth
    recent = Step(before, fresh, recent, 1 if recent is None else recent.count + 1)
    if recent.count == depth:
        recent, older = None, recent
    undo = position.undo
    if undo < depth:
        undo += 1
    if layout.totals.cards_up == PACK:  # nothing is undone after a win
        undo, recent, older = 0, None, None
    return Position(
        position.deal,
        table,
        layout,
        position.seq + 1,
        position.undos,
        position.peeks,
        seen,
        undo,
        recent,
        older,
    )


def fold(code: DealCode, tokens: Iterable[str]) -> Position:
    """The position a log leads to; raises IllegalLog at its first entry that is refused."""
    position = start(code)
    for index, token in enumerate(tokens):
        after = play(position, token)
        if isinstance(after, Refusal):
            raise IllegalLog(index, after.reason)
        position = after
    return position


def _undone(position: Position) -> Position | Refusal:
    recent, older = position.recent, position.older
    if recent is None:
        recent, older = older, None
    if not position.undo or recent is None:
        return _REFUSALS[Reason.NOTHING_TO_UNDO]
    return Position(
        position.deal,
        position.table,
        recent.before,
        position.seq + 1,
        position.undos + 1,
        position.peeks + recent.fresh,
        position.seen,
        position.undo - 1,
        recent.below,
        older,
    )
