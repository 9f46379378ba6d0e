"""Preparing, closing and making final the deals of the day. Every job may run twice or in two places."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games.broadcasts import game_state, game_wanted
from games.calendar import today
from games.engine import TABLES, commitment, new_sealed_code
from games.errors import GameError, Unreadable, Unsealable
from games.held import daily_code, load_readable, positions
from games.log import pack
from games.models import DAY, GRACE, Daily, Game, Status
from games.sealing import seal, unseal
from games.services import game_close
from games.signals import daily_final

logger = logging.getLogger("twodeck.dailies")

DAYS_AHEAD = 7
UNTOUCHED_DAYS = 7
PACK_AFTER = dt.timedelta(hours=1)
PACK_AT_ONCE = 500


def dailies_prepare(*, days: int = DAYS_AHEAD, now: dt.datetime | None = None) -> int:
    """Draw the missing deals of today and the days after it; returns how many. A deal once drawn stays."""
    first = today(now)
    wanted = {(first + number * DAY, table) for number in range(days + 1) for table in TABLES}
    there = set(Daily.objects.filter(date__gte=first).values_list("date", "table"))
    fresh = []
    for date, table in sorted(wanted - there):
        code = new_sealed_code(TABLES[table])
        fresh.append(Daily(date=date, table=table, sealed_code=seal(str(code)), commitment=commitment(code)))
    Daily.objects.bulk_create(fresh, ignore_conflicts=True)
    return len(fresh)


def attempts_close(*, now: dt.datetime | None = None) -> int:
    """Record as closed the attempts whose time is over; returns how many. One that fails does not stop the others."""
    now = now or timezone.now()
    over = Q(daily__date__lte=(now.astimezone(dt.UTC) - DAY - GRACE).date())
    untouched = Q(seq=0, daily__date__lt=today(now))
    rows = Game.objects.filter(over | untouched, ranked=True, status=Status.PLAYING, daily__final_at=None)
    ids = list(rows.values_list("id", flat=True))
    done = 0
    for game_id in ids:
        try:
            game_close(game_id=game_id)
        except GameError as error:
            logger.error("The attempt %s could not be closed: %s", game_id, error.code)
        else:
            done += 1
    return done


def dailies_finalise(*, now: dt.datetime | None = None) -> int:
    """Make boards final whose last action can no longer come, and disclose their codes; returns how many."""
    now = now or timezone.now()
    last = (now.astimezone(dt.UTC) - DAY - GRACE).date()
    done = 0
    for daily in Daily.objects.filter(date__lte=last, final_at=None).order_by("date"):
        if Game.objects.filter(daily=daily, ranked=True, status=Status.PLAYING).exists():
            continue  # closed first; the next run comes back
        try:
            code = unseal(daily.sealed_code)
        except Unsealable:
            logger.error("The deal of %s cannot be disclosed: DEAL_KEY does not open it", daily)
            continue
        with transaction.atomic():
            fresh = Daily.objects.filter(pk=daily.pk, final_at=None).update(final_at=now, code=code)
            if not fresh:
                continue
            daily.refresh_from_db()
            daily_final.send(sender=Daily, daily=daily)
        done += 1
        games = list(Game.objects.select_related("player", "daily").filter(daily=daily))
        for game in games:
            positions.forget(game.id)
        for held in load_readable(game for game in games if game_wanted(game.id)):
            game_state(held)
    return done


def games_prune(*, now: dt.datetime | None = None) -> int:
    """Remove games that nobody ever played in; returns how many."""
    before = (now or timezone.now()) - UNTOUCHED_DAYS * DAY
    rows = Game.objects.filter(seq=0, created__lt=before).exclude(ranked=True, daily__final_at=None)
    return rows.delete()[0]


def logs_pack(*, now: dt.datetime | None = None) -> int:
    """Pack the logs of games that have been over for a while, some at a time; returns how many."""
    before = (now or timezone.now()) - PACK_AFTER
    over = Game.objects.exclude(status=Status.PLAYING).filter(seq__gt=0, last_at__lt=before, packed_log=None)
    done = 0
    for game_id in over.order_by("last_at").values_list("id", flat=True)[:PACK_AT_ONCE]:
        try:
            with transaction.atomic():
                done += pack(game_id)
        except IntegrityError:  # another clock has packed it
            continue
    return done


def missing_today(now: dt.datetime | None = None) -> list[str]:
    """The tables whose deal of today is not there: an alarm."""
    there = set(Daily.objects.filter(date=today(now)).values_list("table", flat=True))
    return [table for table in TABLES if table not in there]


def unreadable_today(now: dt.datetime | None = None) -> list[str]:
    """The tables whose deal of today this server cannot open (another DEAL_KEY) or deal: an alarm."""
    found = []
    for daily in Daily.objects.filter(date=today(now)).order_by("table"):
        try:
            daily_code(daily)
        except Unreadable:
            found.append(daily.table)
    return found
