"""Backups: taken from a live database, sound, without keys, and put back whole."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from config.backups import BackupFailed, backup_before_upgrade, backup_make, backup_restore
from games.models import Game, LogEntry
from tests.conftest import Api


def test_a_backup_brings_back_what_was_there(api: Api, tmp_path: Path) -> None:
    game = api.start(code="DS1-D1N-AAAAAAB")["id"]
    api.act(game, 0, "s", "s")
    path = tmp_path / "kept" / "day.backup"
    call_command("backup", str(path), stdout=io.StringIO())
    assert path.stat().st_mode & 0o077 == 0
    content = path.read_bytes()
    for key in (settings.SECRET_KEY, *settings.DEAL_KEYS):
        assert key.encode() not in content
    api.act(game, 2, "s")
    call_command("restore", str(path), yes=True, stdout=io.StringIO())
    from games.held import positions

    positions.clear()
    assert (Game.objects.get().seq, LogEntry.objects.count()) == (2, 2)
    assert api.act(game, 2, "u").status_code == 200
    call_command("verify_games", stdout=io.StringIO())
    assert list(tmp_path.rglob(".*")) == []


def test_nothing_is_overwritten_or_taken_for_a_backup(transactional_db: None, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("precious")
    with pytest.raises(BackupFailed, match="there already"):
        backup_make(there)
    assert there.read_text() == "precious"
    for path in (tmp_path / "missing", there):
        with pytest.raises(BackupFailed):
            backup_restore(path)
    with pytest.raises(SystemExit):
        call_command("restore", str(there), stderr=io.StringIO())


def test_an_upgrade_is_backed_up_first(transactional_db: None, tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    assert backup_before_upgrade() is None
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'leaderboards'")
    try:
        path = backup_before_upgrade()
        assert path
        assert path.exists()
    finally:
        call_command("migrate", "leaderboards", fake=True, verbosity=0)
