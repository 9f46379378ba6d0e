"""Reading games: by id, one's own, and a replay's steps."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import uuid
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.concealment import check_exported, check_seen, finished_dailies
from games.engine import (
    TABLES,
    Record,
    RecordEntry,
    changed_piles,
    format_record,
    score_text,
    start,
    view,
)
from games.errors import BadRequest, NotFound
from games.held import Held, code_of, load, load_readable, played
from games.log import read
from games.models import DAY, GRACE, Game, Status, status_at
from games.protocol import acted_text, opening_view, view_of
from players.models import Kind, Player

PAGE = 50


def game_by_id(text: str | uuid.UUID) -> Game:
    """The game's row with player and daily. Raises NotFound, also for what is no id."""
    try:
        game_id = text if isinstance(text, uuid.UUID) else uuid.UUID(text)
    except ValueError:
        raise NotFound from None
    if isinstance(text, str) and str(game_id) != text.lower():
        raise NotFound
    game = Game.objects.select_related("player", "daily").filter(pk=game_id).first()
    if game is None:
        raise NotFound
    return game


def game_seen(text: str | uuid.UUID, viewer: Player | None) -> Held:
    """A game that the viewer may see. Raises NotFound or Concealed."""
    game = game_by_id(text)
    check_seen(game, viewer)
    return load(game)


def game_held(game_id: uuid.UUID) -> Held:
    """A game whose reader is known to be allowed."""
    return load(game_by_id(game_id))


def games_standing(game_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, tuple[int, str]]:
    """Seq and status of games at this instant, in one short query; those that are no more are left out."""
    now = timezone.now()
    standing = {}
    rows = Game.objects.filter(pk__in=game_ids).values_list("id", "seq", "status", "ranked", "daily__date")
    for game_id, seq, status, ranked, date in rows:
        closes = dt.datetime.combine(date, dt.time(), dt.UTC) + DAY if date else None
        ends = closes + GRACE if closes else None
        standing[game_id] = (
            seq,
            status_at(status, ranked=ranked, seq=seq, closes=closes, ends=ends, now=now),
        )
    return standing


def _cursor(game: Game) -> str:
    return base64.urlsafe_b64encode(f"{game.created.isoformat()} {game.id}".encode()).decode().rstrip("=")


def _read_cursor(text: str) -> tuple[dt.datetime, uuid.UUID]:
    try:
        plain = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
        created, _, game_id = plain.partition(" ")
        moment = dt.datetime.fromisoformat(created)
        if moment.tzinfo is None:
            raise ValueError
        return moment.astimezone(dt.UTC), uuid.UUID(game_id)
    except (ValueError, OverflowError, binascii.Error):
        raise BadRequest(problem="after") from None


def games_of(
    player: Player | None, *, status: str = "", table: str = "", date: dt.date | None = None, after: str = ""
) -> tuple[list[Held], str | None]:
    """A player's games, newest first, and the token of the next page; a stranger has none. Raises BadRequest."""
    rows = Game.objects.select_related("player", "daily").filter(player=player)
    now = timezone.now()
    if status:
        if status not in Status.values:
            raise BadRequest(problem="status")
        rows = rows.filter(_status_now(status, now))
    if table:
        if table not in TABLES:
            raise BadRequest(problem="table")
        rows = rows.filter(table=table)
    if date:
        rows = rows.filter(daily__date=date)
    if after:
        created, game_id = _read_cursor(after)
        rows = rows.filter(Q(created__lt=created) | Q(created=created, id__lt=game_id))
    found = list(rows.order_by("-created", "-id")[: PAGE + 1])
    following = _cursor(found[PAGE - 1]) if len(found) > PAGE else None
    return load_readable(found[:PAGE]), following


