"""What the engine's tests build with: pictures in and out, vectors, random games."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from games.engine import TABLES, DealCode, Position, from_text, legal_actions, play, start, to_text
from games.engine.codes import ALPHABET

HERE = Path(__file__).parent


def vectors(name: str) -> dict[str, Any]:
    """One file of test vectors."""
    read: dict[str, Any] = json.loads((HERE / "vectors" / f"{name}.json").read_text("utf-8"))
    return read


def played(position: Position, tokens: str) -> Position:
    """The position after tokens that must all be accepted."""
    for token in tokens.split():
        after = play(position, token)
        assert isinstance(after, Position), f"{token}: {after}"
        position = after
    return position


def picture(text: str, tokens: str = "") -> Position:
    """The position a picture shows, with tokens played on it."""
    return played(from_text(text), tokens)


def shows(position: Position, text: str) -> None:
    """Assert that every line of a picture stands in the position's own picture, unseen cards named."""
    lines = to_text(position, reveal=True).splitlines()
    for line in text.strip().splitlines():
        assert " ".join(line.split()) in lines, "\n".join(lines)


def walk(
    position: Position, chance: random.Random, steps: int, undo: float = 0.0
) -> Iterator[tuple[str, Position]]:
    """Random legal actions and the positions after them; `undo` is how likely each is an undo."""
    for _ in range(steps):
        legal = legal_actions(position)
        if position.undo and (not legal or chance.random() < undo):
            token = "u"
        elif legal:
            token = chance.choice(legal)
        else:
            return
        position = played(position, token)
        yield token, position


def full_token_space() -> list[str]:
    """Every token of notation.md on the widest table, and some that are none."""
    letters = "abcdefghij"
    tokens = ["s", "r", "wx", *(f"w{to}" for to in letters), *(f"{at}x" for at in letters)]
    tokens += [f"{slot}{to}" for slot in "12345678" for to in letters]
    tokens += [f"{at}{to}{count}" for at in letters for to in letters for count in ("", *range(2, 105))]
    return [*tokens, "", "x", "12", "9a", "ab1", "ab105", "ab02", "AB", "ax2", "wx2", "ab٣", "s ", "k", "ka"]


tables = st.sampled_from(list(TABLES.values()))
codes = st.builds(DealCode, tables, st.text(ALPHABET, min_size=7, max_size=7))
chances = st.integers(0, 2**32 - 1).map(random.Random)


@st.composite
def games(draw: st.DrawFn, steps: int = 120, undo: float = 0.1) -> list[tuple[str, Position]]:
    """A random game: ("", opening), then each action with the position after it."""
    opening = start(draw(codes))
    length = draw(st.integers(0, steps))
    return [("", opening), *walk(opening, draw(chances), length, undo)]
