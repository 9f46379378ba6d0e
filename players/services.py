"""Changes to players: guests, names and API tokens."""

from __future__ import annotations

import hashlib
import secrets
import uuid

from django.db import IntegrityError, transaction
from django.utils import timezone

from players.models import ApiToken, GuestKey, Kind, Player
from players.names import LONGEST, BadName, clean_name, guest_name
from players.signals import player_renamed, player_signed_out

MOST_TOKENS = 20


class NameTaken(ValueError):
    """Another player has this name, letter case aside."""


class TooManyTokens(ValueError):
    """A player keeps at most MOST_TOKENS API tokens."""


def token_hash(token: str) -> str:
    """SHA-256 in hex: enough for 256 random bits, which no list of passwords holds."""
    return hashlib.sha256(token.encode()).hexdigest()


def guest_create() -> tuple[Player, str]:
    """Make a guest; returns it with the cookie's token, which is not kept."""
    token = secrets.token_urlsafe(32)
    while True:
        try:
            with transaction.atomic():
                player = Player.objects.create(name=guest_name(), kind=Kind.GUEST)
                GuestKey.objects.create(player=player, token_hash=token_hash(token))
        except IntegrityError:
            continue
        return player, token


def player_rename(*, player: Player, name: str) -> Player:
    """Give the player another name. Raises BadName or NameTaken; then nothing is changed."""
    player.name = clean_name(name)
    try:
        with transaction.atomic():
            player.save(update_fields=["name"])
            player_renamed.send(sender=Player, player=player)
    except IntegrityError:
        player.refresh_from_db(fields=["name"])
        raise NameTaken from None
    return player


def player_seen(*, player: Player) -> None:
    """Note that the player was here today (one write a day)."""
    today = timezone.now().date()
    if player.seen != today:
        Player.objects.filter(pk=player.pk).update(seen=today)


def token_create(*, player: Player, name: str) -> tuple[ApiToken, str]:
    """Make an API token; it is returned once and kept nowhere. Raises BadName, TooManyTokens."""
    label = " ".join(name.split())[:40]
    if not label or not label.isprintable():
        raise BadName
    token = "twd_" + secrets.token_urlsafe(32)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)  # two at once are counted one after the other
        if player.api_tokens.count() >= MOST_TOKENS:
            raise TooManyTokens
        return ApiToken.objects.create(player=player, name=label, token_hash=token_hash(token)), token


def token_revoke(*, player: Player, token_id: uuid.UUID) -> None:
    """Remove one of the player's tokens; an unknown one is already gone."""
    if player.api_tokens.filter(pk=token_id).delete()[0]:
        player_signed_out.send(sender=Player, player=player)


def demo_player(*, name: str) -> Player:
    """The player under whose name demonstration games stand."""
    return Player.objects.get_or_create(name=name[:LONGEST], defaults={"kind": Kind.DEMO})[0]
