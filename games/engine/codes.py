"""Deal codes: read forgivingly, written canonically, drawn from the operating system's randomness."""

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias
from urllib.parse import unquote

from .tables import TABLES, Table

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
OPEN_LENGTH: Final = 7
SEALED_LENGTH: Final = 26

Part: TypeAlias = Literal["prefix", "payload", "length", "several"]

PREFIXES: Final = {table.prefix: table for table in TABLES.values()}

# Unicode White_Space and the dashes of deals.md. `\s` would be more: it takes the separators 1C to 1F too.
_GAP = (
    r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    r"\-_\u2010-\u2015\u2212]*"
)
_PREFIX = re.compile(
    "|".join(_GAP.join(map(re.escape, prefix.split("-"))) for prefix in PREFIXES),
    re.ASCII | re.IGNORECASE,
)
_PAYLOAD = re.compile(_GAP + "([0-9A-Za-z]*)")
_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
_LOOKALIKES = str.maketrans("018", "OIB")
_NOT_ALPHANUMERIC = re.compile(r"[^0-9A-Za-z]")


class BadCode(ValueError):
    """No deal code could be read: `part` says what is wrong, `known` lists the prefixes there are."""

    def __init__(self, part: Part) -> None:
        self.part: Part = part
        self.known = tuple(PREFIXES)
        super().__init__(
            {
                "prefix": f"no deal code of a known version found; known are {', '.join(self.known)}",
                "payload": f"a deal code uses only the characters {ALPHABET} after its prefix",
                "length": f"a deal code has {OPEN_LENGTH} or {SEALED_LENGTH} characters after its prefix",
                "several": "there is more than one deal code in the text",
            }[part]
        )


@dataclass(frozen=True, slots=True, repr=False)
class DealCode:
    """One deal on one table; `str` gives the canonical spelling."""

    table: Table
    payload: str

    def __post_init__(self) -> None:
        if len(self.payload) not in (OPEN_LENGTH, SEALED_LENGTH):
            raise BadCode("length")
        if not set(self.payload) <= set(ALPHABET):
            raise BadCode("payload")

    @property
    def sealed(self) -> bool:
        """Whether the deal is one of the 2^130 nobody can search."""
        return len(self.payload) == SEALED_LENGTH

    def __str__(self) -> str:
        return f"{self.table.prefix}-{self.payload}"

    def __repr__(self) -> str:
        # A sealed code is a secret until its board is final: no traceback or log line may show it.
        return f"<DealCode {self.table.prefix}-{'(sealed)' if self.sealed else self.payload}>"


def read_code(text: str) -> DealCode:
    """The one deal code in a code, a sentence or a URL, in time linear in the text; raises BadCode."""
    text = unquote(text).translate(_NARROW)
    found: DealCode | None = None
    broken: BadCode | None = None
    for prefix in _PREFIX.finditer(text):
        if _follows_letter(text, prefix.start()):
            continue
        payload = _PAYLOAD.match(text, prefix.end())
        if payload is None:  # the pattern matches the empty text too
            continue
        try:
            code = DealCode(
                PREFIXES[_canonical_prefix(prefix.group())],
                payload.group(1).upper().translate(_LOOKALIKES),
            )
        except BadCode as error:
            broken = broken or error
            continue
        if found is not None and code != found:
            raise BadCode("several")
        found = code
    if found is None:
        raise broken or BadCode("prefix")
    return found


def _follows_letter(text: str, at: int) -> bool:
    """Whether a letter or digit of any script, with its accents, ends just before `at`."""
    at -= 1
    while at >= 0 and unicodedata.category(text[at]).startswith("M"):
        at -= 1
    return at >= 0 and text[at].isalnum()


def _canonical_prefix(text: str) -> str:
    bare = _NOT_ALPHANUMERIC.sub("", text).upper()
    return f"{bare[:3]}-{bare[3:]}"


def new_open_code(table: Table) -> DealCode:
    """A random open deal, one of 2^35, for practice and sharing."""
    return DealCode(table, _payload(secrets.randbits(5 * OPEN_LENGTH), OPEN_LENGTH))


def new_sealed_code(table: Table) -> DealCode:
    """A random sealed deal of 130 bits, for everything ranked or raced."""
    return DealCode(table, _payload(secrets.randbits(5 * SEALED_LENGTH), SEALED_LENGTH))


def _payload(number: int, length: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))


def commitment(code: DealCode) -> str:
    """SHA-256, in hex, of the canonical code: published before the code is."""
    return hashlib.sha256(str(code).encode("ascii")).hexdigest()
