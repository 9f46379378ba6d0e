"""Ranks, deciding keys and percentiles against a plain computation."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from leaderboards.ranking import Result, in_order, percentile, places


def result(score: int, *, won: bool = False, moves: int = 100, actions: int = 100, first: int = 0) -> Result:
    return Result(won, score, moves, actions, (first,))


def test_l01_equals_share_a_rank() -> None:
    """L01: 700, 500, 500, 500, 300 stand at 1, 2, 2, 2, 5."""
    ordered = [result(score) for score in (700, 500, 500, 500, 300)]
    assert [place.rank for place in places(ordered)] == [1, 2, 2, 2, 5]
    assert [place.decided_by for place in places(ordered)] == [None, "score", "tie", "tie", "score"]
    assert [place.rank for place in places([result(5)])] == [1]
    assert [place.rank for place in places([result(5)] * 4)] == [1, 1, 1, 1]


def test_won_before_points_before_moves_before_who_began_first() -> None:
    results = [
        result(900),
        result(100, won=True, moves=300),
        result(100, won=True, moves=200, first=2),
        result(100, won=True, moves=200, first=1),
        result(50, won=True, moves=1),
    ]
    order = in_order(results)
    assert order == [3, 2, 1, 4, 0]
    shown = places([results[index] for index in order])
    assert [place.decided_by for place in shown] == [None, "tie", "moves", "score", "won"]
    assert [place.rank for place in shown] == [1, 1, 3, 4, 5]


def test_percentiles_round_halves_up_in_integers() -> None:
    assert percentile(0, 0, 0) == 50.0
    assert percentile(1, 0, 1) == 100.0
    assert percentile(0, 1, 1) == 50.0
    assert percentile(1, 0, 3) == 33.3
    assert percentile(2, 0, 3) == 66.7
    assert percentile(1, 0, 16) == 6.3  # 6.25
    assert percentile(0, 1, 1000) == 0.1  # 0.05


results = st.lists(
    st.builds(
        Result,
        won=st.booleans(),
        ranked_score=st.integers(-2, 2),
        moves=st.integers(0, 2),
        actions=st.sampled_from([1, 19, 20, 50]),
        first=st.tuples(st.integers(0, 5)),
    ),
    max_size=12,
)


@given(results)
def test_places_are_those_of_the_definition(unordered: list[Result]) -> None:
    ordered = [unordered[index] for index in in_order(unordered)]
    counted = [each for each in ordered if each.won or each.actions >= 20]
    for index, (each, place) in enumerate(zip(ordered, places(ordered), strict=True)):
        assert place.rank == 1 + sum(other.key < each.key for other in ordered)
        if each in counted:
            beaten = sum(other.key > each.key for other in counted)
            tied = sum(other.key == each.key for other in counted) - 1
            others = len(counted) - 1
            exact = Fraction(100 * (2 * beaten + tied), 2 * others) if others else Fraction(50)
            tenths = (exact * 10 + Fraction(1, 2)).__floor__()
            assert place.percentile == tenths / 10
        else:
            assert place.percentile is None
        assert (place.decided_by is None) == (index == 0)
