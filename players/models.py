"""Who plays: a Player owns games and entries, whether or not a person with an account stands behind it."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class User(AbstractUser):
    """A person who signs in."""


class Kind(models.TextChoices):
    GUEST = "guest"
    ACCOUNT = "account"
    DEMO = "demo"


class Player(models.Model):
    """The public identity of games and entries. A guest is a player bound by a cookie, without a user."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=24)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.GUEST)
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    created = models.DateTimeField(default=timezone.now)
    seen = models.DateField(default=timezone.localdate)

    class Meta:
        constraints = [models.UniqueConstraint(Lower("name"), name="player_name_unique")]

    def __str__(self) -> str:
        return self.name

    @property
    def guest(self) -> bool:
        return self.kind == Kind.GUEST


class GuestKey(models.Model):
    """The hash of a guest's cookie; the cookie itself is kept nowhere."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="guest_key"
    )
    token_hash = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"key of {self.player_id}"


class ApiToken(models.Model):
    """A personal API token; only its hash is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name
