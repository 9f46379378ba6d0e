"""Who is asking: from an API token, a signed-in user or a guest's cookie."""

from __future__ import annotations

import uuid

from players.models import ApiToken, Player, User
from players.names import LONGEST
from players.services import token_hash

LONGEST_TOKEN = 200


def player_by_api_token(token: str) -> Player | None:
    """The token's owner, or None."""
    if not 0 < len(token) <= LONGEST_TOKEN:
        return None
    found = ApiToken.objects.select_related("player").filter(token_hash=token_hash(token)).first()
    return found.player if found else None


def player_by_guest_token(token: str) -> Player | None:
    """The guest bound to this cookie, or None."""
    if not 0 < len(token) <= LONGEST_TOKEN:
        return None
    return Player.objects.filter(guest_key__token_hash=token_hash(token)).first()


def player_of_user(user: User) -> Player:
    """The user's player, made at first need."""
    found = Player.objects.filter(user=user).first()
    if found:
        return found
    name = user.get_username()[:24]
    if Player.objects.filter(name__iexact=name).exists():
        name = f"{name[:15]}-{uuid.uuid4().hex[:8]}"
    return Player.objects.get_or_create(user=user, defaults={"name": name, "kind": "account"})[0]


def player_by_name(name: str) -> Player | None:
    """The player shown under this name, letter case aside."""
    if len(name) > LONGEST or "\0" in name:  # PostgreSQL refuses the question
        return None
    return Player.objects.filter(name__iexact=name).first()
