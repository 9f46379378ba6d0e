"""2. A kill at each point of an action's way: it is not there, or there once, and the resend gets the first answer."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults.driver import Account
from tests.faults.killing import POINTS
from tests.faults.services import Postgres, Redis, Web, wait_until

CODE = "DS1-D1N-AAAAAAB"
STORED = {"after-commit", "before-acknowledge", "after-acknowledge", "before-publish", "after-publish"}
pytestmark = pytest.mark.timeout(600)
met: list[str] = []


def once(env: dict[str, str], point: str, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    web = Web({**env, "TRAP": str(trap)}, tmp_path / "web.log", ("tests.faults.killing", point))
    web.start()
    try:
        account = Account()
        game = account.request(web.url, "POST", "games", {"code": CODE})[1]["id"]

        def act(seq: int) -> tuple[int, Any]:
            return account.request(web.url, "POST", f"games/{game}/actions", {"seq": seq, "actions": ["s"]})

        first = act(0)
        assert first[0] == 200
        trap.touch()
        try:
            answer = act(1)
        except (OSError, http.client.HTTPException):
            answer = None
        assert web.process.wait() < 0, "the trap did not spring"
        assert answer is None or point in STORED
        trap.unlink()
        web.process.start()
        wait_until("the web process", web.healthy)
        view = account.request(web.url, "GET", f"games/{game}")[1]
        assert view["seq"] == (2 if point in STORED else 1), point
        again = act(1)
        assert again[0] == 200
        assert (again[1]["accepted"], again[1]["view"]["seq"]) == (1, 2)
        if answer is not None:
            assert again == answer
        if point in STORED:
            assert again[1]["view"] == view
        assert act(1) == again
        record = account.request(web.url, "GET", f"games/{game}/record")[1]
        assert [token.partition("@")[0] for token in record.split("\n\n")[1].split()] == ["s", "s"]
        met.append(point)
    finally:
        web.stop()


@pytest.mark.parametrize("point", POINTS)
def test_a_kill_at_a_point_on_sqlite(point: str, keys: dict[str, str], tmp_path: Path) -> None:
    once({**keys, "DATABASE_URL": "", "REDIS_URL": ""}, point, tmp_path)


def test_kills_at_every_point_on_postgresql(
    postgres: Postgres, redis: Redis, keys: dict[str, str], tmp_path: Path, times: Callable[[Any, Any], Any]
) -> None:
    env = {**keys, "DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
    for point in times(["before-commit", "after-commit"], POINTS):
        folder = tmp_path / point
        folder.mkdir()
        once(env, point, folder)


def test_every_point_was_met(report: list[str]) -> None:
    assert set(met) == set(POINTS)
    report.append(
        f"killed at {len(POINTS)} points of an action's way, {len(met)} times: not there, or there once"
    )
