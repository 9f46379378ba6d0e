"""How hard the fault tests try: a short form in the gate, the long form in make test-faults."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from tests.faults.services import Postgres, Redis, Web

LONG = os.environ.get("FAULTS") == "long"
REPORT: list[str] = []


def within(seconds: float) -> float:
    """What is promised, held to in the long form; the gate's machine may be busy, so the short form waits longer."""
    return seconds if LONG else 4 * seconds


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if REPORT:
        terminalreporter.section("faults met")
        for line in REPORT:
            terminalreporter.write_line(line)


@pytest.fixture
def times() -> object:
    """times(short, long): how many of a fault to make."""
    return lambda short, long: long if LONG else short


@pytest.fixture
def report() -> list[str]:
    return REPORT


@pytest.fixture
def keys(tmp_path: Path) -> dict[str, str]:
    return {
        "SECRET_KEY": "s" * 60,
        "DEAL_KEY": Fernet.generate_key().decode(),
        "THROTTLE_SCALE": "100000",
        "DATA_DIR": str(tmp_path / "data"),
    }


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Postgres]:
    cluster = Postgres(tmp_path)
    yield cluster
    cluster.stop()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def scaled(postgres: Postgres, redis: Redis, keys: dict[str, str], tmp_path: Path) -> Iterator[list[Web]]:
    """Two web processes on one PostgreSQL and one Redis."""
    env = {**keys, "DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
    webs = [Web(env, tmp_path / f"web{n}.log") for n in range(2)]
    for web in webs:
        web.start()
    yield webs
    for web in webs:
        web.stop()


@pytest.fixture
def single(keys: dict[str, str], tmp_path: Path) -> Iterator[Web]:
    """The embedded server: one process, SQLite."""
    env = {**keys, "DATABASE_URL": "", "REDIS_URL": ""}
    web = Web(env, tmp_path / "web.log")
    web.start()
    yield web
    web.stop()
