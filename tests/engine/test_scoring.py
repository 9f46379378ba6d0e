"""Scores: each event on each table, floors, and the ranked score that pays each card once."""

import pytest

from games.engine import TABLES, score_text

from .builders import picture, played


def scores(position):
    return position.score, position.ranked_score


@pytest.mark.parametrize(
    ("before", "tokens", "after"),
    [
        ("ds-d1n\nwaste AH", "wx", 10),
        ("ds-d1n\nwaste 7H\na 8S", "wa", 5),
        ("ds-d1n\na [4C] 3D\nb 4S", "ab", 5),
        ("ds-d1n\na [4C] AD", "ax", 15),
        ("ds-d1n\na 4C 3D\nb 4S", "ab", 0),
        ("ds-d1n\nfoundations - - 3H - - - - -\na 4S", "3a", 0),
        ("ds-d1n\nscore 130\nwaste 104\nstock -", "r", 30),
        ("ds-d1n\nscore 40\nwaste 104\nstock -", "r", 0),
        ("ds-d1n\nscore 40\nwaste 103 AH\nstock -", "r s", 0),
        ("ds-d1v\nwaste AH", "wx", -99),
        ("ds-d1v\nwaste 7H\na 8S", "wa", -104),
        ("ds-d1v\na [4C] 3D\nb 4S", "ab", -104),
        ("ds-d1v\nfoundations - - 3H - - - - -\na 4S", "3a", -104),
        ("ft-n\nwaste AH", "wx", 10),
        ("ft-n\nwaste 7H\na 8H", "wa", 5),
        ("ft-n\na 7H\nb 8H", "ab", 0),
        ("ft-n\nscore 40\nfoundations - 3H - - - - - -\na 4H", "2a", 25),
        ("ft-n\nscore 10\nfoundations - 3H - - - - - -\na 4H", "2a", 0),
        ("ft-n\nscore 10\nfoundations - 3H - - - - - -\na 4H", "2a ax", 10),
    ],
)
def test_score(before, tokens, after):
    assert picture(before, tokens).score == after


def test_one_actions_total_is_added_before_the_floor():
    assert scores(picture("ds-d1n\nscore -12\na [4C] AD", "ax")) == (3, 3)


@pytest.mark.parametrize("table", ["ds-d1n", "ds-d3n", "ds-d1v", "ds-d3v"])
def test_ranked_score_pays_each_card_once(table):
    position = picture(f"{table}\nfoundations - - 2H - - - - -\na 3H\nb 4S")
    pays = position.table.points.foundation
    begun = position.score
    position = played(position, "ax 3b bx 3b bx")
    assert scores(position) == (begun + 3 * pays, begun + pays)


def test_ranked_score_pays_each_of_two_equal_cards():
    position = picture("ds-d1n\nfoundations - - 2H 2H - - - -\na 3H\nb 3H\nc 4S\nd 4C", "ax bx 3c 4d cx dx")
    assert scores(position) == (40, 20)


def test_undo_gives_the_credit_back():
    position = picture("ds-d1n\nfoundations - - 2H - - - - -\na 3H", "ax u")
    assert scores(position) == (0, 0)
    assert scores(played(position, "ax")) == (10, 10)


def test_the_ranked_score_has_a_floor_of_its_own():
    position = picture("ds-d1n\nscore 150\nranked 50\nwaste 104\nstock -", "r")
    assert scores(position) == (50, 0)


def test_forty_thieves_ranks_by_the_score():
    position = picture("ft-n\nfoundations - 2H - - - - - -\na 3H\nb 4H", "ax 2b bx")
    assert scores(position) == (10, 10)


@pytest.mark.parametrize(
    ("slug", "score", "text"),
    [
        ("ds-d1v", -104, "-$104"),
        ("ds-d3v", 0, "$0"),
        ("ds-d3v", -0, "$0"),
        ("ds-d1v", 416, "$416"),
        ("ds-d1n", 1310, "1310"),
        ("ft-n", 0, "0"),
    ],
)
def test_score_text(slug, score, text):
    assert score_text(TABLES[slug], score) == text
