"""Today, and the boards."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.calendar import dailies_of, daily_on, opened_date, today, was_a_day
from games.concealment import has_finished
from games.engine import TABLES
from games.errors import GameError, NotPrepared
from games.models import DAY, Daily
from games.pages import live_socket, page, player_url, status_text
from games.protocol import view_of
from games.queries import demo_game, unfinished_of
from games.table_info import table_info, table_name
from leaderboards.queries import FIRST_ROWS, LEAGUES, EntryView, entry_counts, own_attempts, snapshot
from players.middleware import session_player
from players.models import Player


def board_url(date: dt.date, table: str) -> str:
    return reverse("board", kwargs={"date": date.isoformat(), "table": table})


def _own(daily: Daily, player: Player, game: Any) -> dict[str, Any]:
    row = snapshot(daily, "open").of(player)
    return {
        "game_url": reverse("play", kwargs={"game": str(game.id)}),
        "status": game.status_at(timezone.now()),
        "score_text": row.score_text if row else "–",
        "rank": row.rank if row else None,
    }


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    date = today()
    dailies = {daily.table: daily for daily in dailies_of(date)}
    player = session_player(request)
    counts = entry_counts(list(dailies.values()))
    mine = own_attempts(list(dailies.values()), player)
    days = []
    for slug in TABLES:
        daily = dailies.get(slug)
        game = mine.get(daily.pk) if daily else None
        days.append(
            {
                "table": table_info(slug),
                "name": table_name(slug),
                "board_url": board_url(date, slug),
                "players": counts.get(daily.pk, 0) if daily else 0,
                "commitment": daily.commitment if daily else None,
                "final": False,
                "missing": daily is None,
                "me": _own(daily, player, game) if daily and player and game else None,
            }
        )
    closes = dt.datetime.combine(date + DAY, dt.time(), dt.UTC).isoformat()
    demo = demo_game()
    return page(
        request,
        "home.html",
        "home",
        {"closes": closes, "date": date.isoformat()},
        date=date,
        closes=closes,
        days=days,
        unfinished=[_unfinished(held) for held in unfinished_of(player)] if player else [],
        demo_url=reverse("replay", kwargs={"game": str(demo)}) if demo else None,
        guests_compete=settings.RANKED_PLAYERS == "guest",
        not_prepared=len(dailies) < len(TABLES),
    )


def _unfinished(held: Any) -> dict[str, Any]:
    shown = view_of(held, legal=False)
    return {
        "url": reverse("play", kwargs={"game": shown["id"]}),
        "table_name": table_name(shown["table"]),
        "code": shown["code"],
        "daily": held.date,
        "moves": shown["moves"],
        "score_text": shown["score_text"],
        "cards_up": held.position.cards_up,
        "changed": held.last_at or held.created,
    }


def entry_row(entry: EntryView, *, replay: bool) -> dict[str, Any]:
    """A row with what a page needs besides."""
    return {
        **msgspec.to_builtins(entry),
        "player_url": player_url(entry.player),
        "replay_url": reverse("replay", kwargs={"game": entry.game}) if replay else None,
        "status_text": status_text(entry.status),
    }


@require_safe
def board_page(request: HttpRequest, date: str, table: str) -> HttpResponse:
    league = request.GET.get("league", "open")
    if league not in LEAGUES or table not in TABLES:
        raise Http404
    try:
        daily = daily_on(opened_date(date), table)
    except NotPrepared:
        raise Http404 from None
    except GameError:
        raise Http404 from None
    player = session_player(request)
    board = snapshot(daily, league)
    me = board.of(player)
    now = timezone.now()
    replays = daily.final or (player is not None and has_finished(daily, player, now))
    first = board.rows[:FIRST_ROWS]
    here = board_url(daily.date, table)
    shown = {"version": board.version, "total": len(board.rows), "entries": msgspec.to_builtins(first)}
    info = table_info(table)
    data = {
        "date": daily.date.isoformat(),
        "table": info,
        "league": league,
        "socket": live_socket(f"/ws/boards/{daily.date.isoformat()}/{table}/?league={league}"),
        "board": shown,
        "me": msgspec.to_builtins(me),
        "opens": daily.opens.isoformat(),
        "closes": daily.closes.isoformat(),
        "final": daily.final,
    }
    return page(
        request,
        "board.html",
        "board",
        data,
        date=daily.date,
        table=info,
        opens=daily.opens,
        closes=daily.closes,
        final=daily.final,
        total=len(board.rows),
        entries=[entry_row(entry, replay=replays or entry == me) for entry in first],
        me=entry_row(me, replay=True) if me else None,
        league=league,
        replays=replays,
        open_url=here,
        pure_url=f"{here}?league=pure",
        commitment=daily.commitment,
        code=daily.code or None,
        play_allowed=daily.date == today(now),
        previous_url=board_url(daily.date - DAY, table) if was_a_day(daily.date - DAY) else None,
        next_url=board_url(daily.date + DAY, table) if daily.date < today(now) else None,
    )
