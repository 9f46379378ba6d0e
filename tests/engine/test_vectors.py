"""The vectors of the specification, exactly: decks, games, won games, refusals, perft, codes."""

from functools import cache

import pytest

from games.engine import (
    FACES,
    TABLES,
    BadCode,
    DealCode,
    Position,
    Refusal,
    fold,
    legal_actions,
    play,
    read_code,
    shuffled_pack,
    start,
    view,
)

from .builders import played, vectors

FAMILY = {table.family: table for table in TABLES.values()}


@cache
def folded(deal: str, actions: str) -> Position:
    return fold(read_code(deal), actions.split())


@pytest.mark.parametrize(
    "deck", vectors("deals")["decks"], ids=lambda deck: f"{deck['family']}-{deck['payload']}"
)
def test_deck(deck):
    order = shuffled_pack(DealCode(FAMILY[deck["family"]], deck["payload"]))
    assert " ".join(FACES[card] for card in order) == deck["deck"]
    assert sorted(order) == list(range(104))


@pytest.mark.parametrize("game", vectors("games")["games"], ids=lambda game: game["deal"])
def test_r03_recorded_games_replay_to_their_views_for_ever(game):
    positions = [start(read_code(game["deal"]))]
    for token in game["actions"].split():
        positions.append(played(positions[-1], token))
    for check in game["checks"]:
        seen = view(positions[check["seq"]])
        assert {name: seen[name] for name in check} == check
    for token, code in game.get("then", {}).items():
        assert play(positions[-1], token) == Refusal(code)


@pytest.mark.parametrize("game", vectors("won")["games"], ids=lambda game: game["deal"])
def test_won_game(game):
    position = folded(game["deal"], game["actions"])
    counted = {name: game[name] for name in game if name not in ("deal", "actions", "taken_back")}
    assert {name: getattr(position, name) for name in counted} == counted
    assert sum(token[0].isdigit() for token in game["actions"].split()) == game["taken_back"]
    assert position.cards_up == 104
    assert view(position)["status"] == "won"
    assert view(position)["legal"] == []
    assert legal_actions(position) == []


def test_refusals():
    for case in vectors("refusals")["refusals"]:
        position = folded(case["deal"], case["actions"])
        before = view(position)
        assert play(position, case["token"]) == Refusal(case["code"]), case
        assert view(position) == before


@pytest.mark.parametrize(
    "case", vectors("perft")["perft"], ids=lambda case: f"{case['deal']}+{len(case['actions'])}"
)
def test_perft(case):
    positions = [folded(case["deal"], case["actions"])]
    for count in case["counts"]:
        positions = [played(position, token) for position in positions for token in legal_actions(position)]
        assert len(positions) == count


@pytest.mark.parametrize(("text", "canonical"), vectors("codes")["good"].items())
def test_code_read(text, canonical):
    assert str(read_code(text)) == canonical


@pytest.mark.parametrize(("text", "part"), vectors("codes")["bad"].items())
def test_code_not_read(text, part):
    with pytest.raises(BadCode) as caught:
        read_code(text)
    assert caught.value.part == part