def _status_now(status: str, now: dt.datetime) -> Q:
    """Games that stand at a status at this instant: an attempt past its time reads closed before that is recorded."""
    utc = now.astimezone(dt.UTC)
    late = Q(status=Status.PLAYING, ranked=True) & (
        Q(daily__date__lte=(utc - DAY - GRACE).date()) | Q(seq=0, daily__date__lt=utc.date())
    )
    if status == Status.CLOSED:
        return Q(status=Status.CLOSED) | late
    if status == Status.PLAYING:
        return Q(status=Status.PLAYING) & ~late
    return Q(status=status)


def record_of(game: Game, viewer: Player | None) -> str:
    """The game record in its canonical text. Raises NotFound or Concealed."""
    check_exported(game, viewer)
    held = load(game)
    result = held.status_at(timezone.now())
    at = held.position
    entries = tuple(RecordEntry(entry.token, entry.ms) for entry in read(game.id, 0, at.seq))
    return format_record(
        Record(
            code=held.code,
            player=held.player_name,
            started=held.created,
            result=result,
            score=at.score,
            ranked_score=at.ranked_score,
            moves=at.moves,
            extra=(),
            entries=entries,
        )
    )


def replay_of(game: Game) -> dict[str, Any]:
    """The opening and every step of a game: what each changed, and the numbers after it."""
    held = load(game)
    position = start(code_of(game))
    opening = {
        **view_of(held),
        **opening_view(position, held.date),
        "code": None if held.concealed else str(held.code),
    }
    opening["ranked"] = held.ranked
    del opening["legal"]
    steps = []
    entries = read(game.id, 0, held.position.seq)
    for entry, after in zip(entries, played(position, entries, game.id), strict=True):
        shown = view(after)
        scalars = ("seq", "status", "score", "score_text", "ranked_score", "moves", "peeks", "undo")
        steps.append(
            {
                "action": entry.token,
                "ms": entry.ms,
                "piles": changed_piles(position, after),
                **{name: shown[name] for name in scalars},
                "ranked_score_text": score_text(after.table, after.ranked_score),
            }
        )
        position = after
    if steps:
        steps[-1]["status"] = held.status_at(timezone.now())
    return {"view": opening, "steps": steps}


def acted_again(game_id: uuid.UUID, seq: int, count: int) -> list[str]:
    """The `acted` messages of entries seq+1 to seq+count, as first sent."""
    game = game_by_id(game_id)
    held = load(game)
    position = start(code_of(game))
    spent = 0
    texts = []
    entries = read(game.id, 0, seq + count)
    steps = zip(entries, played(position, entries, game.id), strict=True)
    for number, (entry, after) in enumerate(steps):
        if number > held.inherited:
            spent += entry.ms or 0
        if number >= seq:
            at = held.first_at + dt.timedelta(milliseconds=spent) if held.first_at else None
            then = replace(
                held, position=after, last_at=at, status="won" if after.won else Status.PLAYING.value
            )
            texts.append(acted_text(position, then, entry.token))
        position = after
    return texts


def unfinished_of(player: Player, most: int = PAGE) -> list[Held]:
    """The player's games that can be played on, newest first."""
    rows = Game.objects.select_related("player", "daily").filter(
        _status_now(Status.PLAYING, timezone.now()), player=player
    )
    return load_readable(rows.order_by("-created", "-id")[:most])


def public_games_of(player: Player, viewer: Player | None, most: int = PAGE) -> list[Held]:
    """The player's finished games that this viewer may replay, newest first."""
    now = timezone.now()
    rows = Game.objects.select_related("player", "daily").filter(
        ~_status_now(Status.PLAYING, now), player=player, seq__gt=0
    )
    if viewer is None or viewer.id != player.id:
        shown = Q(daily=None) | Q(daily__final_at__isnull=False)
        if viewer is not None:
            shown |= Q(daily__in=finished_dailies(viewer, now))
        rows = rows.filter(shown, private=False)
    return load_readable(rows.order_by("-created", "-id")[:most])


def demo_game() -> uuid.UUID | None:
    """A won game to show newcomers."""
    rows = Game.objects.filter(player__kind=Kind.DEMO, status=Status.WON)
    return rows.order_by("created").values_list("id", flat=True).first()
