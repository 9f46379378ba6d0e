"""Figures for those who look after the service, and log lines without anything personal."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from pythonjsonlogger.json import JsonFormatter

from config import settings as configured
from config.tracing import RequestIdFilter
from tests.conftest import Api


def figures(**headers: str) -> Any:
    return Client().get("/metrics", headers=headers)


def test_figures_count_what_happens(api: Api) -> None:
    game = api.start(code="DS1-D1N-AAAAAAB")["id"]
    before = figures().content.decode()
    api.act(game, 0, "s")
    api.act(game, 0, "s")
    api.act(game, 0, "u")
    api.act(game, 1, "r")
    after = figures().content.decode()

    def gained(name: str) -> float:
        def value(text: str) -> float:
            return next(
                (float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} ")), 0.0
            )

        return value(after) - value(before)

    for outcome in ("accepted", "repeated", "out_of_step", "refused"):
        assert gained(f'twodeck_actions_total{{outcome="{outcome}"}}') == 1
    assert gained("twodeck_commit_seconds_count") == 4
    assert gained('twodeck_requests_total{method="POST",status="200"}') == 2


def test_figures_are_for_this_machine_or_a_token(settings: Any) -> None:
    assert figures().status_code == 200
    assert figures(**{"X-Forwarded-For": "127.0.0.1"}).status_code == 404
    assert Client(REMOTE_ADDR="10.0.0.9").get("/metrics").status_code == 404
    assert figures(Authorization="Bearer ").status_code == 200
    settings.ENV = replace(configured.ENV, metrics_token="t" * 20)
    far = Client(REMOTE_ADDR="10.0.0.9")
    assert far.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
    assert far.get("/metrics", headers={"Authorization": "Bearer " + "t" * 20}).status_code == 200


def test_a_request_has_an_id_and_one_line_without_anything_personal(
    api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "twodeck.requests")
    game = api.start(code="DS1-D1N-AAAAAAB")
    caplog.clear()
    answer = api.http.get(f"/api/v1/games/{game['id']}?secret=1", headers={"X-Request-ID": "abcdefgh-1"})
    assert answer["X-Request-ID"] == "abcdefgh-1"
    made = api.http.get("/d/DS1-D1N-AAAAAAB", headers={"X-Request-ID": "bad id\n"})["X-Request-ID"]
    assert len(made) == 16
    form = JsonFormatter(configured.LOGGING["formatters"]["json"]["format"])  # type: ignore[index]  # our own settings
    lines = []
    for record in caplog.records:
        RequestIdFilter().filter(record)
        lines.append(form.format(record))
    assert len(lines) == 2
    first = json.loads(lines[0])
    assert (first["method"], first["route"], first["status"]) == ("GET", "api/v1/games/<str:id>", 200)
    for personal in (game["id"], game["player"], "secret", "AAAAAAB", api.http.cookies["guest"].value):
        assert personal not in "".join(lines)
