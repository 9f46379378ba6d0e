"""What every test has: a clean writer and hub, plain static files, and clients that speak like browsers and bots."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.test import Client

DAY = dt.date(2026, 11, 30)
NOON = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


class Api:
    """A client of the API with cookies of its own, sending the CSRF token as a page would."""

    def __init__(self, token: str | None = None) -> None:
        self.http = Client(enforce_csrf_checks=True)
        self.token = token

    def _headers(self) -> dict[str, str]:
        headers = {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        elif "csrftoken" in self.http.cookies:
            headers["X-CSRFToken"] = self.http.cookies["csrftoken"].value
        return headers

    def get(self, path: str, **query: Any) -> Any:
        return self.http.get(f"/api/v1/{path}", query, headers=self._headers())

    def post(self, path: str, body: Any = None, **how: Any) -> Any:
        raw = body if isinstance(body, (bytes, str)) else json.dumps(body if body is not None else {})
        headers = {**self._headers(), **how.pop("headers", {})}
        kind = how.pop("content_type", "application/json")
        return self.http.post(f"/api/v1/{path}", raw, content_type=kind, headers=headers)

    def start(self, **asked: Any) -> dict[str, Any]:
        """A new game's view."""
        answer = self.post("games", asked)
        assert answer.status_code in {200, 201}, answer.content
        view: dict[str, Any] = answer.json()
        return view

    def act(self, game: str, seq: int, *actions: str) -> Any:
        return self.post(f"games/{game}/actions", {"seq": seq, "actions": list(actions)})

    def view(self, game: str) -> dict[str, Any]:
        answer = self.get(f"games/{game}")
        assert answer.status_code == 200, answer.content
        view: dict[str, Any] = answer.json()
        return view


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    settings.STORAGES = {
        **django_settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.MIDDLEWARE = [name for name in django_settings.MIDDLEWARE if "servestatic" not in name]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _clean(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nothing held from one test's rows reaches the next; the writer's connection is closed in between."""
    yield
    if {"engine", "browser"} & set(request.path.parts):
        return
    from games.held import positions
    from games.writer import writer
    from leaderboards.queries import forget_snapshots

    writer.stop()
    positions.clear()
    forget_snapshots()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Noon of 2026-11-30 UTC, moved by hand."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def api(transactional_db: None) -> Api:
    return Api()


@pytest.fixture
def other(transactional_db: None) -> Api:
    return Api()


@pytest.fixture
def dailies(clock: time_machine.Traveller, transactional_db: None) -> time_machine.Traveller:
    """Today's dailies (2026-11-30) and a few days ahead, under a clock moved by hand."""
    from games.dailies import dailies_prepare

    dailies_prepare(days=3)
    return clock
