"""8. A rolling restart with a migration under play, and a backup taken under load put back."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.faults.conftest import within
from tests.faults.driver import all_play_again, check_all, played, table
from tests.faults.services import PROJECT, Postgres, Web

Times = Callable[[int, int], int]
pytestmark = pytest.mark.timeout(900)


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run manage.py; returns what it said."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_a_rolling_restart_with_a_migration(
    scaled: list[Web], postgres: Postgres, times: Times, report: list[str]
) -> None:
    games = times(20, 100)

    def running() -> list[str]:
        return [web.url for web in scaled if web.process.running and web.process.running.poll() is None]

    players = table(games, running, pause=0.1)
    slowest: list[float] = []
    # The release before this one did not have this table yet.
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("DROP TABLE django_session")
        connection.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        for web in scaled:
            at = time.monotonic()
            await asyncio.to_thread(web.stop)
            slowest.append(await all_play_again(players, at, within(8)))
            await asyncio.to_thread(web.start)

    await played(players, disturb)
    stored = check_all(players, scaled[0].url)
    with psycopg.connect(postgres.url) as connection:
        assert connection.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
    assert list(Path(scaled[0].process.env["DATA_DIR"]).glob("backups/*-before-upgrade.backup"))
    report.append(
        f"two processes restarted one after the other, with a migration and its backup, under {games} games: "
        f"{stored} stored, none lost; everyone went on within {max(slowest):.2f} s"
    )


async def test_a_backup_taken_under_load_is_whole(
    single: Web, keys: dict[str, str], times: Times, tmp_path: Path, report: list[str]
) -> None:
    games = times(15, 60)
    players = table(games, lambda: [single.url], pause=0.03)
    env = {**single.process.env}
    kept = tmp_path / "kept.backup"

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        await asyncio.to_thread(manage, env, "backup", str(kept))
        await all_play_again(players, time.monotonic(), within(5))

    await played(players, disturb)
    check_all(players, single.url)
    elsewhere = {**env, "DATA_DIR": str(tmp_path / "elsewhere")}
    manage(elsewhere, "restore", str(kept), "--yes")
    said = manage(elsewhere, "verify_games")
    assert f"{games + 1} games folded, 0 drifted." in said  # the demonstration game is one
    report.append(f"a backup taken under {games} games put back: {said.strip().splitlines()[-1]}")
