"""Every action the rules accept now, found from the column ends and not by trying."""

from .cards import DECK, PACK
from .play import may_redeal
from .position import Position


def legal_actions(position: Position) -> list[str]:
    """The tokens `play` accepts, in canonical order, undo left out; none after a win."""
    table, layout = position.table, position.layout
    if layout.cards_up == PACK:
        return []
    letters, columns, fillers = table.column_letters, layout.columns, table.fillers
    kinds, takes = table.build.kinds, table.build.takes

    takers: dict[int, str] = {}  # the columns whose end takes a kind of card
    empty = ""
    for letter, column in zip(letters, columns, strict=True):
        if column:
            wanted = takes[column[-1]]
            takers[wanted] = takers.get(wanted, "") + letter
        else:
            empty += letter

    def targets(card: int) -> str:
        found = takers.get(kinds[card], "")
        if empty and card % 13 in fillers:
            return "".join(sorted(found + empty)) if found else empty
        return found

    ready = set()
    for suit, slots in enumerate(table.slots):
        for slot in slots:
            height = len(layout.foundations[slot])
            if height < 13:
                ready.add(suit * 13 + height)

    legal = []
    if layout.stock:
        legal.append("s")
    elif layout.waste and may_redeal(layout, table):
        legal.append("r")
    if layout.waste:
        card = layout.waste[-1]
        if card % DECK in ready:
            legal.append("wx")
        legal += [f"w{target}" for target in targets(card)]
    for letter, column, hidden in zip(letters, columns, layout.hidden, strict=True):
        if not column:
            continue
        if column[-1] % DECK in ready:
            legal.append(f"{letter}x")
        shown = 1 if table.single_card else len(column) - hidden
        for count in range(1, shown + 1):
            run = "" if count == 1 else count
            legal += [f"{letter}{goal}{run}" for goal in targets(column[-count]) if goal != letter]
    for slot, pile in enumerate(layout.foundations, 1):
        if pile:
            legal += [f"{slot}{target}" for target in targets(pile[-1])]
    return legal
