"""The one verb: `play` gives the next position or the reason why not. `fold` plays a whole log."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from .actions import Action, ColumnUp, Draw, Redeal, RunDown, TakeBack, Undo, WasteDown, WasteUp, parse_action
from .cards import ACE, BITS, DECK, PACK, Cards
from .codes import DealCode
from .position import Layout, Position, Step, start
from .refusals import IllegalLog, Reason, Refusal
from .scoring import added
from .tables import Table

Outcome: TypeAlias = Reason | tuple[Layout, int]
"""A refused action's reason, or the layout after it and the cards it turned up, as bits."""

_REFUSALS: Final = {reason: Refusal(reason) for reason in Reason}


def play(position: Position, action: str | Action) -> Position | Refusal:
    """The position after an action, given as its token or read, or the first rule that forbids it."""
    table = position.table
    read = parse_action(action if isinstance(action, str) else action.token, table)
    if read is None:
        return _REFUSALS[Reason.UNKNOWN_ACTION]
    before = position.layout
    if before.cards_up == PACK:
        return _REFUSALS[Reason.GAME_OVER]
    kind = read.__class__
    if kind is Undo:
        return _undone(position)
    outcome = _RULES[kind](before, table, read)
    if isinstance(outcome, Reason):
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
    if layout.cards_up == PACK:  # nothing is undone after a win
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


def misfit(table: Table, card: int, column: Cards) -> Reason | None:
    """Why a column does not take a card, or None when it does."""
    if not column:
        return None if card % 13 in table.fillers else Reason.NEEDS_KING
    build, end = table.build, column[-1]
    if build.takes[end] == build.kinds[card]:
        return None
    if end % 13 == ACE:
        return Reason.ACE_TAKES_NOTHING
    if (build.sides[end] == build.sides[card]) is build.alternate:
        return build.clash
    return Reason.WRONG_RANK


