"""Backups of the database, taken while the service runs. Keys are never in them."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

PAGES = 2000


class BackupFailed(Exception):
    """No backup was made or read; the sentence says why."""


def backup_make(path: Path) -> None:
    """Write the whole database to a new file, consistent at one instant. Raises BackupFailed."""
    if path.exists():
        raise BackupFailed(f"{path} is there already.")
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if connection.vendor == "sqlite":
            _copy(_file(), draft)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", "--file", str(draft))
        draft.chmod(0o600)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)


def backup_restore(path: Path) -> None:
    """Put a backup in the place of the database; the service must be stopped. Raises BackupFailed."""
    if not path.is_file():
        raise BackupFailed(f"There is no file {path}.")
    connections.close_all()
    if connection.vendor == "sqlite":
        _check(path)
        _copy(path, _file())
    else:
        how = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
        _run("pg_restore", *how, "--dbname", _name(), str(path))


def backup_before_upgrade() -> Path | None:
    """Back up a database that is about to be migrated; None for a new or an up-to-date one. Raises BackupFailed."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    applied = executor.loader.applied_migrations
    if not applied or not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    stamp = timezone.now().strftime("%Y%m%dT%H%M%S")
    path = Path(settings.DATA_DIR) / "backups" / f"{stamp}-before-upgrade.backup"
    backup_make(path)
    return path


def _file() -> Path:
    return Path(_name())


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as opened:
            yield opened
    except sqlite3.Error as error:
        raise BackupFailed(f"SQLite: {error} ({path}).") from None


def _copy(source: Path, target: Path) -> None:
    with _opened(source) as here, _opened(target) as there:
        here.backup(there, pages=PAGES, sleep=0.005)
    _check(target)


def _check(path: Path) -> None:
    with _opened(path) as opened:
        found = opened.execute("PRAGMA quick_check").fetchone()
        tables = opened.execute("SELECT count(*) FROM sqlite_master WHERE name = 'games_game'").fetchone()
    if found != ("ok",) or tables != (1,):
        raise BackupFailed(f"{path} is no sound Twodeck database.")


def _run(program: str, *arguments: str) -> None:
    found = shutil.which(program)
    if not found:
        raise BackupFailed(f"{program} is missing; on Debian it is in the package postgresql-client.")
    url = connection.settings_dict
    # By the environment, so that no list of processes shows the password.
    given = {
        "PGHOST": url["HOST"],
        "PGPORT": url["PORT"],
        "PGUSER": url["USER"],
        "PGPASSWORD": url["PASSWORD"],
    }
    env = {
        **os.environ,
        "PGDATABASE": _name(),
        **{name: str(value) for name, value in given.items() if value},
    }
    done = subprocess.run([found, *arguments], env=env, capture_output=True, text=True, check=False)  # noqa: S603  # our words
    if done.returncode:
        raise BackupFailed(f"{program}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")


def _name() -> str:
    return str(connection.settings_dict["NAME"])
