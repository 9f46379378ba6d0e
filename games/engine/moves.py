"""What each action does to the cards and their totals, or the first rule that forbids it."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from .actions import Action, ColumnUp, Draw, Redeal, RunDown, TakeBack, WasteDown, WasteUp
from .cards import ACE, BITS, DECK, Cards
from .position import Layout, Totals
from .refusals import Reason
from .scoring import added
from .tables import Points, Table

Outcome: TypeAlias = Reason | tuple[Layout, int]
"""A refused action's reason, or the layout after it and the cards it turned up, as bits."""


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
    return table.passes is None or layout.totals.redeals + 1 < table.passes


def _draw(layout: Layout, table: Table, action: Draw) -> Outcome:
    row, drawn = layout.row, layout.drawn
    if drawn == len(row):
        return Reason.STOCK_EMPTY
    cards = row[drawn : drawn + table.draw]
    turned = 0
    for card in cards:
        turned |= BITS[card]
    drawn += len(cards)
    return Layout(row, drawn, layout.columns, layout.hidden, layout.foundations, layout.totals), turned


def _redeal(layout: Layout, table: Table, action: Redeal) -> Outcome:
    if not may_redeal(layout, table):
        return Reason.NO_REDEAL
    if layout.drawn < len(layout.row):
        return Reason.STOCK_NOT_EMPTY
    if not layout.row:
        return Reason.WASTE_EMPTY
    totals, points = layout.totals, table.points
    totals = Totals(
        totals.cards_up,
        added(totals.score, points.redeal, points),
        added(totals.ranked_score, points.redeal, points),
        totals.paid,
        totals.waste_to_column,
        totals.redeals + 1,
    )
    return Layout(layout.row, 0, layout.columns, layout.hidden, layout.foundations, totals), 0


def _waste_up(layout: Layout, table: Table, action: WasteUp) -> Outcome:
    row, drawn = layout.row, layout.drawn
    if not drawn:
        return Reason.WASTE_EMPTY
    drawn -= 1
    card = row[drawn]
    slot = slot_taking(table, card, layout.foundations)
    if slot is None:
        return Reason.FOUNDATION_NOT_READY
    foundations = _put_up(layout, slot, card)
    totals = _paid_up(layout.totals, table.points, card, 0)
    row = row[:drawn] + row[drawn + 1 :]
    return Layout(row, drawn, layout.columns, layout.hidden, foundations, totals), 0


def _column_up(layout: Layout, table: Table, action: ColumnUp) -> Outcome:
    source = action.source
    column = layout.columns[source]
    if not column:
        return Reason.SOURCE_EMPTY
    card, rest = column[-1], column[:-1]
    slot = slot_taking(table, card, layout.foundations)
    if slot is None:
        return Reason.FOUNDATION_NOT_READY
    columns = list(layout.columns)
    columns[source] = rest
    foundations = _put_up(layout, slot, card)
    hidden, turned, gain = layout.hidden, 0, 0
    if hidden[source] and hidden[source] == len(rest):
        hidden, turned, gain = _turned_up(hidden, source), BITS[rest[-1]], table.points.flip
    totals = _paid_up(layout.totals, table.points, card, gain)
    return Layout(layout.row, layout.drawn, tuple(columns), hidden, foundations, totals), turned


def _waste_down(layout: Layout, table: Table, action: WasteDown) -> Outcome:
    row, drawn, target = layout.row, layout.drawn, action.target
    if not drawn:
        return Reason.WASTE_EMPTY
    drawn -= 1
    columns = list(layout.columns)
    reason = misfit(table, row[drawn], columns[target])
    if reason is not None:
        return reason
    columns[target] = (*columns[target], row[drawn])
    row = row[:drawn] + row[drawn + 1 :]
    totals, points = layout.totals, table.points
    totals = Totals(
        totals.cards_up,
        added(totals.score, points.waste_to_column, points),
        added(totals.ranked_score, points.waste_to_column, points),
        totals.paid,
        totals.waste_to_column + 1,
        totals.redeals,
    )
    return Layout(row, drawn, tuple(columns), layout.hidden, layout.foundations, totals), 0


def _run_down(layout: Layout, table: Table, action: RunDown) -> Outcome:
    source, target, count = action.source, action.target, action.count
    if source == target:
        return Reason.SAME_PILE
    if count > 1 and table.single_card:
        return Reason.SINGLE_CARD_ONLY
    columns, hidden = list(layout.columns), layout.hidden
    column = columns[source]
    left = len(column) - count
    if left < 0:
        return Reason.SOURCE_EMPTY
    covered = hidden[source]
    if left < covered:
        return Reason.HIDDEN_CARD
    reason = misfit(table, column[left], columns[target])
    if reason is not None:
        return reason
    rest = columns[source] = column[:left]
    columns[target] += column[left:]
    totals, turned = layout.totals, 0
    if covered and covered == left:
        hidden, turned, points = _turned_up(hidden, source), BITS[rest[-1]], table.points
        totals = Totals(
            totals.cards_up,
            added(totals.score, points.flip, points),
            added(totals.ranked_score, points.flip, points),
            totals.paid,
            totals.waste_to_column,
            totals.redeals,
        )
    return Layout(layout.row, layout.drawn, tuple(columns), hidden, layout.foundations, totals), turned


def _take_back(layout: Layout, table: Table, action: TakeBack) -> Outcome:
    slot, target = action.slot, action.target
    columns, foundations = list(layout.columns), list(layout.foundations)
    pile = foundations[slot]
    if not pile:
        return Reason.SOURCE_EMPTY
    reason = misfit(table, pile[-1], columns[target])
    if reason is not None:
        return reason
    columns[target] = (*columns[target], pile[-1])
    foundations[slot] = pile[:-1]
    totals, points = layout.totals, table.points
    totals = Totals(
        totals.cards_up - 1,
        added(totals.score, points.taken_back, points),
        added(totals.ranked_score, points.taken_back, points),
        totals.paid,
        totals.waste_to_column,
        totals.redeals,
    )
    return Layout(layout.row, layout.drawn, tuple(columns), layout.hidden, tuple(foundations), totals), 0


def _turned_up(hidden: tuple[int, ...], column: int) -> tuple[int, ...]:
    """The hidden counts after the last hidden card of a column turned face up."""
    counts = list(hidden)
    counts[column] -= 1
    return tuple(counts)


def _put_up(layout: Layout, slot: int, card: int) -> tuple[Cards, ...]:
    foundations = list(layout.foundations)
    foundations[slot] = (*foundations[slot], card)
    return tuple(foundations)


def _paid_up(totals: Totals, points: Points, card: int, gain: int) -> Totals:
    """The totals after a card reached a foundation; `gain` is what the same action earned besides."""
    paid = totals.paid | BITS[card]
    pays = paid != totals.paid or not points.pays_once
    return Totals(
        totals.cards_up + 1,
        added(totals.score, points.foundation + gain, points),
        added(totals.ranked_score, points.foundation + gain if pays else gain, points),
        paid,
        totals.waste_to_column,
        totals.redeals,
    )


RULES: Final[dict[type[Action], Callable[[Layout, Table, Any], Outcome]]] = {
    Draw: _draw,
    Redeal: _redeal,
    WasteUp: _waste_up,
    WasteDown: _waste_down,
    ColumnUp: _column_up,
    RunDown: _run_down,
    TakeBack: _take_back,
}
