"""What durability costs: `python -m bench.durable [--rounds N] [--seconds S] [--games 1 32 500]`.

Twodeck with its database beside Twodeck without one, and beside boardgame.io, all in alternating rounds of one run on
the same cores; then the memory of idle sockets. Everything is started here, on free ports, and stopped again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import uvloop
from cryptography.fernet import Fernet

from bench.durable.client import (
    Actor,
    BoardgameActor,
    Round,
    TwodeckActor,
    Wire,
    connect,
    cpu_seconds,
    play,
    resident,
)
from tests.faults.services import Postgres, Process, Redis, Web, free_port, listening, wait_until

BOARDGAME: Final = Path(__file__).parents[1] / "boardgame"
GAMES: Final = 500
IDLE: Final = 1000
AT_LEAST: Final = 1.0
AT_MOST_CPU: Final = 1.25
AT_MOST_MEMORY: Final = 1.6


@dataclass
class Side:
    """One server under measurement; `actor` makes the socket of a numbered game."""

    name: str
    port: int
    process: Process
    actor: Callable[[int], Actor]
    rounds: dict[int, list[Round]] = field(default_factory=dict)

    @property
    def pid(self) -> int:
        assert self.process.running
        return self.process.running.pid


def environment(folder: Path, **more: str) -> dict[str, str]:
    """What a server of ours is started with."""
    return {
        "SECRET_KEY": "s" * 60,
        "DEAL_KEY": Fernet.generate_key().decode(),
        "THROTTLE_SCALE": "100000",
        "DATA_DIR": str(folder),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        **more,
    }


def twodeck(
    name: str, env: dict[str, str], log: Path, module: Sequence[str], stack: contextlib.ExitStack
) -> Side:
    """A server of ours with games on all tables."""
    web = Web(env, log, module)
    stack.callback(web.stop)
    web.start()
    seeded: dict[str, Any] = json.loads(
        subprocess.run(
            [sys.executable, "-m", "bench.durable.seed", str(GAMES)],
            env={**os.environ, **env, "PORT": str(web.port)},
            check=True,
            capture_output=True,
        ).stdout
    )
    dice = random.Random(1)
    host = f"127.0.0.1:{web.port}"

    def actor(number: int) -> Actor:
        return TwodeckActor(host, seeded["games"][number], seeded["cookie"], dice)

    return Side(name, web.port, web.process, actor)


def boardgame(name: str, store: str, log: Path, stack: contextlib.ExitStack) -> Side:
    """A server of boardgame.io; each connection plays new matches."""
    node = shutil.which("node")
    assert node, "Node is missing"
    port = free_port()
    env = {**os.environ, "NODE_ENV": "production"}
    process = Process([node, str(BOARDGAME / "server.js"), str(port), store], env, log)
    stack.callback(process.stop)
    process.start()
    wait_until("boardgame.io", lambda: listening(port))
    made = iter(range(10**9))
    host = f"127.0.0.1:{port}"
    return Side(name, port, process, lambda number: BoardgameActor(host, f"m{next(made)}"))


def actions(sides: Sequence[Side], counts: Sequence[int], rounds: int, seconds: float) -> None:
    """Alternate: every side once, forwards and then backwards."""
    for games in counts:
        for number in range(rounds):
            for side in sides if number % 2 == 0 else reversed(sides):

                async def once(side: Side = side, games: int = games) -> Round:
                    actors = [side.actor(each) for each in range(games)]
                    return await play(actors, side.port, side.pid, seconds, seconds / 4)

                side.rounds.setdefault(games, []).append(uvloop.run(once()))


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the rounds' ratios."""
    return statistics.median(one / other for one, other in zip(ours, theirs, strict=True))


def show_actions(sides: Sequence[Side], counts: Sequence[int]) -> None:
    print(f"\n{'median of rounds':<26}{'games':>6}{'actions/s':>11}{'µs CPU':>8}{'p50 ms':>9}{'p99 ms':>9}")
    for side in sides:
        for games in counts:
            done = side.rounds[games]
            rate, cpu, p50, p99 = (
                statistics.median(values)
                for values in zip(*((each.rate, each.cpu, each.p50, each.p99) for each in done), strict=True)
            )
            print(
                f"{side.name:<26}{games:>6}{rate:>11,.0f}{cpu * 1e6:>8.0f}{p50 * 1e3:>9.2f}{p99 * 1e3:>9.2f}"
            )


def judge(what: str, games: int, value: float, goal: float, *, least: bool) -> bool:
    """Print one ratio beside its goal; returns whether it is missed."""
    missed = value < goal if least else value > goal
    bound = "at least" if least else "at most"
    print(f"{what:<58}{games:>6}{value:>8.2f}  goal {bound} {goal:g}: {'missed' if missed else 'met'}")
    return missed