def slot_taking(table: Table, card: int, foundations: tuple[Cards, ...]) -> int | None:
    """The first foundation slot, counted from 0, that takes a card, or None."""
    rank = card % 13
    for slot in table.slots[card % DECK // 13]:
        if len(foundations[slot]) == rank:
            return slot
    return None


def may_redeal(layout: Layout, table: Table) -> bool:
    """Whether the table allows another pass through the stock."""
    return table.passes is None or layout.redeals + 1 < table.passes


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


def _draw(layout: Layout, table: Table, action: Draw) -> Outcome:
    stock = layout.stock
    if not stock:
        return Reason.STOCK_EMPTY
    count = table.draw
    drawn = stock[:count]
    turned = 0
    for card in drawn:
        turned |= BITS[card]
    after = Layout(
        stock[count:],
        layout.waste + drawn,
        layout.columns,
        layout.hidden,
        layout.foundations,
        layout.cards_up,
        layout.score,
        layout.ranked_score,
        layout.paid,
        layout.waste_to_column,
        layout.redeals,
    )
    return after, turned


def _redeal(layout: Layout, table: Table, action: Redeal) -> Outcome:
    if not may_redeal(layout, table):
        return Reason.NO_REDEAL
    if layout.stock:
        return Reason.STOCK_NOT_EMPTY
    if not layout.waste:
        return Reason.WASTE_EMPTY
    points = table.points
    after = Layout(
        layout.waste,
        (),
        layout.columns,
        layout.hidden,
        layout.foundations,
        layout.cards_up,
        added(layout.score, points.redeal, points),
        added(layout.ranked_score, points.redeal, points),
        layout.paid,
        layout.waste_to_column,
        layout.redeals + 1,
    )
    return after, 0


def _waste_up(layout: Layout, table: Table, action: WasteUp) -> Outcome:
    waste = layout.waste
    if not waste:
        return Reason.WASTE_EMPTY
    card = waste[-1]
    slot = slot_taking(table, card, layout.foundations)
    if slot is None:
        return Reason.FOUNDATION_NOT_READY
    return _put_up(layout, table, card, slot, waste[:-1], layout.columns, layout.hidden, 0), 0


def _column_up(layout: Layout, table: Table, action: ColumnUp) -> Outcome:
    column = layout.columns[action.source]
    if not column:
        return Reason.SOURCE_EMPTY
    card = column[-1]
    slot = slot_taking(table, card, layout.foundations)
    if slot is None:
        return Reason.FOUNDATION_NOT_READY
    columns = list(layout.columns)
    columns[action.source] = column[:-1]
    hidden, turned, gain = _uncovered(layout, table, action.source, column[:-1])
    return _put_up(layout, table, card, slot, layout.waste, tuple(columns), hidden, gain), turned


def _waste_down(layout: Layout, table: Table, action: WasteDown) -> Outcome:
    waste, target = layout.waste, action.target
    if not waste:
        return Reason.WASTE_EMPTY
    column = layout.columns[target]
    reason = misfit(table, waste[-1], column)
    if reason is not None:
        return reason
    columns = list(layout.columns)
    columns[target] = (*column, waste[-1])
    points = table.points
    after = Layout(
        layout.stock,
        waste[:-1],
        tuple(columns),
        layout.hidden,
        layout.foundations,
        layout.cards_up,
        added(layout.score, points.waste_to_column, points),
        added(layout.ranked_score, points.waste_to_column, points),
        layout.paid,
        layout.waste_to_column + 1,
        layout.redeals,
    )
    return after, 0


def _run_down(layout: Layout, table: Table, action: RunDown) -> Outcome:
    source, target, count = action.source, action.target, action.count
    if source == target:
        return Reason.SAME_PILE
    if count > 1 and table.single_card:
        return Reason.SINGLE_CARD_ONLY
    columns = list(layout.columns)
    column, goal = columns[source], columns[target]
    left = len(column) - count
    if left < 0:
        return Reason.SOURCE_EMPTY
    if left < layout.hidden[source]:
        return Reason.HIDDEN_CARD
    reason = misfit(table, column[left], goal)
    if reason is not None:
        return reason
    rest = column[:left]
    columns[source] = rest
    columns[target] = goal + column[left:]
    hidden, turned, gain = _uncovered(layout, table, source, rest)
    score, ranked = layout.score, layout.ranked_score
    if gain:
        score, ranked = added(score, gain, table.points), added(ranked, gain, table.points)
    after = Layout(
        layout.stock,
        layout.waste,
        tuple(columns),
        hidden,
        layout.foundations,
        layout.cards_up,
        score,
        ranked,
        layout.paid,
        layout.waste_to_column,
        layout.redeals,
    )
    return after, turned


def _take_back(layout: Layout, table: Table, action: TakeBack) -> Outcome:
    pile, target = layout.foundations[action.slot], action.target
    if not pile:
        return Reason.SOURCE_EMPTY
    column = layout.columns[target]
    reason = misfit(table, pile[-1], column)
    if reason is not None:
        return reason
    columns, foundations = list(layout.columns), list(layout.foundations)
    columns[target] = (*column, pile[-1])
    foundations[action.slot] = pile[:-1]
    points = table.points
    after = Layout(
        layout.stock,
        layout.waste,
        tuple(columns),
        layout.hidden,
        tuple(foundations),
        layout.cards_up - 1,
        added(layout.score, points.taken_back, points),
        added(layout.ranked_score, points.taken_back, points),
        layout.paid,
        layout.waste_to_column,
        layout.redeals,
    )
    return after, 0


def _uncovered(layout: Layout, table: Table, source: int, rest: Cards) -> tuple[tuple[int, ...], int, int]:
    """The hidden counts after cards left a column, what turned up there (as bits) and what that pays."""
    hidden = layout.hidden
    count = hidden[source]
    if not count or count != len(rest):
        return hidden, 0, 0
    return (*hidden[:source], count - 1, *hidden[source + 1 :]), BITS[rest[-1]], table.points.flip


def _put_up(
    layout: Layout,
    table: Table,
    card: int,
    slot: int,
    waste: Cards,
    columns: tuple[Cards, ...],
    hidden: tuple[int, ...],
    gain: int,
) -> Layout:
    """The layout after a card reached a foundation slot; `gain` is what its move earned besides."""
    foundations = list(layout.foundations)
    foundations[slot] = (*foundations[slot], card)
    points, paid = table.points, layout.paid
    pays = not (points.pays_once and paid & BITS[card])
    return Layout(
        layout.stock,
        waste,
        columns,
        hidden,
        tuple(foundations),
        layout.cards_up + 1,
        added(layout.score, points.foundation + gain, points),
        added(layout.ranked_score, (points.foundation if pays else 0) + gain, points),
        paid | BITS[card],
        layout.waste_to_column,
        layout.redeals,
    )


_RULES: Final[dict[type[Action], Callable[[Layout, Table, Any], Outcome]]] = {
    Draw: _draw,
    Redeal: _redeal,
    WasteUp: _waste_up,
    WasteDown: _waste_down,
    ColumnUp: _column_up,
    RunDown: _run_down,
    TakeBack: _take_back,
}
