"""Error pages of the site, and the same errors as JSON under /api/."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _

from games.pages import page
from games.sentences import problem_sentence

logger = logging.getLogger("twodeck.errors")


def _error(request: HttpRequest, status: int, code: str, title: str, sentence: str) -> HttpResponse:
    if request.path == "/api" or request.path.startswith("/api/"):
        return JsonResponse({"code": code, "detail": problem_sentence(code)}, status=status)
    told: dict[str, Any] = {"title": title, "sentence": sentence}
    if status < 500 and _host_known(request) and hasattr(request, "session"):
        try:
            response = page(request, "error.html", "text", {}, **told, languages=_languages(request))
        except DatabaseError:
            logger.warning("An error page is shown without its reader: the database does not answer.")
        else:
            response.status_code = status
            return response
    context = {**told, "page_data": {"page": "text"}, "languages": [], "player": None}
    return render(request if _host_known(request) else None, "error.html", context, status=status)


def _languages(request: HttpRequest) -> list[dict[str, Any]]:
    """The same address in every language; also one that leads nowhere, which Django leaves as it is."""
    current = get_language() or settings.LANGUAGE_CODE
    rest = request.get_full_path()
    prefix = f"/{current}/"
    if current != settings.LANGUAGE_CODE and rest.startswith(prefix):
        rest = rest[len(prefix) - 1 :]
    return [
        {
            "code": code,
            "name": get_language_info(code)["name_local"].capitalize(),
            "url": rest if code == settings.LANGUAGE_CODE else f"/{code}{rest}",
            "current": code == current,
        }
        for code, _name in settings.LANGUAGES
    ]


def _host_known(request: HttpRequest) -> bool:
    """Whether a page may ask for its own address; where it may not, the page is shown without it."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return True


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _error(request, 404, "not_found", _("Nothing here"), _("There is no page at this address."))


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _error(request, 403, "concealed", _("Not for now"), _("You may not see this page."))


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _error(request, 400, "bad_request", _("Not understood"), _("The request could not be read."))


def server_error(request: HttpRequest) -> HttpResponse:
    sentence = _("Something went wrong on our side. Nothing of your game is lost; please try again.")
    return _error(request, 500, "server_error", _("Something went wrong"), sentence)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _error(request, 403, "bad_csrf", _("Out of date"), problem_sentence("bad_csrf"))
