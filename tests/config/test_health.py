"""What looks after the process is answered by any host name, and told why it cannot play."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client

from games.dailies import dailies_prepare


def test_health_is_told_under_any_host_name(transactional_db: None) -> None:
    dailies_prepare(days=0)
    for host in ("testserver", "10.0.0.7:8000", "web1"):
        for path in ("/healthz", "/readyz"):
            answer = Client().get(path, headers={"Host": host})
            assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert Client().get("/", headers={"Host": "evil.example"}).status_code == 400


def test_readiness_names_what_is_missing(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert "today's deals are missing" in answer.json()["reasons"][0]

    def broken(*args: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(cache, "get", broken)
    assert "the cache does not answer" in Client().get("/readyz").json()["reasons"]

    def gone() -> None:
        raise DatabaseError

    with monkeypatch.context() as patched:
        patched.setattr(connection, "cursor", gone)
        assert "the database does not answer" in Client().get("/readyz").json()["reasons"]
        assert Client().get("/healthz").status_code == 200
