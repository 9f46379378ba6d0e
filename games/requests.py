"""Reading request bodies: bounded, strict, and a sentence for whatever is wrong."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from django.conf import settings
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from games.errors import BadRequest, TooLarge

T = TypeVar("T")


class OneForm(DefaultContentNegotiation):
    """An address with one form of answer gives that, whatever Accept or ?format= asks for."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        if len(renderers) == 1:
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)


def read_bytes(request: Request, most: int) -> bytes:
    """The raw body, which nobody has read as a form (players.authentication). Raises TooLarge beyond `most` bytes."""
    body = request._request.read(most + 1)
    if len(body) > most:
        raise TooLarge
    return body


def read_json(request: Request, shape: type[T]) -> T:
    """The body as a message of this shape, whatever content type it claims. Raises BadRequest or TooLarge."""
    body = read_bytes(request, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(problem="json", reason=str(error)[:200]) from None
