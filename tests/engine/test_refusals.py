"""One refusal for every reason, the order in which reasons are found, and nothing changed by any."""

import pytest

from games.engine import Reason, Refusal, play, to_text, view

from .builders import picture

WON = "KS KS KH KH KD KD KC KC"

ONE_OF_EACH = [
    (Reason.UNKNOWN_ACTION, "ds-d1n\na 7H", "ab1"),
    (Reason.GAME_OVER, f"ds-d1n\nfoundations {WON}", "u"),
    (Reason.STOCK_EMPTY, "ds-d1n\nwaste 104\nstock -", "s"),
    (Reason.STOCK_NOT_EMPTY, "ds-d1n\nwaste 7H", "r"),
    (Reason.NO_REDEAL, "ds-d1v\nwaste 104\nstock -", "r"),
    (Reason.WASTE_EMPTY, "ds-d1n", "wx"),
    (Reason.SOURCE_EMPTY, "ds-d1n", "ab"),
    (Reason.SAME_PILE, "ds-d1n\na 7H", "aa"),
    (Reason.HIDDEN_CARD, "ds-d1n\na [4C] 3D\nb 5H", "ab2"),
    (Reason.SINGLE_CARD_ONLY, "ft-n\na 4C 3C\nb 5C", "ab2"),
    (Reason.NEEDS_KING, "ds-d1n\na QH", "ab"),
    (Reason.ACE_TAKES_NOTHING, "ds-d1n\na QH\nb AS", "ab"),
    (Reason.WRONG_COLOR, "ds-d1n\na QH\nb KD", "ab"),
    (Reason.WRONG_SUIT, "ft-n\na QH\nb KD", "ab"),
    (Reason.WRONG_RANK, "ds-d1n\na QH\nb QS", "ab"),
    (Reason.FOUNDATION_NOT_READY, "ds-d1n\na 2H", "ax"),
    (Reason.NOTHING_TO_UNDO, "ds-d1n", "u"),
]

IN_ORDER = [
    (Reason.UNKNOWN_ACTION, f"ds-d1n\nfoundations {WON}", "zz"),
    (Reason.GAME_OVER, f"ft-n\nfoundations {'KS KH KD KC ' * 2}", "aa2"),
    (Reason.NO_REDEAL, "ft-n\nstock 7H *", "r"),
    (Reason.NO_REDEAL, "ds-d3v", "r"),
    (Reason.STOCK_NOT_EMPTY, "ds-d3n", "r"),
    (Reason.WASTE_EMPTY, "ds-d1n\nstock -\na 104", "r"),
    (Reason.SAME_PILE, "ft-n", "aa2"),
    (Reason.SAME_PILE, "ds-d1n\na [1] 7H", "aa104"),
    (Reason.SINGLE_CARD_ONLY, "ft-n", "ab3"),
    (Reason.SOURCE_EMPTY, "ds-d1n\na [1] 7H", "ab3"),
    (Reason.HIDDEN_CARD, "ds-d1n\na [7D] 7H\nb AS", "ab2"),
    (Reason.SOURCE_EMPTY, "ds-d1n\nb AS", "8b"),
    (Reason.WASTE_EMPTY, "ds-d1n\nb AS", "wb"),
    (Reason.NEEDS_KING, "ds-d1n\nwaste QH", "wb"),
    (Reason.NEEDS_KING, "ds-d1n\nfoundations - - QH - - - - -", "3b"),
    (Reason.ACE_TAKES_NOTHING, "ds-d1n\nwaste QH\nb AD", "wb"),
    (Reason.ACE_TAKES_NOTHING, "ft-n\nwaste AD\nb AD", "wb"),
    (Reason.WRONG_COLOR, "ds-d1n\nwaste 5H\nb 9D", "wb"),
    (Reason.WRONG_SUIT, "ft-n\nwaste 5H\nb 9D", "wb"),
    (Reason.WRONG_RANK, "ft-n\nwaste 5H\nb 5H", "wb"),
    (Reason.WRONG_RANK, "ds-d1n\na 7H\nb 6C", "ab"),
    (Reason.FOUNDATION_NOT_READY, "ds-d1n\nfoundations - - 2H AH - - - -\nwaste 4H", "wx"),
    (Reason.FOUNDATION_NOT_READY, "ds-d1n\nfoundations KS - - - - - - -\nwaste KS", "wx"),
]


@pytest.mark.parametrize(("reason", "before", "token"), ONE_OF_EACH + IN_ORDER)
def test_refused(reason, before, token):
    position = picture(before)
    seen, drawn = view(position), to_text(position, reveal=True)
    assert play(position, token) == Refusal(reason)
    assert (view(position), to_text(position, reveal=True)) == (seen, drawn)
    assert token not in seen["legal"]


def test_every_reason_has_a_case():
    assert [reason for reason, _, _ in ONE_OF_EACH] == list(Reason)


NO_TOKENS = (
    "S ss x xa wx2 wa2 ww xx ax2 ab1 ab0 ab02 ab105 ab1000 ab+2 ab² ab٣ aｂ 12 1x 1w 0a 9a 1a2 u2 aw sa s@1"
)


@pytest.mark.parametrize("token", ["", " ", "ab ", " ab", "ab\n", "\0", *NO_TOKENS.split()])
@pytest.mark.parametrize("table", ["ds-d1n", "ft-n"])
def test_unknown_actions(table, token):
    assert play(picture(table), token) == Refusal(Reason.UNKNOWN_ACTION)


def test_the_tenth_column_is_known_on_forty_thieves_only():
    assert play(picture("ds-d1n"), "aj") == Refusal(Reason.UNKNOWN_ACTION)
    assert play(picture("ds-d1n"), "jx") == Refusal(Reason.UNKNOWN_ACTION)
    assert play(picture("ft-n"), "jj") == Refusal(Reason.SAME_PILE)


def test_redeals_and_runs_are_known_where_they_are_always_refused():
    assert play(picture("ft-n"), "r") == Refusal(Reason.NO_REDEAL)
    assert play(picture("ft-n"), "ab104") == Refusal(Reason.SINGLE_CARD_ONLY)
