"""Reported faults over the whole service: E01, E04, E09, E11, and what an action costs late in a game."""

from __future__ import annotations

from typing import Any

import pytest

from games import held, log
from games.engine import FACES, Refusal, legal_actions, play, read_code, shuffled_pack, start
from games.held import positions
from games.models import Game, LogEntry
from tests.conftest import Api

CODE = "DS1-D1N-AAAAAAB"
TWO_EQUAL = "FT1-N-VE7SBH6"
TO_TWO_EQUAL = "s aj s s s s s s s s s s s wi s s s s wi we s s s s s s s s s s wx s s wh hx"


def test_e01_shuttling_a_card_pays_the_score_but_not_the_ranked_score(api: Api) -> None:
    """E01: foundation to foundation is no action; taking back and putting up again is paid once in the ranking."""
    position = start(read_code(CODE))
    tokens: list[str] = []
    while not any(token[0].isdigit() for token in legal_actions(position)):
        legal = legal_actions(position)
        token = next((each for each in legal if each.endswith("x")), legal[len(tokens) % len(legal)])
        after = play(position, token)
        assert not isinstance(after, Refusal)
        position, tokens = after, [*tokens, token]
    game = api.start(code=CODE)["id"]
    for at in range(0, len(tokens), 200):
        view = api.act(game, at, *tokens[at : at + 200]).json()["view"]
    back = next(token for token in view["legal"] if token[0].isdigit())
    up = f"{back[1]}x"
    before = view
    for token in ("12", "17", "81"):
        refused = api.act(game, before["seq"], token)
        assert (refused.status_code, refused.json()["code"]) == (422, "unknown_action")
        assert refused.json()["view"] == before
    view = api.act(game, before["seq"], *[back, up] * 20).json()["view"]
    assert view["score"] == before["score"] + 200
    assert view["ranked_score"] == before["ranked_score"]


def test_e04_a_run_with_a_hidden_card_is_refused_and_tells_nothing(api: Api) -> None:
    """E04: 422 hidden_card; nothing changed; the hidden card's face is in no byte of the answer."""
    pack = [FACES[card % 52] for card in shuffled_pack(read_code(CODE))]
    hidden = pack[1]  # column b: the card below its last
    game = api.start(code=CODE)["id"]
    before = api.view(game)
    assert hidden not in str(before)
    answer = api.act(game, 0, "ba2")
    assert (answer.status_code, answer.json()["code"]) == (422, "hidden_card")
    assert hidden not in answer.content.decode()
    assert api.view(game) == before
    assert LogEntry.objects.count() == 0


def test_e04_moving_the_last_card_turns_the_hidden_one(api: Api) -> None:
    game = api.start(code=CODE)["id"]
    move = next(token for token in api.view(game)["legal"] if token[0] in "bcdefghi")
    column = "abcdefghi".index(move[0])
    view = api.act(game, 0, move).json()["view"]
    assert view["columns"][column]["hidden"] == column - 1
    assert len(view["columns"][column]["cards"]) == 1


def test_e09_the_same_deal_again_is_the_same_deal(api: Api) -> None:
    """E09: after 30 moves and a restart the opening is byte for byte the first one."""
    first = api.start(code=CODE)
    api.act(first["id"], 0, *["s"] * 30)
    again = api.start(like=first["id"])
    apart = {"id"}
    assert {key: again[key] for key in again.keys() - apart} == {
        key: first[key] for key in first.keys() - apart
    }


def test_e11_of_two_equal_cards_the_one_named_moves(api: Api) -> None:
    """E11: two columns end in 2D; the log, undo and the replay name the very one."""
    game = api.start(code=TWO_EQUAL)["id"]
    view = api.act(game, 0, *TO_TWO_EQUAL.split()).json()["view"]
    g, h = (view["columns"]["abcdefghij".index(letter)]["cards"] for letter in "gh")
    assert g[-1] == h[-1] == "2D"
    assert {"gx", "hx"} <= set(view["legal"])
    seq = view["seq"]
    up = api.act(game, seq, "hx").json()["view"]
    assert up["columns"][6]["cards"] == g
    assert up["columns"][7]["cards"] == h[:-1]
    assert LogEntry.objects.order_by("-seq").values_list("token", flat=True)[0] == "hx"
    back = api.act(game, seq + 1, "u").json()["view"]
    assert back["columns"] == view["columns"]
    positions.clear()
    assert api.view(game) == back


@pytest.mark.parametrize("moves", [10, 1000])
def test_an_action_reads_none_of_the_log_however_long_it_is(
    api: Api, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    """Positions are held: an action folds nothing again."""
    game = api.start(code=CODE)["id"]
    for at in range(0, moves, 200):
        api.act(game, at, *(["s", "u"] * 100)[: min(200, moves - at)])
    read: list[Any] = []
    real = log.read

    def counting(*args: Any, **how: Any) -> Any:
        read.append(args)
        return real(*args, **how)

    monkeypatch.setattr(held, "read", counting)
    assert api.act(game, moves, "s").status_code == 200
    assert read == []
    assert Game.objects.get().seq == moves + 1
