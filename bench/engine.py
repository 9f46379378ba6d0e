"""The engine beside python-chess, in one run: `python -m bench.engine [--rounds N]`.

Both sides do the same kind of work in alternating rounds, so that a busy machine slows both alike; what counts is
the median of the rounds' ratios. Games on both sides are random ones of LENGTH actions.
"""

import argparse
import gc
import io
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import chess
import chess.pgn

from games.engine import (
    TABLES,
    DealCode,
    Position,
    Record,
    RecordEntry,
    fold,
    format_record,
    from_text,
    legal_actions,
    new_open_code,
    parse_record,
    play,
    replay_record,
    start,
)

LENGTH: Final = 200
GAMES: Final = 10
AT_LEAST: Final = 1.0
AIM: Final = 3.0
AT_MOST_SLOWER: Final = 1.2


@dataclass(frozen=True, slots=True)
class Contest:
    """Two jobs that do `count` units of work each."""

    name: str
    count: int
    ours: Callable[[], object]
    theirs: Callable[[], object]


def our_games(dice: random.Random) -> list[tuple[DealCode, list[str]]]:
    """Random games, two on each table and none of them cut short, with an undo now and then."""
    games: list[tuple[DealCode, list[str]]] = []
    while len(games) < GAMES:
        table = list(TABLES.values())[len(games) % len(TABLES)]
        position = start(new_open_code(table))
        tokens: list[str] = []
        while len(tokens) < LENGTH and (legal := legal_actions(position)):
            token = "u" if position.undo and dice.random() < 0.05 else dice.choice(legal)
            after = play(position, token)
            assert isinstance(after, Position)
            position = after
            tokens.append(token)
        if len(tokens) == LENGTH:
            games.append((position.code, tokens))
    return games


def their_games(dice: random.Random) -> list[list[chess.Move]]:
    """Random games of chess, none of them cut short."""
    games: list[list[chess.Move]] = []
    while len(games) < GAMES:
        board = chess.Board()
        moves: list[chess.Move] = []
        while len(moves) < LENGTH and (legal := list(board.legal_moves)):
            moves.append(dice.choice(legal))
            board.push(moves[-1])
        if len(moves) == LENGTH:
            games.append(moves)
    return games


def contests(dice: random.Random) -> list[Contest]:
    """Everything measured beside python-chess."""
    ours, theirs = our_games(dice), their_games(dice)
    openings = [(start(code), tokens) for code, tokens in ours]
    positions = [fold(code, tokens[:at]) for code, tokens in ours for at in range(0, LENGTH, 10)]
    boards = []
    for moves in theirs:
        board = chess.Board()
        for at, move in enumerate(moves):
            if at % 10 == 0:
                boards.append(board.copy())
            board.push(move)
    records = [format_record(Record(code, entries=tuple(map(RecordEntry, tokens)))) for code, tokens in ours]
    papers = []
    for moves in theirs:
        paper = chess.pgn.Game()
        paper.add_line(moves)
        papers.append(str(paper))

    def play_ours() -> None:
        for position, tokens in openings:
            for token in tokens:
                position = play(position, token)  # type: ignore[assignment]  # legal, so never a Refusal

    def play_theirs() -> None:
        for moves in theirs:
            board = chess.Board()
            for move in moves:
                board.push(move)

    def list_ours() -> None:
        for position in positions:
            legal_actions(position)

    def list_theirs() -> None:
        for board in boards:
            list(board.legal_moves)

    def verify_ours() -> None:
        for record in records:
            assert not replay_record(parse_record(record)).claims

    def verify_theirs() -> None:
        for paper in papers:
            game = chess.pgn.read_game(io.StringIO(paper))
            assert game is not None
            assert not game.errors

    return [
        Contest("actions played", GAMES * LENGTH, play_ours, play_theirs),
        Contest("legal lists", len(positions), list_ours, list_theirs),
        Contest(f"records of {LENGTH} verified", GAMES, verify_ours, verify_theirs),
    ]


def seconds(job: Callable[[], object]) -> float:
    """How long a job takes."""
    begun = time.perf_counter()
    job()
    return time.perf_counter() - begun


def lateness(rounds: int) -> tuple[float, float]:
    """Seconds an action takes from move 10 and from move 1,000 on, in one game that never stops.

    A card goes to and fro, so that both stretches play the same actions on the same cards.
    """
    opening = from_text("ds-d1n\na 5C\nb 3H\nc 4S\nd 4C\ne 5H 4S 3D")
    early, late = [], []
    for _ in range(rounds):
        position = opening
        took = []
        for moves in (10, 200, 790, 200):
            begun = time.perf_counter()
            for move in range(moves):
                after = play(position, "ed" if move % 2 == 0 else "de")
                assert isinstance(after, Position)
                position = after
            took.append((time.perf_counter() - begun) / moves)
        early.append(took[1])
        late.append(took[3])
    return statistics.median(early), statistics.median(late)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; the exit code is 1 when a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often each side of a contest runs")
    rounds = max(1, parser.parse_args(arguments).rounds)
    dice = random.Random(1)
    missed = False
    print(f"{'per second':<26}{'twodeck':>12}{'chess':>12}{'ratio':>8}  goal {AT_LEAST:g}, aim {AIM:g}")
    measured = contests(dice)
    gc.collect()
    gc.freeze()  # what was set up here is no part of either side's work
    for contest in measured:
        contest.ours()
        contest.theirs()
        pairs = [(seconds(contest.ours), seconds(contest.theirs)) for _ in range(rounds)]
        ratio = statistics.median(theirs / ours for ours, theirs in pairs)
        ours, theirs = (contest.count / statistics.median(side) for side in zip(*pairs, strict=True))
        verdict = "aim met" if ratio >= AIM else "goal met" if ratio >= AT_LEAST else "missed"
        missed |= ratio < AT_LEAST
        print(f"{contest.name:<26}{ours:>12,.0f}{theirs:>12,.0f}{ratio:>8.2f}  {verdict}")
    lateness(1)
    early, late = lateness(4 * rounds)
    slower = late / early
    missed |= slower > AT_MOST_SLOWER
    print(
        f"{'an action, in µs':<26}{'move 10':>12}{'move 1,000':>12}{'ratio':>8}  goal at most {AT_MOST_SLOWER:g}\n"
        f"{'to and fro':<26}{early * 1e6:>12.2f}{late * 1e6:>12.2f}{slower:>8.2f}"
        f"  {'missed' if slower > AT_MOST_SLOWER else 'goal met'}"
    )
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
