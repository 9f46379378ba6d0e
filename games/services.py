"""Changes to games: starting them, acting, giving up, and what the clock does to them."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import log as action_log
from games.calendar import daily_on, today
from games.concealment import check_competes, check_seen, daily_of_code
from games.engine import TABLES, DealCode, Position, fold, new_open_code, read_code, start
from games.errors import BadRequest, Busy, Concealed, DamagedLog, NotFinal, NotYours
from games.held import Held, code_of, columns_of, daily_code, damaged, hold, load, played
from games.log import Logged
from games.models import Daily, Game, Status
from games.writer import Act, End, Outcome, writer
from players.models import Player

ANSWER_SECONDS = 10.0


def game_open(*, player: Player, table: str) -> Held:
    """Start a game on a random open deal of a table. Raises BadRequest."""
    if table not in TABLES:
        raise BadRequest(problem="table")
    return _create(player, new_open_code(TABLES[table]))


def game_from_code(*, player: Player, text: str) -> Held:
    """Start a game on the deal a text names. Raises the engine's BadCode, or Concealed."""
    code = read_code(text)
    return _create(player, code, daily=daily_of_code(code))


def game_from_daily(*, player: Player, table: str, date: dt.date | None) -> tuple[Held, bool]:
    """Today's ranked attempt (True when made now), or a late game on a final daily.

    Raises BadRequest, NotFound, NotEligible, NotFinal.
    """
    if table not in TABLES:
        raise BadRequest(problem="daily")
    now = timezone.now()
    daily = daily_on(date or today(now), table)
    if daily.final:
        return _create(player, daily_code(daily), daily=daily), True
    own = _attempt(daily, player)
    if own is not None:
        return load(own), False
    if now >= daily.closes:
        raise NotFinal
    check_competes(player)
    try:
        with transaction.atomic():
            return _create(player, daily_code(daily), daily=daily, ranked=True), True
    except IntegrityError:  # two requests at once: one made it
        own = _attempt(daily, player)
        if own is None:
            raise
        return load(own), False


def _attempt(daily: Daily, player: Player) -> Game | None:
    rows = Game.objects.select_related("player", "daily")
    return rows.filter(daily=daily, player=player, ranked=True).first()


def game_like(*, player: Player, game: Game, at: int | None) -> Held:
    """Start the same deal again, unranked; with `at`, take over after that many of its log entries.

    Raises NotFound, Concealed, BadRequest, Unreadable.
    """
    check_seen(game, player)
    if game.daily is not None and not game.daily.final:
        raise Concealed
    code = code_of(game)
    if at is None:
        return _create(player, code, daily=game.daily)
    if at > game.seq:
        raise BadRequest(problem="at")
    position = start(code)
    entries = action_log.read(game.id, 0, at)
    for after in played(position, entries, game.id):
        position = after
    if position.seq != at:
        raise damaged(game.id, f"it ends at {position.seq}, {at} were asked for")
    with transaction.atomic():
        held = _create(player, code, daily=game.daily, position=position)
        action_log.append(action_log.rows(held.game_id, 0, [Logged(entry.token, None) for entry in entries]))
        return held


def _create(
    player: Player,
    code: DealCode,
    *,
    daily: Daily | None = None,
    ranked: bool = False,
    position: Position | None = None,
) -> Held:
    """A game of its own at a position, the opening unless told; the log up to there is the caller's to append."""
    position = position or start(code)
    game = Game.objects.create(
        player=player,
        table=code.table.slug,
        code="" if daily else str(code),
        daily=daily,
        ranked=ranked,
        status=Status.WON if position.won else Status.PLAYING,
        **columns_of(position),
        inherited=position.seq,
    )
    return hold(game, position)


def game_act(*, game: Game, player: Player | None, seq: int, tokens: Sequence[str]) -> Outcome:
    """Apply actions and wait for the commit. Raises NotFound, Concealed, NotYours, Unreadable, Busy."""
    _check_owner(game, player)
    return _wait(game_submit(game_id=game.id, seq=seq, tokens=tokens))


def game_submit(*, game_id: uuid.UUID, seq: int, tokens: Sequence[str]) -> Future[Outcome]:
    """Queue actions of a game whose player is known to ask. Raises Busy."""
    return writer.submit(Act(game_id, seq, tuple(tokens)))


def game_give_up(*, game: Game, player: Player | None) -> Held:
    """Give up and wait for the commit; a game that is over stays as it is. Raises as game_act."""
    _check_owner(game, player)
    return _wait(writer.submit(End(game.id, Status.GIVEN_UP))).held


def game_close(*, game_id: uuid.UUID) -> None:
    """Record that an attempt is over because its time is. Raises Unreadable, Busy."""
    try:
        _wait(writer.submit(End(game_id, Status.CLOSED)))
    except DamagedLog:  # it reads closed all the same, and may not keep its board from becoming final
        Game.objects.filter(pk=game_id, status=Status.PLAYING).update(status=Status.CLOSED)


def _check_owner(game: Game, player: Player | None) -> None:
    check_seen(game, player)
    if player is None or player.id != game.player_id:
        raise NotYours


def _wait(answer: Future[Outcome]) -> Outcome:
    if not connection.in_atomic_block:
        connection.close()  # the writer needs one too: those who wait may not hold the whole pool
    try:
        return answer.result(ANSWER_SECONDS)
    except FutureTimeout:
        raise Busy from None


def game_import(
    *, player: Player, code: DealCode, entries: Sequence[Logged], created: dt.datetime
) -> Held | None:
    """Store a finished game as it was recorded elsewhere; None when the player has one on that deal already."""
    if Game.objects.filter(player=player, code=str(code)).exists():
        return None
    position = fold(code, [entry.token for entry in entries])
    total = dt.timedelta(milliseconds=sum(entry.ms or 0 for entry in entries))
    first = dt.timedelta(milliseconds=entries[0].ms or 0) if entries else dt.timedelta()
    with transaction.atomic():
        game = Game.objects.create(
            player=player,
            table=code.table.slug,
            code=str(code),
            status=Status.WON if position.won else Status.GIVEN_UP,
            **columns_of(position),
            created=created,
            first_at=created + first,
            last_at=created + total,
        )
        action_log.append(action_log.rows(game.id, 0, entries))
    return hold(game, position)
