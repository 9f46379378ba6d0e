"""Every request has an id, is counted, and leaves one line without anything personal in the log."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

from games.metrics import REQUEST_SECONDS, REQUESTS

logger = logging.getLogger("twodeck.requests")
request_id: ContextVar[str] = ContextVar("request_id", default="")

KNOWN = re.compile(r"[A-Za-z0-9_-]{8,64}")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class RequestMiddleware:
    """Takes the proxy's X-Request-ID, or makes one, and gives it back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        name = given if KNOWN.fullmatch(given) else secrets.token_hex(8)
        token = request_id.set(name)
        start = time.perf_counter()
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = name
            self._note(request, response, time.perf_counter() - start)
        finally:
            request_id.reset(token)
        return response

    def _note(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, str(response.status_code)).inc()
        REQUEST_SECONDS.observe(seconds)
        # The route, not the address: codes, names and ids stay out of the log.
        match = request.resolver_match
        facts = {
            "method": method,
            "route": match.route if match else "",
            "status": response.status_code,
            "ms": round(seconds * 1000, 1),
        }
        logger.info("request", extra=facts)


class RequestIdFilter(logging.Filter):
    """Puts the request's id into every line logged while it is served."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True
