"""python -m config.serve: brings the database up to date, prepares today, and serves."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
import uvicorn
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError

from config.backups import BackupFailed, backup_before_upgrade
from config.environment import PROJECT

SETUP_LOCK = 0x74776F6465636B  # "twodeck"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _static_current() -> bool:
    """Whether the collected files are younger than the built client and the installed packages."""
    from django.conf import settings

    manifest = settings.STATIC_ROOT / "staticfiles.json"
    if not manifest.exists():
        return False
    sources = [
        *(PROJECT / "frontend" / "dist").rglob("*"),
        PROJECT / "requirements.txt",
        PROJECT / "config" / "settings.py",
    ]
    return all(path.stat().st_mtime < manifest.stat().st_mtime for path in sources)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Processes that start together on one database set it up one after the other."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [SETUP_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [SETUP_LOCK])
    connection.close()


def check_durable() -> None:
    """An acknowledged action must be on disk. Raises ImproperlyConfigured where PostgreSQL is told otherwise."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return  # SQLite: synchronous=FULL is in the settings
    with connection.cursor() as cursor:
        for setting in ("synchronous_commit", "fsync"):
            cursor.execute("SELECT current_setting(%s)", [setting])
            if cursor.fetchone() == ("off",):
                raise ImproperlyConfigured(
                    f"PostgreSQL has {setting} = off: it would acknowledge actions that are not on disk."
                )
    connection.close()


def cannot_listen(host: str, port: int) -> str:
    """Why the server cannot listen there, in one sentence; empty where it can."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return f"It cannot listen on {host} port {port}: {error.strerror}. PORT and HOST name another place."
    return ""


def prepare() -> None:
    """Everything that must be there before the first request; safe to run again and in several places."""
    with _one_at_a_time():
        saved = backup_before_upgrade()
        if saved:
            _say(f"The database before this upgrade is kept in {saved}.")
        _say("Bringing the database up to date …")
        call_command("migrate", verbosity=0, interactive=False)
        if not _static_current():
            _say("Collecting the static files …")
            call_command("collectstatic", verbosity=0, interactive=False)
        call_command("prepare_dailies")
        call_command("load_demo")


def main() -> int:
    try:
        django.setup()
        from django.conf import settings

        env = settings.ENV
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        return 1
    try:
        check_durable()
        prepare()
    except (BackupFailed, ImproperlyConfigured, OperationalError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    problem = cannot_listen(env.host, env.port)
    if problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    if env.workers > 1:
        # Each worker writes its figures to a file of its own; whoever is asked adds them up.
        folder = env.data_dir / "metrics"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    if env.workers == 1:
        _say(f"Twodeck serves on {env.public_url} (stop it with Ctrl+C).")
    uvicorn.run(
        "config.asgi:application",
        host=env.host,
        port=env.port,
        workers=env.workers,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=4096,
        ws_ping_interval=10,
        ws_ping_timeout=15,
        ws_per_message_deflate=False,
        lifespan="on",
        proxy_headers=bool(env.trusted_proxies),
        forwarded_allow_ips=",".join(env.trusted_proxies) or None,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=5,
        access_log=False,
        log_level="warning",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
