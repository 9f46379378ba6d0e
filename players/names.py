"""What a display name may be: short, printable, one line, nothing that turns text around."""

from __future__ import annotations

import secrets
import unicodedata

LONGEST = 24
GUEST_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


class BadName(ValueError):
    """The name cannot be shown as it is."""


def clean_name(text: str) -> str:
    """Return the name as it will be shown (NFC, single spaces). Raises BadName."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST:
        raise BadName
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for letter in name):
        raise BadName
    if (
        not any(unicodedata.category(letter)[0] in "LN" for letter in name)
        or "/" in name
        or name in {".", ".."}
    ):
        raise BadName
    return name


def guest_name() -> str:
    """Return a fresh name such as Guest-7F3K2Q; 29 bits, so a clash is tried again."""
    return "Guest-" + "".join(secrets.choice(GUEST_ALPHABET) for _ in range(6))
