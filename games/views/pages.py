"""The pages of games, deals and players."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.concealment import daily_of_code
from games.engine import TABLES, BadCode, read_code, start, view
from games.errors import Concealed, GameError, NotFound
from games.held import Held
from games.pages import live_socket, page, player_url, status_text
from games.problems import STATUS
from games.protocol import opening_view, view_of
from games.queries import game_seen, public_games_of, unfinished_of
from games.sentences import problem_sentence
from games.table_info import game_of, table_info, table_name
from players.middleware import ensure_player, session_player
from players.models import Player
from players.names import BadName
from players.queries import player_by_name
from players.services import NameTaken, TooManyTokens, player_rename, token_create, token_revoke


def _seen(request: HttpRequest, id: str) -> tuple[Held, bool]:
    player = session_player(request)
    held = game_seen(id, player)
    return held, player is not None and player.id == held.player_id


def _sorry(request: HttpRequest, error: GameError) -> HttpResponse:
    if isinstance(error, NotFound):
        raise Http404
    title = _("Not yet") if isinstance(error, Concealed) else _("Something went wrong")
    sentence = problem_sentence(error.code, error.extra)
    response = page(request, "error.html", "text", {}, title=title, sentence=sentence)
    response.status_code = STATUS[error.code]
    return response


@require_safe
def play_page(request: HttpRequest, game: str) -> HttpResponse:
    try:
        held, mine = _seen(request, game)
    except GameError as error:
        return _sorry(request, error)
    shown = view_of(held)
    table = table_info(held.position.table.slug)
    data: dict[str, Any] = {
        "game": str(held.game_id),
        "mine": mine,
        "table": table,
        "view": shown,
        "socket": live_socket(f"/ws/games/{held.game_id}/"),
        "closes": held.closes.isoformat() if held.closes and held.ranked else None,
        "replay": reverse("replay", kwargs={"game": str(held.game_id)}),
    }
    return page(
        request,
        "play.html",
        "play",
        data,
        table=table,
        view=shown,
        mine=mine,
        ranked=held.ranked,
        title=table["name"],
    )


def replay_position(text: str, last: int) -> int:
    """The position that ?at= names: clamped to the game, 0 for junk."""
    digits = text.strip()
    if not digits.isascii() or not digits.replace("e", "").replace("+", "").isdigit():
        return 0
    try:
        return min(last, max(0, int(float(digits))))
    except (ValueError, OverflowError):
        return last if digits.isdigit() else 0


@require_safe
def replay_page(request: HttpRequest, game: str) -> HttpResponse:
    try:
        held, mine = _seen(request, game)
    except GameError as error:
        return _sorry(request, error)
    at = replay_position(request.GET.get("at", "0"), held.position.seq)
    table = table_info(held.position.table.slug)
    data = {
        "game": str(held.game_id),
        "table": table,
        "at": at,
        "frames": f"/api/v1/games/{held.game_id}/replay",
        "mine": mine,
    }
    return page(
        request,
        "replay.html",
        "replay",
        data,
        table=table,
        view=view_of(held),
        player_url=player_url(held.player_name),
        at=at,
    )


@require_safe
def deal_page(request: HttpRequest, code: str) -> HttpResponse:
    try:
        read = read_code(code)
        daily = daily_of_code(read)
    except BadCode as bad:
        sentence = problem_sentence("bad_code", {"part": bad.part, "known": sorted(bad.known)})
        response = page(request, "error.html", "text", {}, title=_("No such deal"), sentence=sentence)
        response.status_code = 400
        return response
    except GameError as error:
        return _sorry(request, error)
    if code != str(read):
        return redirect("deal", code=str(read))
    position = start(read)
    table = table_info(read.table.slug)
    opening = view(position)
    columns = [" ".join([*["–"] * column["hidden"], *column["cards"]]) for column in opening["columns"]]
    return page(
        request,
        "deal.html",
        "deal",
        {"code": str(read), "table": table, "view": opening_view(position, daily.date if daily else None)},
        code=str(read),
        table=table,
        view=opening,
        positions={"columns": columns, "stock": opening["stock"]},
    )


def game_row(held: Held, *, own: bool) -> dict[str, Any]:
    """One game in a list."""
    status = held.status_at(timezone.now())
    shown = view_of(held, legal=False)
    playing = status == "playing"
    replay = reverse("replay", kwargs={"game": str(held.game_id)})
    return {
        "play_url": reverse("play", kwargs={"game": str(held.game_id)}) if own and playing else None,
        "replay_url": None if own and playing else replay,
        "table_name": table_name(held.position.table.slug),
        "daily": held.date,
        "status_text": status_text(status),
        "score_text": shown["score_text"],
        "moves": shown["moves"],
        "finished": None if playing else held.last_at,
    }


@require_safe
def player_page(request: HttpRequest, name: str) -> HttpResponse:
    player = player_by_name(name)
    if player is None:
        raise Http404
    viewer = session_player(request)
    games = public_games_of(player, viewer)
    rows = [game_row(held, own=False) for held in games]
    return page(request, "player.html", "text", {}, name=player.name, guest=player.guest, games=rows)


@require_http_methods(["GET", "HEAD", "POST"])
def me_page(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _change_me(request, ensure_player(request))
    return _me(request, session_player(request))


def _me(request: HttpRequest, player: Player | None, new_token: str | None = None) -> HttpResponse:
    games = [*unfinished_of(player), *public_games_of(player, player)] if player else []
    tokens = list(player.api_tokens.order_by("-created").values("id", "name", "created")) if player else []
    return page(
        request,
        "me.html",
        "text",
        {},
        name=player.name if player else _("Newcomer"),
        guest=player.guest if player else True,
        games=[game_row(held, own=True) for held in games],
        tokens=tokens,
        new_token=new_token,
    )


def _change_me(request: HttpRequest, player: Player) -> HttpResponse:
    post = request.POST
    try:
        if "name" in post:
            player_rename(player=player, name=post["name"])
            messages.success(request, _("Your name is saved."))
        elif "token_name" in post:
            _token, secret = token_create(player=player, name=post["token_name"])
            return _me(request, player, secret)
        elif "revoke" in post:
            token_revoke(player=player, token_id=uuid.UUID(post["revoke"]))
            messages.success(request, _("The token is revoked."))
    except BadName:
        messages.error(request, _("A name has 1 to 24 visible letters, digits or signs."))
    except NameTaken:
        messages.error(request, _("Another player has this name."))
    except TooManyTokens:
        messages.error(request, _("You have 20 tokens; revoke one first."))
    except ValueError:
        messages.error(request, problem_sentence("bad_request"))
    return redirect("me")


@require_safe
def rules_page(request: HttpRequest, game: str) -> HttpResponse:
    tables = [table_info(slug) for slug, table in TABLES.items() if game_of(table) == game]
    if not tables:
        raise Http404
    return page(request, "rules.html", "text", {}, game=game, tables=tables)
