"""Positions as text pictures, for tests, examples and the command line.

    ds-d1n
    score 10
    stock 7H 2 KD *
    waste KS 4D
    foundations AS - - - 2D - - -
    a [2 4C] 3D
    b -

The table comes first, then lines in any order. A number stands for that many cards not named; brackets hold
the face-down cards of a column; a foundation slot is named by its top card. The stock is in drawing order,
and `*` at its end stands for every card left over. A pile left out is empty, but the stock then is `*`.
"""

from collections.abc import Iterator

from .cards import DECK, FACES, NUMBERS, PACK, RANKS, Cards, faces
from .position import Layout, Position, Totals, opened
from .tables import TABLES, Table


class BadPicture(ValueError):
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
    slots = table.foundation_suits
    tops = lines.pop("foundations", []) or ["-"] * len(slots)
    if len(tops) != len(slots):
        raise BadPicture(f"there are {len(slots)} foundation slots")
    foundations = [_foundation(pack, suit, top) for suit, top in zip(slots, tops, strict=True)]
    score = _integer(lines, "score", table.points.start)
    ranked = _integer(lines, "ranked", score)
    stock_words = lines.pop("stock", ["*"])
    takes_rest = stock_words[-1:] == ["*"]
    stock_named = pack.take_pile(stock_words[:-1] if takes_rest else stock_words)
    waste_named = pack.take_pile(lines.pop("waste", []))
    columns, hidden = [], []
    for letter in table.column_letters:
        covered, shown = _brackets(lines.pop(letter, []))
        down = pack.take_pile(covered)
        columns.append(down + pack.take_pile(shown))
        hidden.append(len(down))
        if down and not shown:
            raise BadPicture(f"the last card of column {letter} lies face up")
    if lines:
        raise BadPicture(f"there is no pile {min(lines)!r}")
    rest = iter(sorted(pack.left))
    waste = _filled(waste_named, rest)
    filled = tuple(_filled(column, rest) for column in columns)
    stock = _filled(stock_named, rest)
    left = tuple(rest)
    if left and not takes_rest:
        raise BadPicture(f"a pack has {PACK} cards, and here are {PACK - len(left)}")
    stock += left
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


def _foundation(pack: _Pack, suit: str, top: str) -> Cards:
    if top == "-":
        return ()
    if top not in NUMBERS or top[1] != suit:
        raise BadPicture(f"{top!r} is no top of a foundation slot of {suit}")
    return tuple(pack.take(f"{rank}{suit}") for rank in RANKS[: RANKS.index(top[0]) + 1])


def _filled(pile: list[int | None], rest: Iterator[int]) -> Cards:
    try:
        return tuple(next(rest) if card is None else card for card in pile)
    except RuntimeError:  # what a generator makes of the end of `rest`
        raise BadPicture(f"a pack has {PACK} cards, and here are more") from None


def _integer(lines: dict[str, list[str]], name: str, default: int) -> int:
    words = lines.pop(name, [str(default)])
    try:
        return int(" ".join(words))
    except ValueError:
        raise BadPicture(f"{name} is an integer") from None
