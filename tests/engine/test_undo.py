"""Undo, the move counter and peeks."""

from itertools import pairwise

import pytest
from hypothesis import given

from games.engine import Position, Reason, Refusal, fold, play, read_code, start, to_text, view

from .builders import games, picture, played

COUNTERS = ("seq", "moves", "peeks", "undo", "undo_peeks")


def cards_and_scores(position: Position) -> tuple[object, ...]:
    layout = position.layout
    totals = layout.totals
    cards = layout.row, layout.drawn, layout.columns, layout.hidden, layout.foundations
    return *cards, *(getattr(totals, name) for name in totals.__slots__)


@given(games(steps=300, undo=0.4))
def test_undo_restores_what_was_before_each_action(game):
    before: list[Position] = []
    for (_, last), (token, position) in pairwise(game):
        if token == "u":
            restored = before.pop()
            assert cards_and_scores(position) == cards_and_scores(restored)
            assert position.moves == last.moves
            assert position.peeks == last.peeks + last.undo_peeks
        else:
            before = [*before, last][-position.table.undo_depth :]
            assert position.moves == last.moves + 1
        assert position.seq == last.seq + 1
        assert position.undo == (0 if position.won else len(before))
    assert sum(token == "u" for token, _ in game) == game[-1][1].undos


@pytest.mark.parametrize(("table", "depth"), [("ds-d1n", 200), ("ft-n", 100)])
@pytest.mark.parametrize("further", [0, 1, 77, 201, 399])
def test_undo_reaches_as_deep_as_the_table_says(table, depth, further):
    position = picture(f"{table}\na 3D\nb 4D 4S\nc 4C" if table != "ft-n" else f"{table}\na 3D")
    there_and_back = ["ab", "ba"] if table == "ft-n" else ["ab", "bc", "cb"]
    states = [position]
    for index in range(depth + further):
        if table == "ft-n":
            token = there_and_back[index % 2]
        else:
            token = there_and_back[0] if index == 0 else there_and_back[1 + (index + 1) % 2]
        states.append(played(states[-1], token))
    position = states[-1]
    assert position.undo == depth
    for step in range(1, depth + 1):
        position = played(position, "u")
        assert to_text(position, reveal=True) == to_text(states[-1 - step], reveal=True)
    assert play(position, "u") == Refusal(Reason.NOTHING_TO_UNDO)
    assert (position.moves, position.seq) == (depth + further, 2 * depth + further)


def test_a_draw_undone_is_a_peek_once():
    position = start(read_code("DS1-D1N-AAAAAAB"))
    assert (position.undo_peeks, position.peeks) == (False, 0)
    position = played(position, "s")
    assert position.undo_peeks
    position = played(position, "u")
    assert (position.undo_peeks, position.peeks) == (False, 1)
    position = played(position, "s")
    assert not position.undo_peeks
    assert played(position, "u").peeks == 1
    assert played(position, "s u").peeks == 2


def test_drawing_three_peeks_when_one_of_them_is_new():
    position = picture("ds-d3n\nwaste 100 2C\nstock 7H 8D 9D", "s u")
    assert position.peeks == 1
    position = picture("ds-d3n\nwaste 99 2C 3C\nstock 7H 8D 9D", "s u s u")
    assert position.peeks == 1


def test_a_flip_undone_is_a_peek_and_a_move_is_none():
    flip = picture("ds-d1n\na [4C] 3D\nb 4S", "ab")
    assert flip.undo_peeks
    assert played(flip, "u").peeks == 1
    assert played(flip, "u ab u").peeks == 1
    up = picture("ds-d1n\na [4C] AD", "ax u")
    assert up.peeks == 1
    assert picture("ds-d1n\na 4C 3D\nb 4S", "ab u").peeks == 0
    assert picture("ds-d1n\nwaste 103 4C\nstock -", "r s u").peeks == 0


def test_two_equal_cards_are_two_cards_to_see():
    position = picture("ds-d1n\nstock 7H 7H *", "s u s s u")
    assert position.peeks == 2


def test_positions_do_not_change():
    opening = start(read_code("DS1-D3N-AAAAAAB"))
    before = view(opening)
    once = play(opening, "s")
    assert view(opening) == before
    assert isinstance(once, Position)
    assert view(once) == view(played(opening, "s"))


@given(games(undo=0.2))
def test_fold_is_step_by_step(game):
    tokens = [token for token, _ in game[1:]]
    last: Position = game[-1][1]
    folded = fold(last.code, tokens)
    assert view(folded) == view(last)
    assert cards_and_scores(folded) == cards_and_scores(last)
    assert (folded.undos, folded.seen) == (last.undos, last.seen)
    assert {name: view(last)[name] for name in COUNTERS} == {name: getattr(last, name) for name in COUNTERS}


def test_memory_is_bounded_however_long_a_game_gets():
    position = picture("ds-d1n\na 4S\nb 4C\nc 5H 4H 3D")
    for index in range(1000):
        position = played(position, ("ca", "ab", "ba")[0 if index == 0 else 1 + (index + 1) % 2])
    kept = 0
    for step in (position.recent, position.older):
        while step is not None:
            kept += 1
            step = step.below
    assert position.undo == 200 <= kept <= 400
