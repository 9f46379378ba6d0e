"""verify_games finds every kind of drift, and nothing where there is none."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Game, LogEntry
from tests.conftest import Api


def verify() -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("verify_games", stdout=out, stderr=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def game(api: Api) -> str:
    for code in ("DS1-D1N-AAAAAAB", "FT1-N-AAAAAAB"):
        game: str = api.start(code=code)["id"]
        api.act(game, 0, "s", "s", "u")
    return game


def test_what_stands_is_counted(game: str) -> None:
    assert verify() == (0, "2 games folded, 0 drifted.\n")


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"score": 5}, "score is 5, the log gives 0"),
        ({"moves": 7}, "moves is 7"),
        ({"peeks": 0}, "peeks is 0, the log gives 1"),
        ({"seq": 2}, "is 1, the log gives 0"),
        ({"seq": 9}, "seq is 9, the log gives 3"),
        ({"status": "won"}, "its status is won, the log is not won"),
        ({"code": "FT9-N-AAAAAAB"}, "its deal cannot be dealt here"),
    ],
)
def test_a_row_that_says_something_else_is_reported(game: str, row: dict[str, Any], says: str) -> None:
    Game.objects.filter(pk=game).update(**row)
    code, text = verify()
    assert code == 1
    assert says in text
    assert game in text
    assert "2 games folded, 1 drifted." in text


def test_a_damaged_log_is_reported(game: str) -> None:
    LogEntry.objects.filter(game_id=game, seq=2).update(token="r")
    code, text = verify()
    assert code == 1
    assert "entry 2 of its log is refused (no_redeal)" in text
