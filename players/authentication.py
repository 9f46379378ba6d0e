"""How API requests prove whose they are: a bearer token, or cookies with the CSRF token."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from players.middleware import ensure_player, session_player
from players.models import Player, User
from players.queries import player_by_api_token


class BadToken(exceptions.AuthenticationFailed):
    default_code = "bad_token"


class BadOrigin(exceptions.PermissionDenied):
    default_code = "bad_origin"


class BadCsrf(exceptions.PermissionDenied):
    default_code = "bad_csrf"


def origin_allowed(origin: str, host: str, scheme: str) -> bool:
    """Whether a browser's Origin header names this service: PUBLIC_URL, or the very host that was asked."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return origin == settings.PUBLIC_URL or (parts.netloc == host and parts.scheme == scheme)


class PlayerAuthentication(BaseAuthentication):
    """Sets request.auth to the token's player, if there is a token; checks CSRF or Origin otherwise."""

    def authenticate(self, request: Request) -> tuple[User | None, Player | None] | None:
        header = request.headers.get("Authorization", "")
        if header:
            kind, _, token = header.partition(" ")
            player = player_by_api_token(token.strip()) if kind.lower() == "bearer" else None
            if player is None:
                raise BadToken
            return None, player
        # Asked now: DRF is about to put its own idea of a user in the place of Django's.
        session_player(request._request)
        if request.method not in {"GET", "HEAD", "OPTIONS"}:
            self._check_browser(request._request)
        return None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"

    def _check_browser(self, request: HttpRequest) -> None:
        if session_player(request) is None:
            # A newcomer has no token to send yet; the Origin tells other sites apart.
            origin = request.headers.get("Origin")
            if origin is not None and not origin_allowed(
                origin, request.get_host(), request.scheme or "http"
            ):
                raise BadOrigin
            return

        def no_response(request: HttpRequest) -> HttpResponse:
            return HttpResponse()

        # The token comes in the header; whatever the body claims to be, it is not read as a form.
        request.POST = QueryDict()
        check = CSRFCheck(no_response)
        check.process_request(request)
        if check.process_view(request, no_response, (), {}):
            raise BadCsrf


def player_of(request: Request) -> Player | None:
    """The player behind an API request, or None for a stranger."""
    player = request.auth
    return player if isinstance(player, Player) else session_player(request._request)


def player_for(request: Request) -> Player:
    """The player behind an API request; a stranger becomes a guest."""
    return player_of(request) or ensure_player(request._request)
