"""Rows on boards: caches of what the games say, which a command can make again."""

from __future__ import annotations

from django.db import models

from games.models import Daily, Game
from players.models import Player


class Entry(models.Model):
    """One ranked attempt on its daily's board, from its first action on."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="entry")
    daily = models.ForeignKey(Daily, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="entries")
    status = models.CharField(max_length=8)
    won = models.BooleanField()
    ranked_score = models.IntegerField()
    moves = models.PositiveIntegerField()
    actions = models.PositiveIntegerField()
    peeks = models.PositiveIntegerField()
    undos = models.PositiveIntegerField()
    duration_ms = models.BigIntegerField()
    first_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        indexes = [
            models.Index(
                fields=["daily", "-won", "-ranked_score", "moves", "first_at"], name="entries_in_order"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.daily_id}"


class Board(models.Model):
    """A number that grows with every change of a daily's entries."""

    daily = models.OneToOneField(Daily, primary_key=True, on_delete=models.CASCADE, related_name="board")
    version = models.PositiveBigIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.daily_id} at {self.version}"
