"""A real server on a port of its own, and a real Chromium."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

PROJECT = Path(__file__).parents[2]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a served fresh installation, on the database and layer that the environment names."""
    port = free_port()
    data = tmp_path_factory.mktemp("data")
    env = {**os.environ, "PORT": str(port), "DATA_DIR": str(data), "THROTTLE_SCALE": "1000"}
    env.pop("PUBLIC_URL", None)
    drop = lambda: None  # noqa: E731
    if env.get("DATABASE_URL"):
        drop = _own_database(env)
    process = subprocess.Popen(
        [sys.executable, "-m", "config.serve"], cwd=PROJECT, env=env, stdout=subprocess.DEVNULL
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{url}/readyz", process)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(20) in {0, -signal.SIGTERM}
        finally:
            process.kill()
            drop()


def _own_database(env: dict[str, str]) -> Callable[[], None]:
    """A database of the run's own beside the one named; returns what removes it."""
    import psycopg

    named = env["DATABASE_URL"]
    name = f"twodeck_browser_{os.getpid()}"
    with psycopg.connect(named, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    env["DATABASE_URL"] = f"{named.rsplit('/', 1)[0]}/{name}"

    def drop() -> None:
        with psycopg.connect(named, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    return drop


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None, "the server ended"
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not become ready")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert path, "Chromium is missing: make test installs it, or says how"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[NewPage]:
    """Makes a page in a browser context of its own (another player); any error in it fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def make(width: int = 1280, height: int = 800, allow: str = "", **options: Any) -> Page:
        """`allow`: what a console error may hold (Chromium reports every 4xx answer as one)."""
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)

        def note(message: ConsoleMessage) -> None:
            if message.type == "error" and not (allow and allow in message.text):
                problems.append(message.text)

        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", note)
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []
