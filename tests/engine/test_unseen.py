"""Nothing unseen leaves the engine, nor is it ever looked at."""

import json
import random
from itertools import pairwise
from typing import Any

from hypothesis import given

from games.engine import Position, Refusal, changed_piles, fold, legal_actions, play, start, to_text, view
from games.engine.position import Layout, opened

from .builders import chances, codes, full_token_space, games, played, walk

SOME_TOKENS = [token for token in full_token_space() if len(token) < 3 or token.endswith(("2", "13"))]


def looked_at(self: object, *_: object) -> Any:
    raise AssertionError("an unseen card was looked at")


SIGHT = (
    "eq ne lt le gt ge hash bool int index float str repr format bytes len iter contains getitem add radd sub rsub "
    "mul mod rmod floordiv rfloordiv divmod and rand or ror xor lshift rlshift rshift rrshift neg invert abs call"
)
Poison = type("Poison", (), {f"__{name}__": looked_at for name in SIGHT.split()})


def visible(layout: Layout) -> set[int]:
    shown = set(layout.waste)
    for pile in layout.foundations:
        shown.update(pile)
    for column, hidden in zip(layout.columns, layout.hidden, strict=True):
        shown.update(column[hidden:])
    return shown


def poisoned(position: Position, spared: set[int]) -> Position:
    """The position with every card that is neither visible nor spared replaced by poison."""
    layout = position.layout
    keep = visible(layout) | spared

    def pile(cards):
        return tuple(card if card in keep else Poison() for card in cards)

    dosed = Layout(
        pile(layout.row),
        layout.drawn,
        tuple(map(pile, layout.columns)),
        layout.hidden,
        layout.foundations,
        layout.totals,
    )
    return Position(
        position.deal,
        position.table,
        dosed,
        position.seq,
        position.undos,
        position.peeks,
        position.seen,
        position.undo,
        position.recent,
        position.older,
    )


@given(games(steps=60), chances)
def test_unseen_cards_are_never_looked_at(game, chance: random.Random):
    _, position = game[-1]
    blind = poisoned(position, set())
    assert view(blind) == view(position)
    assert to_text(blind) == to_text(position)
    assert repr(blind) == repr(position)
    assert changed_piles(blind, blind) == {}
    for token in {*legal_actions(position), *chance.sample(SOME_TOKENS, 40)}:
        after = play(position, token)
        if isinstance(after, Refusal):
            assert play(blind, token) == after
            continue
        careful = poisoned(position, visible(after.layout))  # what the action turns up is seen by it
        blind_after = played(careful, token)
        assert view(blind_after) == view(after)
        assert changed_piles(careful, blind_after) == changed_piles(position, after)


def relaid(position: Position, names: dict[int, int]) -> Position:
    layout = position.layout

    def pile(cards):
        return tuple(names.get(card, card) for card in cards)

    return opened(
        position.deal,
        position.table,
        Layout(
            pile(layout.row),
            layout.drawn,
            tuple(map(pile, layout.columns)),
            layout.hidden,
            tuple(map(pile, layout.foundations)),
            layout.totals,
        ),
    )


def shown(positions: list[Position]) -> str:
    steps = pairwise(positions)
    return json.dumps(
        [[*map(view, positions)], [changed_piles(*step) for step in steps], [*map(to_text, positions)]]
    )


@given(codes, chances)
def test_deals_that_differ_in_unseen_cards_only_look_the_same_until_one_is_seen(code, chance: random.Random):
    opening = start(code)
    game = list(walk(opening, chance, 60, undo=0.1))
    tokens = [token for token, _ in game]
    seen = game[-1][1].seen if game else opening.seen
    unseen = [card for card in range(104) if not seen >> card & 1]
    other = relaid(opening, dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True)))

    def positions(position):
        return [position, *(position := played(position, token) for token in tokens)]

    assert shown(positions(other)) == shown(positions(opening))
    for token in chance.sample(SOME_TOKENS, 40):
        one, two = play(positions(opening)[-1], token), play(positions(other)[-1], token)
        assert isinstance(one, Refusal) == isinstance(two, Refusal)
        if isinstance(one, Refusal):
            assert one == two


@given(games(steps=80, undo=0.1))
def test_nothing_tells_which_of_two_equal_cards_it_is(game):
    opening, tokens = game[0][1], [token for token, _ in game[1:]]
    swapped = relaid(opening, {card: (card + 52) % 104 for card in range(104)})

    def positions(position):
        return [position, *(position := played(position, token) for token in tokens)]

    assert shown(positions(swapped)) == shown(positions(opening))
    assert shown(positions(opening))[-1] == shown([fold(opening.code, tokens)])[-1]
