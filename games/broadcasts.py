"""Telling watchers, after the commit."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from games.held import Held
from games.hub import publish, wanted
from games.protocol import state_text


def game_topic(game_id: uuid.UUID) -> str:
    return f"game.{game_id.hex}"


def player_topic(player_id: uuid.UUID) -> str:
    return f"player.{player_id.hex}"


def player_out(player_id: uuid.UUID) -> None:
    """Tell a player's sockets to see whether they may stay: one of the player's sign-ins has ended."""
    if wanted(player_topic(player_id)):
        publish(player_topic(player_id), ["signed-out"])


def game_wanted(game_id: uuid.UUID) -> bool:
    """Whether anyone may be watching, so that texts are worth making."""
    return wanted(game_topic(game_id))


def game_acted(game_id: uuid.UUID, texts: Sequence[str]) -> None:
    """Send the `acted` of each accepted action, in order."""
    publish(game_topic(game_id), texts)


def game_state(held: Held) -> None:
    """Send a fresh state: what changed has no log entry."""
    if game_wanted(held.game_id):
        publish(game_topic(held.game_id), [state_text(held)])