def judge_actions(sides: dict[str, Side], counts: Sequence[int]) -> bool:
    print(f"\n{'median of the rounds’ ratios':<58}{'games':>6}{'ratio':>8}")
    missed = False
    for name in ("twodeck, SQLite", "twodeck, PostgreSQL"):
        for games in counts:
            ours = sides[name].rounds[games]
            bare = sides["twodeck, no database"].rounds[games]
            for other in ("boardgame.io, memory", "boardgame.io, FlatFile"):
                theirs = sides[other].rounds[games]
                value = ratio([each.rate for each in ours], [each.rate for each in theirs])
                missed |= judge(f"{name}: actions/s, {other} = 1", games, value, AT_LEAST, least=True)
            value = ratio([each.cpu for each in ours], [each.cpu for each in bare])
            missed |= judge(f"{name}: CPU, no database = 1", games, value, AT_MOST_CPU, least=False)
    return missed


async def held_by(sockets: Callable[[int], Wire], port: int, pid: int) -> tuple[float, float]:
    """Bytes a socket, between the 50 that warm the server up and IDLE more; CPU seconds a second while they idle."""
    first = [sockets(number) for number in range(50)]
    await connect(first, port)
    await asyncio.sleep(3)
    before = resident(pid)
    more = [sockets(number) for number in range(IDLE)]
    await connect(more, port)
    await asyncio.sleep(5)
    spent = cpu_seconds(pid)
    await asyncio.sleep(4)
    spent = cpu_seconds(pid) - spent
    held = resident(pid) - before
    for wire in [*first, *more]:
        wire.close()
    await asyncio.sleep(0.5)
    return held / IDLE, spent / 4


def idle_games(folder: Path) -> tuple[float, float]:
    """A fresh server of ours with idle sockets on its games."""
    with contextlib.ExitStack() as stack:
        side = twodeck("idle", environment(folder), folder.with_suffix(".log"), ["config.serve"], stack)
        return uvloop.run(_idle(lambda number: side.actor(number % GAMES), side.port, side.pid))


def idle_echo(folder: Path) -> tuple[float, float]:
    """A fresh uvicorn with idle sockets on nothing."""
    with contextlib.ExitStack() as stack:
        web = Web(environment(folder), folder.with_suffix(".log"), ["bench.durable.wrapped", "echo"])
        stack.callback(web.stop)
        web.start()
        assert web.process.running
        host = f"127.0.0.1:{web.port}"
        return uvloop.run(_idle(lambda _: Wire(host, "/"), web.port, web.process.running.pid))


def memory(folder: Path, rounds: int) -> bool:
    """Idle sockets on our games beside idle sockets of a bare echo app."""
    pairs = [(idle_games(folder / f"idle{n}"), idle_echo(folder / f"echo{n}")) for n in range(rounds)]
    ours = [held for (held, _), _ in pairs]
    theirs = [held for _, (held, _) in pairs]
    busy = statistics.median(spent for (_, spent), _ in pairs)
    print(
        f"\n{'kB per idle socket':<26}{'twodeck':>10}{'echo':>8}\n"
        f"{'':<26}{statistics.median(ours) / 1024:>10.1f}{statistics.median(theirs) / 1024:>8.1f}"
        f"   {busy:.0%} of a core for {IDLE + 50} idle sockets on {GAMES} games"
    )
    return judge("memory of an idle socket, echo = 1", IDLE, ratio(ours, theirs), AT_MOST_MEMORY, least=False)


async def _idle(sockets: Callable[[int], Wire], port: int, pid: int) -> tuple[float, float]:
    return await held_by(sockets, port, pid)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; the exit code is 1 when a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.durable", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often each server plays")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long a round is measured")
    parser.add_argument("--games", type=int, nargs="+", default=[1, 32, GAMES], choices=range(1, GAMES + 1))
    parser.add_argument("--only", choices=["actions", "memory"])
    asked = parser.parse_args(arguments)
    if not (BOARDGAME / "node_modules").is_dir():
        subprocess.run(["npm", "ci", "--ignore-scripts", "--loglevel=error"], cwd=BOARDGAME, check=True)
    missed = False
    with tempfile.TemporaryDirectory(prefix="twodeck-bench-") as made, contextlib.ExitStack() as stack:
        folder = Path(made)
        if asked.only != "memory":
            postgres = Postgres(folder)
            stack.callback(postgres.stop)
            redis = Redis(folder)
            stack.callback(redis.stop)
            scaled = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
            plain = ["config.serve"]
            bare = ["bench.durable.wrapped", "memory"]
            sides = [
                twodeck(
                    "twodeck, SQLite", environment(folder / "sqlite"), folder / "sqlite.log", plain, stack
                ),
                twodeck(
                    "twodeck, PostgreSQL",
                    environment(folder / "pg", **scaled),
                    folder / "pg.log",
                    plain,
                    stack,
                ),
                twodeck(
                    "twodeck, no database", environment(folder / "bare"), folder / "bare.log", bare, stack
                ),
                boardgame("boardgame.io, memory", "", folder / "memory.log", stack),
                boardgame("boardgame.io, FlatFile", str(folder / "flat"), folder / "flat.log", stack),
            ]
            print(f"load {os.getloadavg()[0]:.1f} at the start, ", end="")
            actions(sides, asked.games, asked.rounds, asked.seconds)
            print(f"{os.getloadavg()[0]:.1f} at the end")
            show_actions(sides, asked.games)
            missed |= judge_actions({side.name: side for side in sides}, asked.games)
            stack.close()
        if asked.only != "actions":
            missed |= memory(folder, 2)
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
