"""What holds in every game: 104 cards, and `legal` is exactly what `play` accepts."""

import random
from itertools import pairwise

from hypothesis import given, settings

from games.engine import (
    Position,
    Reason,
    Refusal,
    changed_piles,
    format_action,
    legal_actions,
    parse_action,
    play,
    view,
)
from games.engine.actions import Undo

from .builders import chances, full_token_space, games, picture, tables

TOKENS = full_token_space()


@given(games(steps=200))
def test_104_cards_always(game):
    for _, position in game:
        layout = position.layout
        cards = [*layout.row, *(card for pile in (*layout.columns, *layout.foundations) for card in pile)]
        assert sorted(cards) == list(range(104))
        assert layout.totals.cards_up == sum(map(len, layout.foundations))
        for column, hidden in zip(layout.columns, layout.hidden, strict=True):
            assert hidden < len(column) or hidden == len(column) == 0


def assert_legal_is_what_play_accepts(position: Position) -> None:
    accepted = {token for token in TOKENS if isinstance(play(position, token), Position)}
    legal = legal_actions(position)
    assert set(legal) == accepted
    assert len(legal) == len(accepted)
    table = position.table
    order = ["s", "r", *(f"w{goal}" for goal in "x" + table.column_letters)]
    for source in table.column_letters:
        order.append(f"{source}x")
        order += [f"{source}{goal}{count}" for count in ("", *range(2, 105)) for goal in table.column_letters]
    order += [f"{slot}{goal}" for slot in "12345678" for goal in table.column_letters]
    places = {token: place for place, token in enumerate(order)}
    assert legal == sorted(legal, key=places.__getitem__)


@settings(max_examples=25)
@given(games(steps=200))
def test_legal_is_exactly_what_play_accepts(game):
    for _, position in {len(game) // 2: game[len(game) // 2], len(game) - 1: game[-1]}.values():
        assert_legal_is_what_play_accepts(position)


@settings(max_examples=25)
@given(tables, chances)
def test_legal_is_exact_on_any_picture(table, chance: random.Random):
    # Dealt at random over all piles: columns that no play leads to, empty ones, full foundation slots.
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"] * 2
    tops = []
    for suit in table.foundation_suits:
        height = chance.choice([0, 0, 1, 2, 5, 13])
        for rank in "A23456789TJQK"[:height]:
            cards.remove(f"{rank}{suit}")
        tops.append(f"{'A23456789TJQK'[height - 1]}{suit}" if height else "-")
    chance.shuffle(cards)
    lines = [table.slug, f"foundations {' '.join(tops)}"]
    for letter in table.column_letters:
        size = min(chance.choice([0, 1, 3, 8]), len(cards))
        down = chance.randrange(size) if size and not table.single_card else 0
        column = [cards.pop() for _ in range(size)]
        covered = ["[", *column[:down], "]"] if down else []
        lines.append(" ".join([letter, *covered, *column[down:]]))
    drawn = chance.randint(0, len(cards))
    lines += [f"waste {' '.join(cards[:drawn])}", f"stock {' '.join(cards[drawn:])}"]
    assert_legal_is_what_play_accepts(picture("\n".join(lines)))


@given(tables)
def test_actions_are_written_as_they_are_read(table):
    read = {token: parse_action(token, table) for token in TOKENS}
    known = {token: action for token, action in read.items() if action is not None}
    assert {token: format_action(action) for token, action in known.items()} == {
        token: token for token in known
    }
    assert len(set(known.values())) == len(known)
    columns = table.columns
    assert len(known) == 3 - 1 + 1 + columns + columns + columns * columns * 104 + 8 * columns
    assert isinstance(parse_action("u", table), Undo)


@given(games(undo=0.0))
def test_play_takes_an_action_read_as_well(game):
    for (_, before), (token, after) in pairwise(game):
        action = parse_action(token, before.table)
        assert action is not None
        again = play(before, action)
        assert isinstance(again, Position)
        assert view(again) == view(after)
    wide = parse_action("ja", picture("ft-n").table)
    assert wide is not None
    assert play(picture("ds-d1n"), wide) == Refusal(Reason.UNKNOWN_ACTION)


@given(games(undo=0.2))
def test_changed_piles_lead_from_one_view_to_the_next(game):
    table = game[0][1].table
    for (_, before), (token, after) in pairwise(game):
        shown, piles = view(before), changed_piles(before, after)
        for pile, content in piles.items():
            if pile in "sw":
                name = {"s": "stock", "w": "waste"}[pile]
                assert shown[name] != content
                shown[name] = content
            else:
                name, at = (
                    ("foundations", int(pile) - 1) if pile.isdigit() else ("columns", ord(pile) - ord("a"))
                )
                assert shown[name][at] != content
                shown[name][at] = content
        now = view(after)
        for name in ("stock", "waste", "columns", "foundations"):
            assert shown[name] == now[name]
        assert len(piles) <= 3, token
        assert set(piles) <= set("sw12345678" + table.column_letters)


@given(games())
def test_views_are_whole(game):
    last = game[-1][1]
    for ended in (None, "given-up", "closed"):
        shown = view(last, ended)
        names = (
            "table status seq moves score score_text ranked_score peeks undo undo_peeks stock waste columns"
        )
        assert list(shown) == [*names.split(), "foundations", "legal"]
        if ended and not last.won:
            assert (shown["status"], shown["legal"], shown["undo"], shown["undo_peeks"]) == (
                ended,
                [],
                0,
                False,
            )
