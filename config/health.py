"""/healthz: the process serves. /readyz: it can play. Whoever looks after the process asks by any host name."""

from __future__ import annotations

from collections.abc import Callable

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from config.metrics import metrics
from games.dailies import missing_today, unreadable_today


class HealthMiddleware:
    """Answers before hosts, redirects and sessions are looked at."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == "/healthz":
            return healthz(request)
        if request.path_info == "/readyz":
            return readyz(request)
        if request.path_info == "/metrics":
            return metrics(request)
        return self.get_response(request)


def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    reasons = []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        missing = missing_today()
        if missing:
            reasons.append(f"today's deals are missing for {', '.join(missing)}")
        unreadable = unreadable_today()
        if unreadable:
            reasons.append(f"today's deals cannot be opened for {', '.join(unreadable)}: check DEAL_KEY")
    except DatabaseError:
        reasons.append("the database does not answer")
    try:
        cache.get("ready")
    except Exception:  # whatever the cache's client raises when it cannot connect
        reasons.append("the cache does not answer")
    return JsonResponse(
        {"status": "ok" if not reasons else "unready", "reasons": reasons}, status=503 if reasons else 200
    )
