"""What the environment says, read once and checked: every refusal to start is one sentence."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
PROJECT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Environment:
    """The values of docs/operating.md's table, defaults filled in."""

    host: str
    port: int
    data_dir: Path
    database_url: str
    redis_url: str
    workers: int
    secret_key: str
    deal_keys: tuple[str, ...]
    public_url: str
    trusted_proxies: tuple[str, ...]
    allowed_hosts: tuple[str, ...]
    ranked_players: str
    spoilers: str
    throttle_scale: float
    metrics_token: str

    @property
    def https(self) -> bool:
        return self.public_url.startswith("https://")

    @property
    def embedded(self) -> bool:
        """One process with SQLite: the clock runs inside it."""
        return not self.database_url


def _number(name: str, default: int, low: int, high: int) -> int:
    text = os.environ.get(name, "").strip() or str(default)
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise ImproperlyConfigured(f"{name} must be a whole number from {low} to {high}, not {text!r}.")
    return int(text)


def _scale(name: str) -> float:
    text = os.environ.get(name, "").strip() or "1"
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise ImproperlyConfigured(f"{name} must be a number above 0, not {text!r}.")
    return value


def _choice(name: str, choices: tuple[str, ...]) -> str:
    value = os.environ.get(name, "").strip() or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in os.environ.get(name, "").split(",") if word.strip())


def _public_url(port: int) -> str:
    url = (os.environ.get("PUBLIC_URL", "").strip() or f"http://127.0.0.1:{port}").rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
        raise ImproperlyConfigured(f"PUBLIC_URL must be like https://example.org, not {url!r}.")
    return url


def _key(name: str, data_dir: Path, *, given_only: bool, make: str) -> str:
    value = os.environ.get(name, "").strip()
    if value:
        return value
    if given_only:
        raise ImproperlyConfigured(
            f"{name} must be set when DATABASE_URL is set: it may not live beside the data."
        )
    path = data_dir / name.lower()
    if not path.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make)
        try:
            os.link(draft, path)  # the first of several starting processes wins; the others read its key
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def read_environment() -> Environment:
    """Read and check os.environ. Raises ImproperlyConfigured with one plain sentence."""
    port = _number("PORT", 8000, 1, 65535)
    data_dir = Path(os.environ.get("DATA_DIR", "").strip() or PROJECT / "var").resolve()
    database_url = os.environ.get("DATABASE_URL", "").strip()
    if database_url and not database_url.startswith(("postgres://", "postgresql://")):
        raise ImproperlyConfigured(
            "DATABASE_URL must begin with postgres://; leave it unset for SQLite in DATA_DIR."
        )
    if not database_url:
        try:
            data_dir.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ImproperlyConfigured(f"DATA_DIR {data_dir} cannot be used: {error.strerror}.") from None
    redis_url = os.environ.get("REDIS_URL", "").strip()
    workers = _number("WORKERS", 1, 1, 64)
    if workers > 1 and not (database_url and redis_url):
        raise ImproperlyConfigured(
            "WORKERS above 1 needs DATABASE_URL and REDIS_URL: SQLite serves one process."
        )
    public_url = _public_url(port)
    host = urlsplit(public_url).hostname or ""
    hosts = _words("ALLOWED_HOSTS") or (LOOPBACK if host in {"127.0.0.1", "localhost", "::1"} else (host,))
    given_only = bool(database_url)
    deal_key = _key("DEAL_KEY", data_dir, given_only=given_only, make=Fernet.generate_key().decode())
    deal_keys = tuple(part.strip() for part in deal_key.split(",") if part.strip())
    for key in deal_keys:
        try:
            Fernet(key)
        except ValueError:
            raise ImproperlyConfigured(
                "DEAL_KEY must be 32 random bytes in URL-safe base 64 (several, newest first, with commas)."
            ) from None
    return Environment(
        host=os.environ.get("HOST", "").strip() or "127.0.0.1",
        port=port,
        data_dir=data_dir,
        database_url=database_url,
        redis_url=redis_url,
        workers=workers,
        secret_key=_key("SECRET_KEY", data_dir, given_only=given_only, make=secrets.token_urlsafe(64)),
        deal_keys=deal_keys,
        public_url=public_url,
        trusted_proxies=_words("TRUSTED_PROXIES"),
        allowed_hosts=tuple(hosts),
        ranked_players=_choice("RANKED_PLAYERS", ("guest", "account", "verified")),
        spoilers=_choice("SPOILERS", ("after-own", "final")),
        throttle_scale=_scale("THROTTLE_SCALE"),
        metrics_token=os.environ.get("METRICS_TOKEN", "").strip(),
    )
