"""Sockets in tests: connect as a player, read until something comes, always disconnect."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from asgiref.testing import ApplicationCommunicator

from config.asgi import application
from tests.conftest import Api

ORIGIN = "http://127.0.0.1:8000"


class Socket:
    """One websocket, reading and writing JSON."""

    def __init__(self, inner: ApplicationCommunicator) -> None:
        self.inner = inner

    async def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        await self.inner.send_input({"type": "websocket.receive", "text": text})

    async def send_bytes(self, data: bytes) -> None:
        await self.inner.send_input({"type": "websocket.receive", "bytes": data})

    async def next(self, seconds: float = 6) -> Any:
        """The next message, ticks included."""
        output = await self.inner.receive_output(seconds)
        assert output["type"] == "websocket.send", output
        return json.loads(output["text"])

    async def receive(self) -> Any:
        """The next message that is no tick."""
        while True:
            message = await self.next()
            if message["type"] != "tick":
                return message

    async def until(self, kind: str) -> Any:
        """The next message of a kind; others before it are passed over."""
        while True:
            message = await self.next()
            if message["type"] == kind:
                return message

    async def closed(self) -> int:
        """The close code, whatever came before it."""
        while True:
            output = await self.inner.receive_output(5)
            if output["type"] == "websocket.close":
                return int(output["code"])


@asynccontextmanager
async def connected(path: str, api: Api | None = None, **headers: str) -> AsyncIterator[Socket]:
    """A connected socket with a client's cookies or token."""
    sent = {"origin": ORIGIN, "host": "127.0.0.1:8000", **headers}
    if api and api.token:
        sent["authorization"] = f"Bearer {api.token}"
    elif api and api.http.cookies:
        sent["cookie"] = "; ".join(f"{name}={each.value}" for name, each in api.http.cookies.items())
    raw = [(name.encode(), value.encode()) for name, value in sent.items() if value]
    where, _, query = path.partition("?")
    scope = {
        "type": "websocket",
        "path": where,
        "query_string": query.encode(),
        "headers": raw,
        "subprotocols": [],
    }
    inner = ApplicationCommunicator(application, scope)
    await inner.send_input({"type": "websocket.connect"})
    answer = await inner.receive_output(5)
    if answer["type"] != "websocket.accept":
        await inner.send_input({"type": "websocket.disconnect", "code": 1006})
        await inner.wait(1)
        raise ConnectionRefusedError(path)
    try:
        yield Socket(inner)
    finally:
        await inner.send_input({"type": "websocket.disconnect", "code": 1000})
        await inner.wait(5)
