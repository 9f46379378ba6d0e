"""Faults reported of comparable software, each made impossible: the engine's share of the cases."""

import random

import pytest

from games.engine import (
    TABLES,
    Reason,
    Refusal,
    fold,
    legal_actions,
    play,
    read_code,
    start,
    view,
)

from .builders import picture, played, vectors, walk

DOUBLE_SOLITAIRE = [slug for slug, table in TABLES.items() if table.points.pays_once]


def code_on(table: str, chance: random.Random):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    return read_code(f"{TABLES[table].prefix}-{''.join(chance.choices(letters, k=7))}")


@pytest.mark.parametrize("table", list(TABLES))
@pytest.mark.parametrize("token", ["12", "21", "34", "18", "1x", "x1"])
def test_e01_no_card_moves_between_foundation_slots(table, token):
    position = picture(f"{table}\nfoundations AS - - - - - - -")
    before = view(position)
    assert play(position, token) == Refusal(Reason.UNKNOWN_ACTION)
    assert view(position) == before


@pytest.mark.parametrize("table", DOUBLE_SOLITAIRE)
def test_e01_shuttling_a_card_raises_the_score_and_not_the_ranked_score(table):
    position = picture(f"{table}\na AH\nb 2S", "ax")
    pays = position.table.points.foundation
    score, ranked = position.score, position.ranked_score
    for times in range(1, 21):
        position = played(position, "3b bx")
        assert position.score == score + times * pays
        assert position.ranked_score == ranked


@pytest.mark.parametrize("table", DOUBLE_SOLITAIRE)
def test_e01_no_cycle_raises_the_ranked_score(table, chance):
    for _ in range(250):
        opening = start(code_on(table, chance))
        visits: dict[object, tuple[int, int]] = {}
        for _, position in walk(opening, chance, 100):
            layout, totals = position.layout, position.layout.totals
            cards = layout.row, layout.drawn, layout.columns, layout.hidden, layout.foundations
            ranked, paid = visits.setdefault(cards, (totals.ranked_score, totals.paid))
            assert totals.paid != paid or totals.ranked_score <= ranked


def test_e01_forty_thieves_pays_for_cards_up_once(chance):
    for _ in range(100):
        most = 0
        for _, position in walk(start(code_on("ft-n", chance)), chance, 150, undo=0.05):
            most = max(most, position.cards_up)
            assert position.score == position.ranked_score <= 10 * most + 5 * position.waste_to_column


HIDDEN = "ds-d1n\na [KC 4C] 3D\nb 5H\nc 4S"


def test_e04_a_run_never_begins_with_a_face_down_card():
    position = picture(HIDDEN)
    before = view(position)
    refusal = play(position, "ab2")
    assert refusal == Refusal(Reason.HIDDEN_CARD)
    assert "4C" not in repr(refusal) + str(refusal)
    assert view(position) == before
    assert "ab2" not in before["legal"]
    after = view(played(position, "ac"))
    assert after["columns"][0] == {"hidden": 1, "cards": ["4C"]}
    assert after["columns"][2] == {"hidden": 0, "cards": ["4S", "3D"]}


def test_e11_equal_cards_are_told_apart_by_their_pile():
    position = picture("ds-d1n\nfoundations - - AH - - - - -\na 2H\ne 2H")
    assert [token for token in legal_actions(position) if token.endswith("x")] == ["ax", "ex"]
    after = played(position, "ex")
    assert view(after)["columns"][0]["cards"] == ["2H"]
    assert view(after)["columns"][4]["cards"] == []
    assert view(after)["foundations"][2] == "2H"
    back = played(after, "u")
    assert back.layout.columns == position.layout.columns
    assert view(played(position, "ex")) == view(after)
    assert after.layout.columns[0] == position.layout.columns[0]


@pytest.mark.parametrize("game", vectors("won")["games"], ids=lambda game: game["deal"])
def test_e14_a_game_is_won_by_its_last_card_and_then_over(game):
    *tokens, last = game["actions"].split()
    position = fold(read_code(game["deal"]), tokens)
    assert not position.won
    assert view(position)["status"] == "playing"
    position = played(position, last)
    assert position.won
    assert (position.undo, position.undo_peeks) == (0, False)
    won = view(position)
    assert (won["status"], won["legal"], won["undo"], won["undo_peeks"]) == ("won", [], 0, False)
    for token in ("u", "s", "r", last, "1a", "aa", "ab2"):
        assert play(position, token) == Refusal(Reason.GAME_OVER)
    assert play(position, "zz") == Refusal(Reason.UNKNOWN_ACTION)
    assert view(position) == won == view(position, ended="closed")


def test_a_forty_thieves_win_with_29_waste_cards_in_columns_scores_1185():
    game = next(game for game in vectors("won")["games"] if game["waste_to_column"] == 29)
    position = fold(read_code(game["deal"]), game["actions"].split())
    assert position.table.slug == "ft-n"
    assert (position.score, position.waste_to_column) == (1185, 29)
