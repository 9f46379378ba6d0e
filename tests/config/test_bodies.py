"""Bodies too long are answered 413, declared or not, before anything keeps them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings

from config import bodies
from config.bodies import BoundedBodies

MOST = settings.RECORD_MAX_BYTES
PIECE = 64 * 1024


async def whole(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads all and says how much it was."""
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


async def ask(
    size: int, *, path: str = "/api/v1/games", declared: bool = False, sent: int | None = None
) -> tuple[int, bytes]:
    headers = [(b"content-length", b"%d" % size)] if declared else []
    inner = ApplicationCommunicator(BoundedBodies(whole), {"type": "http", "path": path, "headers": headers})
    left = size if sent is None else sent
    while True:
        piece = min(PIECE, left)
        left -= piece
        more = left > 0 or sent is not None
        await inner.send_input({"type": "http.request", "body": b"x" * piece, "more_body": more})
        if left <= 0:
            break
    start = await inner.receive_output(5)
    answer = await inner.receive_output(5)
    return start["status"], answer["body"]


@pytest.mark.parametrize("declared", [True, False])
async def test_up_to_the_longest_record_all_is_read(declared: bool) -> None:
    for size in (0, 1, PIECE, MOST):
        assert await ask(size, declared=declared) == (200, str(size).encode())


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("size", [MOST + 1, MOST + PIECE, 3 * MOST, bodies.MOST_DROPPED + PIECE])
async def test_beyond_it_is_413(declared: bool, size: int) -> None:
    status, body = await ask(size, declared=declared)
    assert (status, json.loads(body)["code"]) == (413, "too_large")
    assert json.loads(body)["detail"].endswith(".")
    status, body = await ask(size, declared=declared, path="/me")
    assert (status, body) == (413, b"The request is too large.")


async def test_a_body_without_end_is_answered_all_the_same() -> None:
    status, _body = await ask(0, sent=bodies.MOST_DROPPED + 2 * PIECE)
    assert status == 413
    status, _body = await ask(10**15, declared=True, sent=PIECE)
    assert status == 413


async def test_what_follows_a_junk_length_is_counted() -> None:
    inner = ApplicationCommunicator(
        BoundedBodies(whole), {"type": "http", "path": "/", "headers": [(b"content-length", b"\xb2x")]}
    )
    await inner.send_input({"type": "http.request", "body": b"abc"})
    assert (await inner.receive_output(5))["status"] == 200
