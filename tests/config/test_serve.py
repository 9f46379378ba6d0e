"""A server that could lose what it acknowledged does not start."""

from __future__ import annotations

import socket

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config.serve import cannot_listen, check_durable


@pytest.mark.parametrize("setting", ["synchronous_commit", "fsync"])
def test_a_database_that_does_not_sync_is_refused(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    check_durable()

    class Cursor:
        def __enter__(self) -> Cursor:
            return self

        def __exit__(self, *args: object) -> None:
            pass

        def execute(self, sql: str, values: list[str]) -> None:
            self.asked = values[0]

        def fetchone(self) -> tuple[str]:
            return ("off" if self.asked == setting else "on",)

    with monkeypatch.context() as patched:
        patched.setattr(connection, "vendor", "postgresql")
        patched.setattr(connection, "cursor", Cursor)
        patched.setattr(connection, "close", lambda: None)
        with pytest.raises(ImproperlyConfigured, match=f"{setting} = off"):
            check_durable()


def test_sqlite_syncs_every_commit(transactional_db: None) -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    else:
        with connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone() != ("off",)


def test_a_port_in_use_is_told_in_one_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert cannot_listen("127.0.0.1", port).startswith(f"It cannot listen on 127.0.0.1 port {port}: ")
    assert cannot_listen("127.0.0.1", port) == ""
    assert "cannot listen" in cannot_listen("no.such.host.invalid", port)
