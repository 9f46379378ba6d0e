"""Ties a request to a player, and hands a new guest the cookie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token

from players.models import Player, User
from players.queries import player_by_guest_token, player_of_user
from players.services import guest_create

COOKIE = "guest"
COOKIE_SECONDS = 400 * 86_400


class PlayerMiddleware:
    """Sets the guest's cookie on the answer to the request that made the guest."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        token = getattr(request, "new_guest_token", None)
        if token:
            response.set_cookie(
                COOKIE,
                token,
                max_age=COOKIE_SECONDS,
                httponly=True,
                samesite="Lax",
                secure=settings.ENV.https,
            )
        return response


def session_player(request: HttpRequest) -> Player | None:
    """The player of the signed-in user or of the guest's cookie; asked of the database once a request."""
    if not hasattr(request, "session_player"):
        found: Player | None = None
        user = getattr(request, "user", None)
        if isinstance(user, User) and user.is_authenticated:
            found = player_of_user(user)
        elif request.COOKIES.get(COOKIE):
            found = player_by_guest_token(request.COOKIES[COOKIE])
        request.session_player = found  # type: ignore[attr-defined]  # our one attribute on Django's request
    player: Player | None = request.session_player  # type: ignore[attr-defined]
    return player


@contextmanager
def newcomer_undone(request: HttpRequest) -> Iterator[None]:
    """If what is done within fails, the guest it made is undone with it: bad requests leave nobody behind."""
    try:
        with transaction.atomic():
            yield
    except Exception:
        if hasattr(request, "new_guest_token"):
            del request.new_guest_token
            request.session_player = None  # type: ignore[attr-defined]
        raise


def ensure_player(request: HttpRequest) -> Player:
    """The request's player; a new guest, its cookies set on the answer, where there is none."""
    player = session_player(request)
    if player is None:
        player, token = guest_create()
        request.new_guest_token = token  # type: ignore[attr-defined]
        request.session_player = player  # type: ignore[attr-defined]
        get_token(request)
    return player
