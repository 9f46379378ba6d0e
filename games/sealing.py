"""Codes of days not yet final, at rest: encrypted with DEAL_KEY, which is never in a backup."""

from __future__ import annotations

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from games.errors import Unsealable


def _box() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.DEAL_KEYS])


def seal(code: str) -> str:
    """Encrypt a canonical deal code."""
    return _box().encrypt(code.encode("ascii")).decode("ascii")


def unseal(sealed: str) -> str:
    """Decrypt a deal code. Raises Unsealable."""
    try:
        return _box().decrypt(sealed.encode("ascii")).decode("ascii")
    except InvalidToken:
        raise Unsealable from None
