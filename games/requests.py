"""Reading request bodies: bounded, strict, and a sentence for whatever is wrong."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from django.conf import settings
from django.http import RawPostDataException
from rest_framework.request import Request

from games.errors import BadRequest, TooLarge

T = TypeVar("T")


def read_bytes(request: Request, most: int) -> bytes:
    """The raw body. Raises TooLarge beyond `most` bytes."""
    raw = request._request
    length = raw.headers.get("Content-Length", "")
    if length.isdigit() and int(length) > most:
        raise TooLarge
    try:
        body = raw.read(most + 1)
    except RawPostDataException:  # a middleware has read it; it was bounded then
        body = raw.body
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


def read_text(request: Request, most: int) -> str:
    """The body as UTF-8 text. Raises BadRequest or TooLarge."""
    try:
        return read_bytes(request, most).decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest(problem="encoding") from None
