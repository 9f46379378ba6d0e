"""Every error as one JSON answer: {"code", "detail", ...}."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import BadRequest as DjangoBadRequest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, JsonResponse
from rest_framework import exceptions

from games.engine import BadCode
from games.errors import GameError
from games.sentences import problem_sentence

STATUS = {
    "bad_request": 400,
    "bad_code": 400,
    "bad_record": 400,
    "bad_token": 401,
    "concealed": 403,
    "not_yours": 403,
    "not_eligible": 403,
    "bad_origin": 403,
    "bad_csrf": 403,
    "not_found": 404,
    "not_prepared": 404,
    "method_not_allowed": 405,
    "out_of_step": 409,
    "not_final": 409,
    "unknown_version": 409,
    "damaged_log": 409,
    "unsealable": 409,
    "too_large": 413,
    "busy": 503,
    "server_error": 500,
}
HIDDEN = {"problem", "reason"}

logger = logging.getLogger("twodeck.api")


def problem(code: str, status: int | None = None, **extra: Any) -> JsonResponse:
    """An error's answer, JSON at every address; what `extra` names beside the sentence's material stands in it."""
    body = {"code": code, "detail": problem_sentence(code, extra)}
    body |= {name: value for name, value in extra.items() if name not in HIDDEN}
    headers = {"Retry-After": str(extra["retry_after"])} if "retry_after" in extra else None
    return JsonResponse(body, status=status or STATUS.get(code, 422), headers=headers)


def problem_response(error: Exception, context: dict[str, Any]) -> JsonResponse:
    """DRF's exception handler: never a stack trace, never HTML."""
    match error:
        case GameError():
            return problem(error.code, **error.extra)
        case BadCode():
            return problem("bad_code", part=error.part, known=sorted(error.known))
        case exceptions.AuthenticationFailed():
            return problem("bad_token")
        case exceptions.PermissionDenied():
            return problem(str(error.default_code))
        case exceptions.MethodNotAllowed():
            answer = problem("method_not_allowed")
            answer["Allow"] = ", ".join(context["view"].allowed_methods)
            return answer
        case exceptions.NotFound() | Http404():
            return problem("not_found")
        case exceptions.NotAcceptable() | exceptions.UnsupportedMediaType() | exceptions.ParseError():
            return problem("bad_request")
        case RequestDataTooBig():
            return problem("too_large")
        case PermissionDenied():
            return problem("bad_csrf")
        case DjangoBadRequest() | SuspiciousOperation():
            return problem("bad_request")
        case DatabaseError():
            logger.error("The database did not answer: %s", type(error).__name__)
            return problem("busy", retry_after=2)
        case _:
            logger.exception("unexpected error", exc_info=error)
            return problem("server_error")
