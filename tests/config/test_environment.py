"""The environment: defaults, keys made once, and a plain sentence for every refusal to start."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

from config.environment import PROJECT, read_environment

NAMES = [
    "PORT",
    "HOST",
    "DATA_DIR",
    "DATABASE_URL",
    "REDIS_URL",
    "WORKERS",
    "SECRET_KEY",
    "DEAL_KEY",
    "PUBLIC_URL",
    "TRUSTED_PROXIES",
    "ALLOWED_HOSTS",
    "RANKED_PLAYERS",
    "SPOILERS",
    "THROTTLE_SCALE",
    "METRICS_TOKEN",
]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))


def test_the_defaults() -> None:
    env = read_environment()
    assert (env.host, env.port, env.workers, env.public_url) == (
        "127.0.0.1",
        8000,
        1,
        "http://127.0.0.1:8000",
    )
    assert (env.ranked_players, env.spoilers, env.throttle_scale) == ("guest", "after-own", 1.0)
    assert env.embedded
    assert not env.https
    assert "localhost" in env.allowed_hosts


def test_keys_are_made_once_and_readable_by_the_owner_only(tmp_path: Path) -> None:
    first = read_environment()
    assert read_environment() == first
    for name in ("secret_key", "deal_key"):
        mode = stat.S_IMODE((tmp_path / "data" / name).stat().st_mode)
        assert mode == 0o600
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["deal_key", "secret_key"]


def test_the_folder_is_made_also_when_the_keys_are_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "x" * 60)
    monkeypatch.setenv("DEAL_KEY", Fernet.generate_key().decode())
    read_environment()
    assert list((tmp_path / "data").iterdir()) == []


def test_https_makes_it_the_only_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://play.example/")
    env = read_environment()
    assert env.https
    assert env.allowed_hosts == ("play.example",)
    assert env.public_url == "https://play.example"


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"PORT": "x"}, "PORT"),
        ({"PORT": "70000"}, "PORT"),
        ({"PORT": "٨٠"}, "PORT"),
        ({"WORKERS": "0"}, "WORKERS"),
        ({"WORKERS": "2"}, "REDIS_URL"),
        ({"DATABASE_URL": "mysql://x"}, "postgres://"),
        ({"DATABASE_URL": "postgres://x/y"}, "DEAL_KEY must be set"),
        (
            {"DATABASE_URL": "postgres://x/y", "DEAL_KEY": Fernet.generate_key().decode()},
            "SECRET_KEY must be set",
        ),
        ({"DEAL_KEY": "short"}, "DEAL_KEY must be 32 random bytes"),
        ({"PUBLIC_URL": "play.example"}, "PUBLIC_URL"),
        ({"PUBLIC_URL": "https://play.example/path"}, "PUBLIC_URL"),
        ({"RANKED_PLAYERS": "all"}, "guest, account, verified"),
        ({"SPOILERS": "never"}, "after-own, final"),
        ({"THROTTLE_SCALE": "0"}, "THROTTLE_SCALE"),
        ({"THROTTLE_SCALE": "nan"}, "THROTTLE_SCALE"),
    ],
)
def test_refusals_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], says: str
) -> None:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as caught:
        read_environment()
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_server_says_why_it_does_not_start(tmp_path: Path) -> None:
    env = {**os.environ, "DATA_DIR": str(tmp_path), "WORKERS": "3"}
    done = subprocess.run(
        [sys.executable, "-m", "config.serve"],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("WORKERS above 1 needs")
    assert "Traceback" not in done.stderr
