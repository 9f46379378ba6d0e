"""The messages of the API and the sockets, both ways: shapes, reading and writing."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any

import msgspec
from django.utils import timezone

from games.engine import Position, changed_piles, scalars, score_text, view
from games.held import Held

# What is no action is refused as one, in its turn; the bound is that of a frame.
Token = Annotated[str, msgspec.Meta(max_length=4096)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class NewGame(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Exactly one of code, table, daily (with date) and like (with at)."""

    code: Annotated[str, msgspec.Meta(max_length=4096)] | msgspec.UnsetType = msgspec.UNSET
    table: Annotated[str, msgspec.Meta(max_length=32)] | msgspec.UnsetType = msgspec.UNSET
    daily: Annotated[str, msgspec.Meta(max_length=32)] | msgspec.UnsetType = msgspec.UNSET
    date: Annotated[str, msgspec.Meta(max_length=32)] | msgspec.UnsetType = msgspec.UNSET
    like: Annotated[str, msgspec.Meta(max_length=4096)] | msgspec.UnsetType = msgspec.UNSET
    at: Seq | msgspec.UnsetType = msgspec.UNSET


class Actions(msgspec.Struct, forbid_unknown_fields=True):
    """Actions to apply one by one, from the game's `seq` on."""

    seq: Seq
    actions: Annotated[list[Token], msgspec.Meta(min_length=1, max_length=200)]


class Act(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag="act"):
    seq: Seq
    action: Token


class Sync(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag="sync"):
    """Asks for a fresh state."""


class Column(msgspec.Struct):
    hidden: int
    cards: list[str]


class View(msgspec.Struct):
    """A game as anyone allowed may see it. Without id and player for a deal's opening, without legal in lists."""

    table: str
    status: str
    seq: int
    moves: int
    score: int
    score_text: str
    ranked_score: int
    ranked_score_text: str
    peeks: int
    undo: int
    undo_peeks: bool
    stock: int
    waste: list[str]
    columns: list[Column]
    foundations: list[str | None]
    duration_ms: int
    ranked: bool
    code: str | None
    daily: str | None
    id: str | msgspec.UnsetType = msgspec.UNSET
    player: str | msgspec.UnsetType = msgspec.UNSET
    legal: list[str] | msgspec.UnsetType = msgspec.UNSET


class Problem(msgspec.Struct):
    """Why a request was not carried out. More fields stand beside these where the contract names them."""

    code: str
    detail: str


read_frame = msgspec.json.Decoder(Act | Sync).decode


def text(message: object) -> str:
    """One message as the JSON text that every socket gets."""
    return msgspec.json.encode(message).decode()


def view_of(held: Held, now: dt.datetime | None = None, *, legal: bool = True) -> dict[str, Any]:
    """The view of a game; `code` only where the deal may be told."""
    shown = view(held.position, held.ended_at(now or timezone.now()))
    if not legal:
        del shown["legal"]
    return {**_told(held), **shown}


def _told(held: Held) -> dict[str, Any]:
    """What the service adds to the engine's view."""
    return {
        "id": str(held.game_id),
        "player": held.player_name,
        "code": None if held.concealed else str(held.code),
        "daily": held.date.isoformat() if held.date else None,
        "ranked": held.ranked,
        "duration_ms": held.duration_ms,
        "ranked_score_text": score_text(held.position.table, held.position.ranked_score),
    }


def opening_view(position: Position, daily: dt.date | None) -> dict[str, Any]:
    """The view of a deal that nobody plays yet."""
    return {
        "code": str(position.code),
        "daily": daily.isoformat() if daily else None,
        "ranked": False,
        "duration_ms": 0,
        "ranked_score_text": score_text(position.table, position.ranked_score),
        **view(position),
    }


def state_text(held: Held, now: dt.datetime | None = None) -> str:
    return text({"type": "state", "view": view_of(held, now)})


def acted_text(before: Position, after: Held, token: str) -> str:
    """One accepted action: the piles it changed, beside every scalar of the view and `legal`."""
    ended = after.ended_at(after.last_at or timezone.now())
    return text(
        {
            "type": "acted",
            "action": token,
            "piles": changed_piles(before, after.position),
            **_told(after),
            **scalars(after.position, ended),
        }
    )
