"""UTC days: parsing dates and finding a day's dailies."""

from __future__ import annotations

import datetime as dt
import re

from django.utils import timezone

from games.engine import TABLES
from games.errors import BadRequest, NotFound, NotPrepared
from games.models import Daily

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def today(now: dt.datetime | None = None) -> dt.date:
    return (now or timezone.now()).astimezone(dt.UTC).date()


def read_date(text: str) -> dt.date:
    """`today` or YYYY-MM-DD. Raises BadRequest."""
    if text == "today":
        return today()
    if DATE.fullmatch(text):  # fromisoformat alone reads 2026-W49-1 too
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            pass
    raise BadRequest(problem="date")


def opened_date(text: str) -> dt.date:
    """A date that has opened. Raises BadRequest or NotFound."""
    date = read_date(text)
    if date > today():
        raise NotFound
    return date


def dailies_of(date: dt.date) -> list[Daily]:
    """The day's dailies in the order of the tables."""
    order = list(TABLES)
    return sorted(Daily.objects.filter(date=date), key=lambda daily: order.index(daily.table))


def was_a_day(date: dt.date) -> bool:
    """Whether there were dailies on a date."""
    return Daily.objects.filter(date=date).exists()


def daily_on(date: dt.date, table: str) -> Daily:
    """The daily of a date that has opened. Raises NotFound (unknown table or date), NotPrepared (today's missing)."""
    if table not in TABLES or date > today():
        raise NotFound
    daily = Daily.objects.filter(date=date, table=table).first()
    if daily is None:
        raise NotPrepared if date == today() else NotFound
    return daily
