"""Moves in text pictures: a picture in, actions, a picture out. And the pictures themselves."""

import pytest
from hypothesis import given

from games.engine import BadPicture, Position, from_text, legal_actions, read_code, start, to_text, view

from .builders import games, picture, played, shows


@pytest.mark.parametrize(
    ("before", "tokens", "after"),
    [
        pytest.param("ds-d1n\nstock 7H QS *", "s s", "waste 7H QS", id="draw one"),
        pytest.param("ds-d3n\nstock 7H QS 2C KD *", "s", "waste 7H QS 2C", id="draw three"),
        pytest.param("ds-d3n\nwaste 102\nstock 7H QS", "s", "stock -", id="draw what is left"),
        pytest.param("ds-d1n\nwaste 103 3D\nstock -", "r", "waste -", id="redeal"),
        pytest.param("ft-n\nstock 7H *\na 8H", "s wa", "a 8H 7H", id="waste to column, in suit"),
        pytest.param("ds-d1n\nstock 7H *\na 8C", "s wa", "a 8C 7H", id="waste to column, alternating"),
        pytest.param("ds-d1n\nwaste AH", "wx", "foundations - - AH - - - - -", id="waste to foundation"),
        pytest.param("ft-n\nwaste AH", "wx", "foundations - AH - - - - - -", id="slots of Forty Thieves"),
        pytest.param("ds-d1n\na [4C] 3D\nb 4S", "ab", "a 4C", id="hidden card turns up"),
        pytest.param("ds-d1n\na [4C] AD", "ax", "a 4C", id="turns up under a card put up"),
        pytest.param("ds-d1n\na 9C 8D 7S\nb 9S", "ab2", "b 9S 8D 7S", id="run"),
        pytest.param("ds-d1n\na 9C 8D 7S\nb 9S", "ab2", "a 9C", id="what a run leaves"),
        pytest.param("ds-d1n\na [4D] KC QD", "ab2", "b KC QD", id="king and its run to an empty column"),
        pytest.param("ft-n\na 4D 2C", "ab", "b 2C", id="any card to an empty column of Forty Thieves"),
        pytest.param("ds-d1n\nfoundations - - 3H - - - - -\na 4S", "3a", "a 4S 3H", id="take back"),
        pytest.param(
            "ds-d1n\nfoundations - - 3H - - - - -\na 4S",
            "3a",
            "foundations - - 2H - - - - -",
            id="what it leaves",
        ),
        pytest.param("ft-n\nfoundations - - - - - - - KC", "8j", "j KC", id="take a king back"),
        pytest.param(
            "ds-d1n\nfoundations - - AH 2H - - - -\na 2H\nb 3H",
            "bx ax",
            "foundations - - 2H 3H - - - -",
            id="slot",
        ),
        pytest.param(
            "ds-d1n\nfoundations - - 2H 2H - - - -\na 3H",
            "ax",
            "foundations - - 3H 2H - - - -",
            id="first slot",
        ),
    ],
)
def test_action(before, tokens, after):
    shows(picture(before, tokens), after)


def test_redeal_keeps_the_drawing_order_and_cards_played_stay_away():
    position = picture("ds-d3n\nwaste 97 2S 7H QS AC\nstock 9D 4D\na 8C\n", "wx s u s")
    shows(position, "stock -")
    position = played(position, "r")
    cards = to_text(position, reveal=True).splitlines()[2].split()[1:]
    assert cards[-5:] == ["2S", "7H", "QS", "9D", "4D"]
    assert position.stock_left == 102


FORTY_THIEVES = """
ft-n
a AD 3S KH 2H
b JC 3H 2S 9H
c 9C JH AH 8H
d 8D 9D KC 7D
e TD 9S AH JS
f KC JS 8S QS
g 9D QH 6D 4H
h 9H AS AC 3H
i 6C 5S 7H 4D
j 5D 9C 2S TC
"""


def test_legal_actions_of_the_forty_thieves_opening():
    position = from_text(FORTY_THIEVES)
    assert legal_actions(position) == ["s", "ah", "cb", "ef", "hg"]
    assert view(position)["stock"] == 64


def test_legal_actions_come_in_canonical_order():
    position = picture(
        """
        ds-d1n
        waste AH
        foundations AS - - - 2D - - -
        a KS QD JC
        b KH
        d 2C
        e QS
        f 3S
        """
    )
    assert " ".join(legal_actions(position)) == "s wx wd ac3 ag3 ah3 ai3 bc bg bh bi eb 5f"


@given(games())
def test_pictures_are_read_back(game):
    position: Position = game[-1][1]
    again = from_text(to_text(position, reveal=True))
    assert to_text(again, reveal=True) == to_text(position, reveal=True)
    assert {**view(again), **dict.fromkeys(("seq", "moves", "peeks", "undo", "undo_peeks"))} == {
        **view(position),
        **dict.fromkeys(("seq", "moves", "peeks", "undo", "undo_peeks")),
        "legal": view(again)["legal"],  # a picture does not tell how many passes are over
    }
    assert from_text(to_text(position)).stock_left == position.stock_left


def test_pictures_name_no_unseen_card():
    text = to_text(start(read_code("DS1-D1N-AAAAAAB")))
    assert text.splitlines()[2:7] == [
        "stock 59",
        "waste -",
        "foundations - - - - - - - -",
        "a 8H",
        "b [1] 8D",
    ]


def test_a_picture_has_no_code():
    with pytest.raises(ValueError, match="no deal code"):
        _ = from_text(FORTY_THIEVES).code


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "slug"),
        ("ds-d9n", "slug"),
        ("ds-d1n\na 1H", "no card"),
        ("ds-d1n\na 7H 7H\nb 7H", "three times"),
        ("ds-d1n\na 7H\na 8H", "twice"),
        ("ds-d1n\nj 7H", "no pile"),
        ("ds-d1n\na [7H", "not closed"),
        ("ds-d1n\na [7H]", "face up"),
        ("ds-d1n\nfoundations AS", "8 foundation slots"),
        ("ds-d1n\nfoundations AH - - - - - - -", "no top"),
        ("ds-d1n\nstock 103", "are 103"),
        ("ds-d1n\nstock 105", "are more"),
        ("ds-d1n\nscore ten", "integer"),
    ],
)
def test_bad_pictures(text, complaint):
    with pytest.raises(BadPicture, match=complaint):
        from_text(text)
