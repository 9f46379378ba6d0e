"""A web process that kills itself at one point of the writer's work: python -m tests.faults.killing POINT.

The points are those of one action's way: validate, append, commit, acknowledge, publish, each before and after.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

STEPS = ("validate", "append", "commit", "acknowledge", "publish")
POINTS = [f"{when}-{step}" for step in STEPS for when in ("before", "after")]


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def around(owner: Any, name: str, point: str, only: Callable[..., bool] = lambda *_: True) -> None:
    """Make a function deadly before or after it does its work."""
    real = getattr(owner, name)
    before = point.startswith("before")

    def deadly(*args: Any, **how: Any) -> Any:
        chosen = armed() and only(*args)
        if chosen and before:
            die()
        result = real(*args, **how)
        if chosen:
            die()
        return result

    setattr(owner, name, deadly)


def armed() -> bool:
    """The test lays the trap by making a file, once the game stands where it wants it."""
    return os.path.exists(os.environ["TRAP"])


def lay(point: str) -> None:
    from django.db.backends.base.base import BaseDatabaseWrapper

    import games.log
    import games.writer

    match point.partition("-")[2]:
        case "validate":
            around(games.writer, "play_tokens", point)
        case "append":
            around(games.log, "append", point, lambda rows: bool(rows))
        case "commit":
            around(BaseDatabaseWrapper, "commit", point, lambda *args: _in_writer())
        case "acknowledge":
            around(games.writer, "_answer", point)
        case "publish":
            around(games.writer.Writer, "_tell", point)


def _in_writer() -> bool:
    import threading

    return threading.current_thread().name == "writer"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    lay(sys.argv[1])
    from config.serve import main

    sys.exit(main())
