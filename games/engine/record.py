"""Game records: the portable text of one game, read forgivingly, written canonically (notation.md)."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypedDict

from .codes import BadCode, DealCode, read_code
from .play import play
from .position import Position, start
from .refusals import IllegalLog, Refusal

RESULTS: Final = ("playing", "won", "given-up", "closed")
HEADERS: Final = ("Deal", "Player", "Started", "Result", "Score", "Ranked-Score", "Moves")
_KNOWN: Final = {name.lower(): name for name in HEADERS}
_LINE_END = re.compile(r"\r\n|\r|\n")
_MILLISECONDS = re.compile(r"(?:0|[1-9][0-9]{0,14})\Z")
_INTEGER = re.compile(r"[+-]?[0-9]+\Z")


class BadRecord(ValueError):
    """A text that is no record: `line`, counted from 1, and `detail`, what is wrong there in plain words."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(f"line {line}: {detail}")
        self.line = line
        self.detail = detail


class BadToken(IllegalLog):
    """A record whose token at `index`, counted from 0, cannot be read or is refused."""


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One token and the milliseconds since the action before it, if told.

    A token with an unreadable time is kept whole (`s@`), so that it is refused in its turn.
    """

    token: str
    ms: int | None = None

    def __str__(self) -> str:
        return self.token if self.ms is None else f"{self.token}@{self.ms}"


@dataclass(frozen=True, slots=True)
class Record:
    """One game as written down: the deal, what is claimed of the game, and its log.

    `extra` are the header lines nobody here knows, whole and as read. None means not told.
    """

    code: DealCode
    player: str | None = None
    started: datetime | None = None
    result: str | None = None
    score: int | None = None
    ranked_score: int | None = None
    moves: int | None = None
    extra: tuple[str, ...] = ()
    entries: tuple[RecordEntry, ...] = ()


class Difference(TypedDict):
    """A claim beside what the replay says."""

    claimed: int | str
    actual: int | str


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record played through: its last position, and the claims, by header name, that do not hold."""

    position: Position
    claims: dict[str, Difference]


def parse_record(text: str | bytes) -> Record:
    """Read a record without playing it; raises BadRecord."""
    if isinstance(text, bytes):
        text = _decoded(text)
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    told: dict[str, tuple[int, str]] = {}
    extra = []
    end = len(lines)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            end = number
            break
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise BadRecord(number, "a header line is written `Name: value`")
        known = _KNOWN.get(name.strip().lower())
        if known is None:
            extra.append(line)
        elif known in told:
            raise BadRecord(number, f"{known} is told twice")
        else:
            told[known] = number, value.strip()
    if "Deal" not in told:
        raise BadRecord(end, "the header Deal is missing")
    return Record(
        code=_code(*told["Deal"]),
        player=told["Player"][1] if "Player" in told else None,
        started=_started(*told["Started"]) if "Started" in told else None,
        result=_result(*told["Result"]) if "Result" in told else None,
        score=_integer("Score", told),
        ranked_score=_integer("Ranked-Score", told),
        moves=_integer("Moves", told),
        extra=tuple(extra),
        entries=tuple(_entry(word) for line in lines[end:] for word in line.split()),
    )


def format_record(record: Record) -> str:
    """A record in its canonical spelling."""
    started = record.started
    told = (
        str(record.code),
        None if record.player is None else _printable(record.player),
        None if started is None else _timestamp(started),
        record.result,
        record.score,
        record.ranked_score,
        record.moves,
    )
    lines = [f"{name}: {value}" for name, value in zip(HEADERS, told, strict=True) if value is not None]
    lines += [_LINE_END.sub(" ", line) for line in record.extra]
    log = " ".join(map(str, record.entries))
    return "\n".join([*lines, "", log]) + ("\n" if log else "")


def replay_record(record: Record) -> Replayed:
    """Play a record through the rules; raises BadToken at the first token that is unreadable or refused."""
    position = start(record.code)
    for index, entry in enumerate(record.entries):
        after = play(position, entry.token)
        if isinstance(after, Refusal):
            raise BadToken(index, after.reason)
        position = after
    claims: dict[str, Difference] = {}
    for name, claimed, actual in (
        ("Result", record.result, _result_of(position, record.result)),
        ("Score", record.score, position.score),
        ("Ranked-Score", record.ranked_score, position.ranked_score),
        ("Moves", record.moves, position.moves),
    ):
        if claimed is not None and claimed != actual:
            claims[name] = {"claimed": claimed, "actual": actual}
    return Replayed(position, claims)


def _result_of(position: Position, claimed: str | None) -> str:
    # A log cannot tell how an unwon game ended, so giving up and closing are taken at their word.
    if position.won:
        return "won"
    return claimed if claimed in ("given-up", "closed") else "playing"


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        before = text[: error.start].decode("utf-8")
        raise BadRecord(len(_LINE_END.split(before)), "the text is not UTF-8") from None


def _code(line: int, value: str) -> DealCode:
    try:
        return read_code(value)
    except BadCode as error:
        raise BadRecord(line, str(error)) from None


def _started(line: int, value: str) -> datetime:
    try:
        started = datetime.fromisoformat(value)
        if started.tzinfo is not None:
            return started.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise BadRecord(line, "Started is a date and time with its zone, as 2026-11-30T12:00:00Z")


def _result(line: int, value: str) -> str:
    if value not in RESULTS:
        raise BadRecord(line, f"Result is one of {', '.join(RESULTS)}")
    return value


def _integer(name: str, told: dict[str, tuple[int, str]]) -> int | None:
    if name not in told:
        return None
    line, value = told[name]
    try:
        if _INTEGER.match(value):
            return int(value)
    except ValueError:  # more digits than Python reads
        pass
    raise BadRecord(line, f"{name} is an integer")


def _entry(word: str) -> RecordEntry:
    token, at, ms = word.partition("@")
    if at and _MILLISECONDS.match(ms):
        return RecordEntry(token, int(ms))
    return RecordEntry(word)


def _timestamp(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _printable(name: str) -> str:
    """A display name without control characters, nor halves of surrogate pairs, which UTF-8 cannot hold."""
    return "".join(c for c in name if unicodedata.category(c) not in ("Cc", "Cs")).strip()
