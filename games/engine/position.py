"""Positions: one game folded so far, never changed once made, so threads may share them."""

from dataclasses import dataclass
from typing import Final, Optional

from .cards import BITS, PACK, Cards
from .codes import DealCode
from .deals import shuffled_pack
from .tables import Table

# Final and not frozen: the type checker holds both alike, but a frozen dataclass of this size takes longer
# to make than the rest of an action. No comparison and no contents in repr: unseen cards are never looked at.


@dataclass(slots=True, eq=False, repr=False)
class Totals:
    """What goes with the cards: how many lie on the foundations, the scores and the counts that still stand.

    `paid` is the set, as bits, of the cards the ranked score has paid for reaching a foundation.
    """

    cards_up: Final[int]
    score: Final[int]
    ranked_score: Final[int]
    paid: Final[int]
    waste_to_column: Final[int]
    redeals: Final[int]


@dataclass(slots=True, eq=False, repr=False)
class Layout:
    """What undo restores: the cards and their totals.

    `row` is the waste and the stock in one, in drawing order, the first `drawn` cards being the waste: a draw
    or a redeal moves no card. The playable card of a column or foundation slot is its last. `hidden` counts
    the face-down cards of each column.
    """

    row: Final[Cards]
    drawn: Final[int]
    columns: Final[tuple[Cards, ...]]
    hidden: Final[tuple[int, ...]]
    foundations: Final[tuple[Cards, ...]]
    totals: Final[Totals]

    @property
    def waste(self) -> Cards:
        """The waste, its top last."""
        return self.row[: self.drawn]

    @property
    def stock(self) -> Cards:
        """The stock in drawing order; nobody has seen it."""
        return self.row[self.drawn :]

    @property
    def stock_left(self) -> int:
        """Cards in the stock."""
        return len(self.row) - self.drawn


@dataclass(slots=True, eq=False, repr=False)
class Step:
    """One action undo can take back: the layout before it and whether it turned up a card never seen."""

    before: Final[Layout]
    fresh: Final[bool]
    below: Final[Optional["Step"]]
    count: Final[int]


@dataclass(slots=True, eq=False, repr=False)
class Position:
    """Everything of one game folded so far.

    `undo` is how many steps can be taken back. They lie in two chains, `recent` over `older`: when `recent`
    holds as many steps as the table allows it becomes `older` and what was older is dropped, so that an
    action costs the same at any length and memory stays bounded.
    """

    deal: Final[DealCode | None]
    table: Final[Table]
    layout: Final[Layout]
    seq: Final[int]
    undos: Final[int]
    peeks: Final[int]
    seen: Final[int]
    undo: Final[int]
    recent: Final[Step | None]
    older: Final[Step | None]

    @property
    def code(self) -> DealCode:
        """The deal's code; raises ValueError on a position set up from a picture, which has none."""
        if self.deal is None:
            raise ValueError("a position set up from a picture has no deal code")
        return self.deal

    @property
    def moves(self) -> int:
        """The move counter: every accepted action but undo."""
        return self.seq - self.undos

    @property
    def score(self) -> int:
        """The score, in points or, on Vegas tables, dollars."""
        return self.layout.totals.score

    @property
    def ranked_score(self) -> int:
        """The score boards rank by."""
        return self.layout.totals.ranked_score

    @property
    def undo_peeks(self) -> bool:
        """Whether the next undo would be a peek."""
        step = self.recent or self.older
        return self.undo > 0 and step is not None and step.fresh

    @property
    def cards_up(self) -> int:
        """Cards on the foundations, 0 to 104."""
        return self.layout.totals.cards_up

    @property
    def won(self) -> bool:
        """Whether all 104 cards are on the foundations."""
        return self.layout.totals.cards_up == PACK

    @property
    def stock_left(self) -> int:
        """Cards in the stock."""
        return self.layout.stock_left

    @property
    def waste_to_column(self) -> int:
        """Waste cards played to columns, those undone not counted."""
        return self.layout.totals.waste_to_column

    @property
    def redeals(self) -> int:
        """How often the waste was turned back, redeals undone not counted."""
        return self.layout.totals.redeals

    def __repr__(self) -> str:
        return f"<Position {self.table.slug} after {self.seq} actions>"


def start(code: DealCode) -> Position:
    """The opening of a deal."""
    table, pack = code.table, shuffled_pack(code)
    columns, dealt = [], 0
    for size in table.dealt:
        columns.append(pack[dealt : dealt + size])
        dealt += size
    score = table.points.start
    layout = Layout(
        row=pack[dealt:],
        drawn=0,
        columns=tuple(columns),
        hidden=table.hidden,
        foundations=((),) * len(table.foundation_suits),
        totals=Totals(0, score, score, paid=0, waste_to_column=0, redeals=0),
    )
    return opened(code, table, layout)


def opened(deal: DealCode | None, table: Table, layout: Layout) -> Position:
    """A position with nothing played yet, in which whatever lies face up has been seen."""
    seen = 0
    for pile in (layout.waste, *layout.foundations):
        for card in pile:
            seen |= BITS[card]
    for column, hidden in zip(layout.columns, layout.hidden, strict=True):
        for card in column[hidden:]:
            seen |= BITS[card]
    return Position(
        deal=deal,
        table=table,
        layout=layout,
        seq=0,
        undos=0,
        peeks=0,
        seen=seen,
        undo=0,
        recent=None,
        older=None,
    )
