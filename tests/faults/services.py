"""Private services for the fault tests: a PostgreSQL cluster, a Redis, web processes; never the machine's own.

Every process is started here and killed by its own pid.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).parents[2]
POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listening(port: int) -> bool:
    with contextlib.closing(socket.socket()) as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(what: str, ready: object, seconds: float = 30) -> None:
    """Wait for a condition, a callable without arguments."""
    assert callable(ready)
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, f"{what}: not within {seconds} s"
        time.sleep(0.02)


class Process:
    """One process of a test's own."""

    def __init__(
        self, command: Sequence[str], env: dict[str, str], log: Path, user: str | None = None
    ) -> None:
        self.command, self.env, self.log, self.user = list(command), env, log, user
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.running = subprocess.Popen(
                self.command,
                cwd="/" if self.user else PROJECT,
                env=self.env,
                stdout=out,
                stderr=out,
                user=self.user,
            )

    def kill(self, number: int = signal.SIGKILL) -> None:
        if self.running and self.running.poll() is None:
            self.running.send_signal(number)

    def wait(self, seconds: float = 20) -> int:
        assert self.running
        return self.running.wait(seconds)

    def stop(self) -> None:
        self.kill(signal.SIGTERM)
        if self.running:
            try:
                self.running.wait(15)
            except subprocess.TimeoutExpired:
                self.running.kill()
                self.running.wait(5)


class Postgres:
    """A cluster in a folder of the test's."""

    def __init__(self, folder: Path) -> None:
        assert POSTGRES, "PostgreSQL's server programs are missing: apt-get install postgresql"
        # Not below pytest's own folder, which only its owner may enter: as root the server runs as postgres.
        self.home = Path(tempfile.mkdtemp(prefix="twodeck-postgres-"))
        self.bin, self.data, self.port = POSTGRES[-1], self.home / "cluster", free_port()
        self.user = "postgres" if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.home, self.user)
        self._run("initdb", "-D", str(self.data), "-U", "twodeck", "--auth=trust", "--no-sync", "-E", "UTF8")
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.write(
                f"port = {self.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n"
                "max_connections = 60\nshared_buffers = 64MB\n"
            )
        self.process = Process(
            [str(self.bin / "postgres"), "-D", str(self.data)],
            {**os.environ},
            folder / "postgres.log",
            self.user,
        )
        self.start()
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "twodeck", "twodeck")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, user=self.user, cwd="/")

    @property
    def url(self) -> str:
        return f"postgres://twodeck@127.0.0.1:{self.port}/twodeck"

    def _answers(self) -> bool:
        command = [str(self.bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(command, check=False).returncode == 0

    def start(self) -> None:
        self.process.start()
        wait_until("PostgreSQL", self._answers)

    def restart_immediately(self) -> None:
        """What a power cut does to it: no checkpoint, recovery from the log at the next start."""
        self.process.kill(signal.SIGQUIT)
        self.process.wait()
        self.start()

    def stop(self) -> None:
        self.process.kill(signal.SIGQUIT)
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Redis:
    """A redis-server that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        assert shutil.which("redis-server"), "redis-server is missing: apt-get install redis-server"
        self.port = free_port()
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = Process(
            ["redis-server", *options, "--dir", str(folder)], {**os.environ}, folder / "redis.log"
        )
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.process.start()
        wait_until("Redis", lambda: listening(self.port))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.stop()


class Web:
    """One web process of the service."""

    def __init__(self, env: dict[str, str], log: Path, module: Sequence[str] = ("config.serve",)) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        full = {**os.environ, **env, "PORT": str(self.port), "PUBLIC_URL": self.url}
        self.process = Process([sys.executable, "-m", *module], full, log)

    def healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                return True
        except OSError:
            return False

    def start(self, *, wait: bool = True) -> None:
        self.process.start()
        if wait:
            wait_until("the web process", self.healthy)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.stop()
