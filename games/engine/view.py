"""The only door out of the engine: what a player may see of a position, and nothing else."""

from typing import Any, Literal

from .cards import FACES, faces
from .legality import legal_actions
from .position import Layout, Position
from .scoring import score_text


def view(position: Position, ended: Literal["given-up", "closed"] | None = None) -> dict[str, Any]:
    """The view of api.md without what the service adds; `ended` is how the game ended if not by a win."""
    layout = position.layout
    shown = scalars(position, ended)
    legal = shown.pop("legal")
    return {
        **shown,
        "stock": layout.stock_left,
        "waste": faces(layout.waste),
        "columns": [_column(layout, index) for index in range(position.table.columns)],
        "foundations": [_foundation(layout, slot) for slot in range(len(layout.foundations))],
        "legal": legal,
    }


def scalars(position: Position, ended: Literal["given-up", "closed"] | None = None) -> dict[str, Any]:
    """The view without its piles: what every action may change, and `legal`."""
    table = position.table
    over = position.won or ended is not None
    return {
        "table": table.slug,
        "status": "won" if position.won else ended or "playing",
        "seq": position.seq,
        "moves": position.moves,
        "score": position.score,
        "score_text": score_text(table, position.score),
        "ranked_score": position.ranked_score,
        "peeks": position.peeks,
        "undo": 0 if over else position.undo,
        "undo_peeks": False if over else position.undo_peeks,
        "legal": [] if over else legal_actions(position),
    }


def changed_piles(before: Position, after: Position) -> dict[str, Any]:
    """What each pile that looks different now shows, by its letter: `s`, `w`, `a`…, `1`…`8`."""
    old, new = before.layout, after.layout
    piles: dict[str, Any] = {}
    if old.stock_left != new.stock_left:
        piles["s"] = new.stock_left
    if (waste := faces(new.waste)) != faces(old.waste):
        piles["w"] = waste
    for index, letter in enumerate(after.table.column_letters):
        # A card turns up only where others left, so the same tuple hides the same cards.
        if old.columns[index] is not new.columns[index]:
            column = _column(new, index)
            if column != _column(old, index):
                piles[letter] = column
    for slot in range(len(new.foundations)):
        top = _foundation(new, slot)
        if top != _foundation(old, slot):
            piles[str(slot + 1)] = top
    return piles


def _column(layout: Layout, index: int) -> dict[str, Any]:
    hidden = layout.hidden[index]
    return {"hidden": hidden, "cards": faces(layout.columns[index][hidden:])}


def _foundation(layout: Layout, slot: int) -> str | None:
    pile = layout.foundations[slot]
    return FACES[pile[-1]] if pile else None
