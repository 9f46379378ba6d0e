"""Every action the rules accept now, found from the column ends and not by trying."""

from .cards import DECK, PACK
from .play import may_redeal
from .position import Layout, Position
from .tables import Table


def legal_actions(position: Position) -> list[str]:
    """The tokens `play` accepts, in canonical order, undo left out; none after a win."""
    table, layout = position.table, position.layout
    if layout.totals.cards_up == PACK:
        return []
    kinds, row, drawn = table.build.kinds, layout.row, layout.drawn
    columns_taking = _columns_taking(layout, table).get
    ready = _ready(layout, table)
    single = table.single_card

    legal = []
    if drawn < len(row):
        legal.append("s")
    elif drawn and may_redeal(layout, table):
        legal.append("r")
    if drawn:
        card = row[drawn - 1]
        if card % DECK in ready:
            legal.append("wx")
        if letters := columns_taking(kinds[card]):
            legal += [f"w{target}" for target in letters]
    for source, column, hidden in zip(table.column_letters, layout.columns, layout.hidden, strict=True):
        if not column:
            continue
        if column[-1] % DECK in ready:
            legal.append(f"{source}x")
        run = column[-1:] if single else column[: hidden - 1 if hidden else None : -1]
        for count, card in enumerate(run, 1):
            if letters := columns_taking(kinds[card]):
                written = count if count > 1 else ""
                legal += [f"{source}{target}{written}" for target in letters if target != source]
    for slot, pile in enumerate(layout.foundations, 1):
        if pile and (letters := columns_taking(kinds[pile[-1]])):
            legal += [f"{slot}{target}" for target in letters]
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
    """The faces, by number, that some foundation slot takes."""
    ready = set()
    for suit, slots in enumerate(table.slots):
        for slot in slots:
            height = len(layout.foundations[slot])
            if height < 13:
                ready.add(suit * 13 + height)
    return ready
