"""No body longer than the longest any address takes: Django would spool it to disk before a view could refuse it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from django.conf import settings

from games.sentences import problem_sentence

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

# So much of a body too long is taken and thrown away first: a client that is cut off while it sends reads no answer.
MOST_DROPPED = 16 * 1024 * 1024


class TooLong(Exception):
    """The body goes on beyond what is read."""


def _declared(scope: Message) -> int:
    """The body's length as the client declares it; 0 where it does not (chunked)."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


class BoundedBodies:
    """Answers 413 to a body that is too long, of which it keeps nothing."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        most = settings.RECORD_MAX_BYTES
        seen = 0
        more = True

        async def counted() -> Message:
            nonlocal seen, more
            message = await receive()
            seen += len(message.get("body", b""))
            more = message.get("more_body", False)
            if seen > most:
                raise TooLong
            return message

        declared = _declared(scope)
        try:
            if declared > most:
                raise TooLong
            await self.application(scope, counted, send)
        except TooLong:
            if more and declared <= MOST_DROPPED:
                await _drop(receive, MOST_DROPPED - seen)
            await _refuse(scope["path"], send)


async def _drop(receive: Receive, most: int) -> None:
    """Take the rest of a body, up to a bound, and keep nothing of it."""
    while most > 0:
        message = await receive()
        if not message.get("more_body"):
            return
        most -= len(message["body"])


async def _refuse(path: str, send: Send) -> None:
    sentence = problem_sentence("too_large")
    if path.startswith("/api/"):
        kind, body = b"application/json", msgspec.json.encode({"code": "too_large", "detail": sentence})
    else:
        kind, body = b"text/plain; charset=utf-8", sentence.encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
