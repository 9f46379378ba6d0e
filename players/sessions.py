"""Sessions in the database, looked up only by what can be a key of one."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore


class SessionStore(DatabaseSessionStore):
    """A cookie is anybody's text: one with a NUL in it would be an error of PostgreSQL's, not a stranger's."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()
