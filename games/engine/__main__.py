"""The engine's command line: `python -m games.engine deal|play|verify`, for anyone without the service."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Final

from .codes import BadCode, read_code
from .picture import to_text
from .position import Position, start
from .record import BadRecord, BadToken, Record, Replayed, parse_record, replay_record
from .refusals import Reason
from .scoring import score_text
from .view import view

LIMIT: Final = 4 * 1024 * 1024

SENTENCES: Final = {
    Reason.UNKNOWN_ACTION: "it is no action of this table",
    Reason.GAME_OVER: "the game is over",
    Reason.STOCK_EMPTY: "the stock is empty",
    Reason.STOCK_NOT_EMPTY: "there are cards left in the stock",
    Reason.NO_REDEAL: "this table allows one pass through the stock only",
    Reason.WASTE_EMPTY: "the waste is empty",
    Reason.SOURCE_EMPTY: "there are not that many cards to move",
    Reason.SAME_PILE: "a column does not move onto itself",
    Reason.HIDDEN_CARD: "the run would take in a face-down card",
    Reason.SINGLE_CARD_ONLY: "this table moves one card at a time",
    Reason.NEEDS_KING: "an empty column takes only a king",
    Reason.ACE_TAKES_NOTHING: "an ace takes no card",
    Reason.WRONG_COLOR: "the card is not of the opposite colour",
    Reason.WRONG_SUIT: "the card is not of the same suit",
    Reason.WRONG_RANK: "the card is not exactly one rank lower",
    Reason.FOUNDATION_NOT_READY: "no foundation takes this card now",
    Reason.NOTHING_TO_UNDO: "there is nothing to undo",
}


class Complaint(Exception):
    """Input that cannot be used, said in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when all is well, 1 when the input is not, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that lacks a character shows its number instead
            stream.reconfigure(errors="backslashreplace")
    options = _parser().parse_args(arguments)
    try:
        if options.command == "deal":
            return _deal(options.code, as_json=options.json, reveal=options.reveal)
        record = _record(options.file)
        return _play(record) if options.command == "play" else _verify(record)
    except Complaint as complaint:
        print(complaint, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.engine", description="Twodeck's rules by hand.")
    commands = parser.add_subparsers(dest="command", required=True)
    deal = commands.add_parser("deal", help="show the opening of a deal code")
    deal.add_argument("code", nargs="?", default="-", help="the code, or - to read it from standard input")
    deal.add_argument("--json", action="store_true", help="print the view as JSON")
    deal.add_argument("--reveal", action="store_true", help="name the cards that lie face down, too")
    for name, told in (("play", "show where a record leads"), ("verify", "check a record and its claims")):
        command = commands.add_parser(name, help=told)
        command.add_argument("file", nargs="?", default="-", help="a record, or - for standard input")
    return parser


def _deal(text: str, *, as_json: bool, reveal: bool) -> int:
    if text == "-":
        text = _read("-").decode("utf-8", errors="replace")
    try:
        position = start(read_code(text))
    except BadCode as error:
        raise Complaint(_sentence(str(error))) from None
    print(
        json.dumps(view(position), ensure_ascii=False)
        if as_json
        else to_text(position, reveal=reveal).rstrip()
    )
    return 0


def _play(record: Record) -> int:
    position = _replayed(record).position
    print(to_text(position).rstrip())
    print(_summary(position, len(record.entries)))
    return 0


def _verify(record: Record) -> int:
    replayed = _replayed(record)
    print(_summary(replayed.position, len(record.entries)))
    for name, difference in replayed.claims.items():
        print(f"{name} does not hold: claimed {difference['claimed']}, played {difference['actual']}.")
    if replayed.claims:
        return 1
    print("The record stands.")
    return 0


def _summary(position: Position, actions: int) -> str:
    outcome = "won" if position.won else f"{position.cards_up} cards up"
    return (
        f"{position.code}: {outcome}, score {score_text(position.table, position.score)}, "
        f"ranked score {score_text(position.table, position.ranked_score)}, "
        f"moves {position.moves}, actions {actions}, peeks {position.peeks}."
    )


def _record(name: str) -> Record:
    try:
        return parse_record(_read(name))
    except BadRecord as error:
        raise Complaint(f"This is no record: line {error.line}: {error.detail}.") from None


def _replayed(record: Record) -> Replayed:
    try:
        return replay_record(record)
    except BadToken as error:
        token = str(record.entries[error.index])
        shown = ascii(token if len(token) <= 20 else f"{token[:20]}…")
        raise Complaint(
            f"Action {error.index}, counted from 0, {shown}, is refused ({error.reason}): "
            f"{SENTENCES[error.reason]}."
        ) from None


def _read(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    try:
        if name == "-":
            text = sys.stdin.buffer.read(LIMIT + 1)
        else:
            with open(name, "rb") as file:
                text = file.read(LIMIT + 1)
    except (OSError, ValueError) as error:  # ValueError: a name no file can have
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Complaint(f"{name!a} cannot be read: {reason}.") from None
    if len(text) > LIMIT:
        raise Complaint(f"The input is longer than {LIMIT // 1024 // 1024} MiB.")
    return text


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
