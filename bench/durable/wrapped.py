"""The server with one thing changed, for comparison only: python -m bench.durable.wrapped memory|echo.

memory: the writer's commit is left out, positions move on in memory alone. echo: a bare ASGI app that sends text
frames back, under the very settings of uvicorn that config.serve gives.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.writer import Batch, Outcome


def without_database() -> None:
    """Leave out the transaction, the update and the log's rows; everything around them stays."""
    from games import queries
    from games.errors import GameError
    from games.held import Held, load, positions
    from games.models import Game
    from games.writer import Batch

    def commit(self: Batch) -> list[Outcome | GameError]:
        done = [self._perform(job) for job in self._jobs]
        for held in self._held.values():
            positions.put(held)
        return done

    def append(self: Batch, before: Held, outcome: Outcome) -> bool:
        self._held[before.game_id] = self._changed[before.game_id] = outcome.held
        return True

    def known(game: Game) -> Held:
        return positions.get(game.id) or load(game)

    Batch.commit, Batch._append = commit, append  # type: ignore[method-assign]  # what is left out
    queries.load = known  # type: ignore[attr-defined]  # imported there


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Sends text frames back; a request is answered with nothing, so that one can wait for the server."""
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        if message["type"] == "http.request":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": "ready"})
        elif message["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        elif message["type"].startswith("lifespan."):
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return


def serve_echo() -> None:
    """Let config.serve start uvicorn as always, with another app."""
    import uvicorn

    from config import serve

    run = uvicorn.run

    def run_echo(app: Any, **how: Any) -> None:
        run(echo, **how)

    serve.prepare = lambda: None
    uvicorn.run = run_echo


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    serve_echo() if sys.argv[1] == "echo" else without_database()
    from config.serve import main

    sys.exit(main())
