"""Cards: two full decks of 52 make the pack of 104, so every face exists twice."""

from typing import Final, TypeAlias

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
DECK: Final = 52
PACK: Final = 104
ACE: Final = 0
KING: Final = 12

Cards: TypeAlias = tuple[int, ...]
"""Card ids 0 to 103, the playable end last. Two ids with the same face are two different cards."""

FACES: Final = tuple(f"{RANKS[card % 13]}{SUITS[card % DECK // 13]}" for card in range(PACK))
"""The two characters of each card id, as `TH`: id and id + 52 look the same."""

BITS: Final = tuple(1 << card for card in range(PACK))
"""Each card id as one bit, for sets of physical cards kept as an int."""

SUIT_PLACES: Final = 14
PLACES: Final = tuple(card % DECK // 13 * SUIT_PLACES + card % 13 for card in range(PACK))
"""Where each card id goes on the foundations: suit by suit, by rank, with one place after each king."""

NUMBERS: Final = {face: number for number, face in enumerate(FACES[:DECK])}


def faces(cards: Cards) -> list[str]:
    """What the given cards show, first card first; only for cards that lie face up."""
    return [FACES[card] for card in cards]
