"""Every action the rules accept now, found from the column ends and not by trying."""

from .cards import PACK, PLACES
from .moves import may_redeal
from .position import Layout, Position
from .tables import Table


def legal_actions(position: Position) -> list[str]:
    """The tokens `play` accepts, in canonical order, undo left out; none after a win."""
    table, layout = position.table, position.layout
    if layout.totals.cards_up == PACK:
        return []
    kinds, row, drawn = table.build.kinds, layout.row, layout.drawn
    taking = _columns_taking(layout, table)
    ready = _ready(layout, table)
    single = table.single_card

    legal = []
    if drawn < len(row):
        legal.append("s")
    elif drawn and may_redeal(layout, table):
        legal.append("r")
    if drawn:
        card = row[drawn - 1]
        if PLACES[card] in ready:
            legal.append("wx")
        if kinds[card] in taking:
            legal += [f"w{target}" for target in taking[kinds[card]]]
    for source, column, hidden in zip(table.column_letters, layout.columns, layout.hidden, strict=True):
        if not column:
            continue
        if PLACES[column[-1]] in ready:
            legal.append(f"{source}x")
        kind = kinds[column[-1]]
        if kind in taking:
            legal += [f"{source}{target}" for target in taking[kind] if target != source]
        if single:
            continue
        for count in range(2, len(column) - hidden + 1):
            kind = kinds[column[-count]]
            if kind in taking:
                legal += [f"{source}{target}{count}" for target in taking[kind] if target != source]
    for slot, pile in enumerate(layout.foundations, 1):
        if pile and kinds[pile[-1]] in taking:
            legal += [f"{slot}{target}" for target in taking[kinds[pile[-1]]]]
    return legal


def _columns_taking(layout: Layout, table: Table) -> dict[int, str]:
    """The letters of the columns that take a card, by the card's kind."""
    takes = table.build.takes
    letters: dict[int, str] = {}
    empty = ""
    for letter, column in zip(table.column_letters, layout.columns, strict=True):
        if column:
            kind = takes[column[-1]]
            letters[kind] = letters[kind] + letter if kind in letters else letter
        else:
            empty += letter
    if empty:
        for kind in table.filler_kinds:
            letters[kind] = "".join(sorted(letters[kind] + empty)) if kind in letters else empty
    return letters


def _ready(layout: Layout, table: Table) -> set[int]:
    """The places, suit by suit, of the cards that some foundation slot takes."""
    return {bottom + len(pile) for bottom, pile in zip(table.bottoms, layout.foundations, strict=True)}
