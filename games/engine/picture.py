"""Positions as text pictures, for tests, examples and the command line.

    ds-d1n
    score 10
    stock 2 7H 60
    waste KS 4D
    foundations AS - - - 2D - - -
    a [2 4C] 3D
    b -

The table comes first, then lines in any order. A number stands for that many cards not named; brackets hold
the face-down cards of a column; a foundation slot is named by its top card. Whatever is left out is empty,
but for the stock: left out, it holds every card not named elsewhere.
"""

from collections.abc import Iterator

from .cards import DECK, FACES, NUMBERS, PACK, RANKS, Cards, faces
from .position import Layout, Position, Totals, opened
from .tables import TABLES, Table


class BadPicture(ValueError):  # noqa: N818
    """A text that pictures no position."""


class _Pack:
    """The cards of one pack handed out: named faces, each twice, then whatever is left."""

    def __init__(self) -> None:
        self.left = set(range(PACK))

    def take(self, face: str) -> int:
        """The first card left of a face."""
        number = NUMBERS.get(face)
        if number is None:
            raise BadPicture(f"{face!r} is no card")
        for card in (number, number + DECK):
            if card in self.left:
                self.left.remove(card)
                return card
        raise BadPicture(f"{face} stands there three times")

    def take_pile(self, words: list[str]) -> list[int | None]:
        """Cards as named, None for each not named."""
        pile: list[int | None] = []
        for word in words:
            if word.isascii() and word.isdigit():
                pile += [None] * min(int(word[:4]), PACK + 1)
            else:
                pile.append(self.take(word))
        return pile


def from_text(text: str) -> Position:
    """The position a picture shows, with nothing played yet; raises BadPicture."""
    table, lines = _lines(text)
    pack = _Pack()
    foundations = []
    tops = lines.pop("foundations", [])
    if tops and len(tops) != len(table.foundation_suits):
        raise BadPicture(f"there are {len(table.foundation_suits)} foundation slots")
    for suit, top in zip(table.foundation_suits, tops or ["-"] * len(table.foundation_suits), strict=True):
        if top != "-" and (top not in NUMBERS or top[1] != suit):
            raise BadPicture(f"{top!r} is no top of a foundation slot of {suit}")
        height = 0 if top == "-" else RANKS.index(top[0]) + 1
        foundations.append(tuple(pack.take(f"{rank}{suit}") for rank in RANKS[:height]))
    score = _integer(lines, "score", table.points.start)
    ranked = _integer(lines, "ranked", score)
    named = {name: pack.take_pile(words) for name, words in lines.items() if name in ("stock", "waste")}
    columns, hidden = [], []
    for letter in table.column_letters:
        covered, shown = _brackets(lines.pop(letter, []))
        down = pack.take_pile(covered)
        columns.append(down + pack.take_pile(shown))
        hidden.append(len(down))
        if down and not shown:
            raise BadPicture(f"the last card of column {letter} lies face up")
    unknown = set(lines) - {"stock", "waste"}
    if unknown:
        raise BadPicture(f"there is no pile {min(unknown)!r}")
    rest = iter(sorted(pack.left))
    waste = _filled(named.get("waste", []), rest)
    filled = tuple(_filled(column, rest) for column in columns)
    stock = _filled(named["stock"], rest) if "stock" in named else tuple(rest)
    if sum(1 for _ in rest):
        raise BadPicture(f"a pack has {PACK} cards, and here are fewer")
    paid = 0
    for pile in foundations:
        for card in pile:
            paid |= 1 << card
    layout = Layout(
        row=waste + stock,
        drawn=len(waste),
        columns=filled,
        hidden=tuple(hidden),
        foundations=tuple(foundations),
        totals=Totals(sum(map(len, foundations)), score, ranked, paid, waste_to_column=0, redeals=0),
    )
    return opened(None, table, layout)


def to_text(position: Position, *, reveal: bool = False) -> str:
    """The picture of a position: unseen cards only counted, or named when `reveal` is set."""
    table, layout = position.table, position.layout
    lines = [table.slug, f"score {position.score}"]
    if position.ranked_score != position.score:
        lines.append(f"ranked {position.ranked_score}")
    lines.append(_line("stock", _unseen(layout.stock, reveal)))
    lines.append(_line("waste", faces(layout.waste)))
    lines.append(_line("foundations", [FACES[pile[-1]] if pile else "-" for pile in layout.foundations]))
    for letter, column, hidden in zip(table.column_letters, layout.columns, layout.hidden, strict=True):
        down = _unseen(column[:hidden], reveal)
        lines.append(_line(letter, [f"[{' '.join(down)}]"] * bool(down) + faces(column[hidden:])))
    return "\n".join(lines) + "\n"


def _unseen(cards: Cards, reveal: bool) -> list[str]:
    if reveal or not cards:
        return faces(cards)
    return [str(len(cards))]


def _line(name: str, words: list[str]) -> str:
    return f"{name} {' '.join(words) or '-'}"


def _lines(text: str) -> tuple[Table, dict[str, list[str]]]:
    rows = [row.split() for row in text.splitlines() if row.strip()]
    if not rows or rows[0][0] not in TABLES or len(rows[0]) != 1:
        raise BadPicture("a picture begins with a table's slug")
    lines: dict[str, list[str]] = {}
    for name, *words in rows[1:]:
        if name in lines:
            raise BadPicture(f"{name} is there twice")
        lines[name] = [] if words == ["-"] else words
    return TABLES[rows[0][0]], lines


def _brackets(words: list[str]) -> tuple[list[str], list[str]]:
    """The words inside brackets at the front, and those after them."""
    row = " ".join(words)
    if not row.startswith("["):
        return [], words
    inside, closed, after = row[1:].partition("]")
    if not closed:
        raise BadPicture("a bracket is not closed")
    return inside.split(), after.split()


def _filled(pile: list[int | None], rest: Iterator[int]) -> Cards:
    try:
        return tuple(next(rest) if card is None else card for card in pile)
    except RuntimeError:  # a generator turns the end of `rest` into this
        raise BadPicture(f"a pack has {PACK} cards, and here are more") from None


def _integer(lines: dict[str, list[str]], name: str, default: int) -> int:
    words = lines.pop(name, [str(default)])
    try:
        return int(" ".join(words))
    except ValueError:
        raise BadPicture(f"{name} is an integer") from None
