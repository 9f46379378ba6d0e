"""The five tables as data: everything in which one game, draw or scoring differs from another."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from .cards import ACE, DECK, KING, PACK, SUIT_PLACES, SUITS
from .refusals import Reason


class Scoring(StrEnum):
    """Ways to keep the score."""

    NORMAL = "normal"
    VEGAS = "vegas"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Points:
    """What each event adds to the score; `floor` is the lowest score there is, None for no floor.

    `pays_once`: the ranked score pays each physical card once for reaching a foundation.
    """

    start: int
    foundation: int
    waste_to_column: int
    flip: int
    redeal: int
    taken_back: int
    floor: int | None
    pays_once: bool


@dataclass(frozen=True, slots=True)
class Build:
    """How columns are built downwards: the end card `d` takes the card `c` when takes[d] == kinds[c].

    Both are indexed by card id. An ace takes -1, which no card is. `clash` is the reason for a card of the
    wrong colour or suit, told by `sides`: the end card and the card that goes on it need related sides.
    """

    kinds: tuple[int, ...]
    takes: tuple[int, ...]
    sides: tuple[int, ...]
    alternate: bool
    clash: Reason


def _build(*, alternate: bool, clash: Reason) -> Build:
    kinds, takes, sides = [], [], []
    for card in range(PACK):
        rank, suit = card % 13, card % DECK // 13
        side = int(SUITS[suit] in "HD") if alternate else suit
        wanted = 1 - side if alternate else side
        kinds.append(rank * 4 + side)
        takes.append(-1 if rank == ACE else (rank - 1) * 4 + wanted)
        sides.append(side)
    return Build(tuple(kinds), tuple(takes), tuple(sides), alternate, clash)


ALTERNATING: Final = _build(alternate=True, clash=Reason.WRONG_COLOR)
IN_SUIT: Final = _build(alternate=False, clash=Reason.WRONG_SUIT)


@dataclass(frozen=True, slots=True)
class Table:
    """One game with its draw and its scoring.

    `passes` is how often the stock may be gone through, None for as often as one likes. `dealt` and `hidden`
    say how many cards each column gets and how many of them lie face down. `fillers` are the ranks an empty
    column takes.
    """

    slug: str
    name: str
    family: str
    prefix: str
    draw: int
    scoring: Scoring
    points: Points
    passes: int | None
    undo_depth: int
    column_letters: str
    dealt: tuple[int, ...]
    hidden: tuple[int, ...]
    foundation_suits: str
    build: Build = field(repr=False)
    fillers: frozenset[int] = field(repr=False)
    single_card: bool
    slots: tuple[tuple[int, ...], ...] = field(init=False, repr=False)  # of each suit
    bottoms: tuple[int, ...] = field(init=False, repr=False)  # the place of each slot's ace
    filler_kinds: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        slots = tuple(
            tuple(slot for slot, held in enumerate(self.foundation_suits) if held == suit) for suit in SUITS
        )
        kinds = {self.build.kinds[card] for card in range(PACK) if card % 13 in self.fillers}
        bottoms = tuple(SUITS.index(suit) * SUIT_PLACES for suit in self.foundation_suits)
        object.__setattr__(self, "slots", slots)
        object.__setattr__(self, "bottoms", bottoms)
        object.__setattr__(self, "filler_kinds", tuple(kinds))

    @property
    def columns(self) -> int:
        """How many columns the table has."""
        return len(self.column_letters)


NORMAL: Final = Points(
    start=0,
    foundation=10,
    waste_to_column=5,
    flip=5,
    redeal=-100,
    taken_back=0,
    floor=0,
    pays_once=True,
)
VEGAS: Final = Points(
    start=-104,
    foundation=5,
    waste_to_column=0,
    flip=0,
    redeal=0,
    taken_back=0,
    floor=None,
    pays_once=True,
)
FORTY_THIEVES: Final = Points(
    start=0,
    foundation=10,
    waste_to_column=5,
    flip=0,
    redeal=0,
    taken_back=-15,
    floor=0,
    pays_once=False,
)


def _double_solitaire(slug: str, name: str, prefix: str, draw: int, scoring: Scoring) -> Table:
    vegas = scoring is Scoring.VEGAS
    return Table(
        slug=slug,
        name=f"Double Solitaire · {name}",
        family="DS1",
        prefix=prefix,
        draw=draw,
        scoring=scoring,
        points=VEGAS if vegas else NORMAL,
        passes=1 if vegas else None,
        undo_depth=200,
        column_letters="abcdefghi",
        dealt=tuple(range(1, 10)),
        hidden=tuple(range(9)),
        foundation_suits="SSHHDDCC",
        build=ALTERNATING,
        fillers=frozenset({KING}),
        single_card=False,
    )


_ALL = (
    _double_solitaire("ds-d1n", "Easy", "DS1-D1N", 1, Scoring.NORMAL),
    _double_solitaire("ds-d3n", "Hard", "DS1-D3N", 3, Scoring.NORMAL),
    _double_solitaire("ds-d1v", "Easy · Vegas", "DS1-D1V", 1, Scoring.VEGAS),
    _double_solitaire("ds-d3v", "Hard · Vegas", "DS1-D3V", 3, Scoring.VEGAS),
    Table(
        slug="ft-n",
        name="Forty Thieves",
        family="FT1",
        prefix="FT1-N",
        draw=1,
        scoring=Scoring.OWN,
        points=FORTY_THIEVES,
        passes=1,
        undo_depth=100,
        column_letters="abcdefghij",
        dealt=(4,) * 10,
        hidden=(0,) * 10,
        foundation_suits="SHDCSHDC",
        build=IN_SUIT,
        fillers=frozenset(range(13)),
        single_card=True,
    ),
)

TABLES: Final[Mapping[str, Table]] = MappingProxyType({table.slug: table for table in _ALL})
"""Every table by its slug, in the order of the rules."""
