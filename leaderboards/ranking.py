"""Results to ranks, deciding keys and percentiles; nothing but arithmetic."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby

ENOUGH_ACTIONS = 20


@dataclass(frozen=True, slots=True)
class Result:
    """What ranks an attempt; `first` orders equals (the instant of the first action, then any fixed tie-break)."""

    won: bool
    ranked_score: int
    moves: int
    actions: int
    first: tuple[Hashable, ...]

    @property
    def key(self) -> tuple[bool, int, int]:
        """Smaller is better: won before not won, more points, fewer moves."""
        return (not self.won, -self.ranked_score, self.moves)

    @property
    def counted(self) -> bool:
        """Whether it gets a percentile and counts in those of others."""
        return self.won or self.actions >= ENOUGH_ACTIONS


@dataclass(frozen=True, slots=True)
class Place:
    """Where a result stands: rank (1, 2, 2, 4), what decided it against the row above, percentile or None."""

    rank: int
    decided_by: str | None
    percentile: float | None


def percentile(beaten: int, tied: int, others: int) -> float:
    """100 × (beaten + ½ tied) / others to one decimal, halves up; 50.0 when alone."""
    if others == 0:
        return 50.0
    numerator, denominator = 1000 * (2 * beaten + tied), 2 * others
    return (2 * numerator + denominator) // (2 * denominator) / 10


def decided_by(above: Result, below: Result) -> str:
    """The first key in which a row differs from the row directly above it."""
    for name, one, other in zip(("won", "score", "moves"), above.key, below.key, strict=True):
        if one != other:
            return name
    return "tie"


def in_order(results: Sequence[Result]) -> list[int]:
    """The indices of results in the order of the board."""
    return sorted(range(len(results)), key=lambda index: (results[index].key, results[index].first))


def places(ordered: Sequence[Result]) -> list[Place]:
    """The places of results that are in order."""
    counted = sum(result.counted for result in ordered)
    found: list[Place] = []
    better = 0
    for _, group in groupby(ordered, key=lambda result: result.key):
        equals = list(group)
        rank = len(found) + 1
        tied = sum(result.counted for result in equals)
        beaten = counted - better - tied
        for result in equals:
            share = percentile(beaten, tied - 1, counted - 1) if result.counted else None
            key = decided_by(ordered[len(found) - 1], result) if found else None
            found.append(Place(rank, key, share))
        better += tied
    return found
