"""What every page has: its data for the script, the languages, and who is reading."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse, translate_url
from django.utils import timezone
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _

from games.engine import TABLES
from games.models import Status
from games.release import release
from games.table_info import table_info
from players.middleware import session_player
from players.services import player_seen

STATUS_TEXT = {
    Status.PLAYING: lambda: _("playing"),
    Status.WON: lambda: _("won"),
    Status.GIVEN_UP: lambda: _("given up"),
    Status.CLOSED: lambda: _("closed"),
}


def status_text(status: str) -> str:
    return STATUS_TEXT[Status(status)]()


def player_url(name: str) -> str:
    """A player's page; the name may hold anything but a slash."""
    return reverse("player", kwargs={"name": name})


def live_socket(path: str) -> str:
    """A socket's address with the reader's language, in which it explains refusals."""
    joint = "&" if "?" in path else "?"
    return f"{path}{joint}language={quote(get_language() or 'en')}"


def common_data(page: str) -> dict[str, Any]:
    """The keys of every page's data."""
    language = get_language() or "en"
    return {
        "page": page,
        "language": language,
        "catalogue": static(f"i18n/{language}.json") if language != "en" else None,
        "cards": settings.STATIC_URL + "cards/"
        if settings.STATIC_URL.startswith("/")
        else f"/{settings.STATIC_URL}cards/",
        "api": "/api/v1/",
        "now": timezone.now().isoformat(),
        "version": release(),
        "tables": [table_info(slug) for slug in TABLES],
    }


def page(
    request: HttpRequest, template: str, name: str, data: dict[str, Any], /, **context: Any
) -> HttpResponse:
    """Render a page with its data (name: which script page it is)."""
    player = session_player(request)
    if player is not None:
        player_seen(player=player)
        get_token(request)
    current = get_language() or "en"
    languages = [
        {
            "code": code,
            "name": get_language_info(code)["name_local"].capitalize(),
            "url": translate_url(request.get_full_path(), code),
            "current": code == current,
        }
        for code, _name in settings.LANGUAGES
    ]
    shown = {
        "page_data": {**common_data(name), **data},
        "languages": languages,
        "player": player and {"name": player.name, "guest": player.guest, "url": player_url(player.name)},
        **context,
    }
    response = render(request, template, shown)
    response["Cache-Control"] = "private, no-store"
    return response
