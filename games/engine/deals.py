"""From a deal code to the order of the pack: derivation version 1, the same on every machine for ever."""

import hashlib

from .cards import PACK, Cards
from .codes import DealCode


def shuffled_pack(code: DealCode) -> Cards:
    """The 104 cards in the order they are dealt (deals.md, version 1); secret while the code is."""
    source = hashlib.shake_256(f"{code.table.family}-{code.payload}".encode("ascii"))
    size = 256
    stream = source.digest(size)
    deck = list(range(PACK))
    at = 0
    for i in range(PACK - 1, 0, -1):
        limit = 256 - 256 % (i + 1)
        while True:
            if at == size:  # a longer digest begins with the same bytes
                size *= 2
                stream = source.digest(size)
            byte = stream[at]
            at += 1
            if byte < limit:
                break
        j = byte % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
