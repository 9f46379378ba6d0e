"""Deals of the day, games and their action logs. All but deal and log is a cache of fold(deal, log)."""

from __future__ import annotations

import datetime as dt
import uuid

from django.db import models
from django.utils import timezone

from players.models import Player

DAY = dt.timedelta(days=1)
GRACE = dt.timedelta(hours=1)


class Status(models.TextChoices):
    PLAYING = "playing"
    WON = "won"
    GIVEN_UP = "given-up"
    CLOSED = "closed"


class Daily(models.Model):
    """One sealed deal for one UTC date and table. The code is in clear only once the board is final."""

    date = models.DateField()
    table = models.CharField(max_length=16)
    sealed_code = models.TextField()
    commitment = models.CharField(max_length=64, unique=True)
    code = models.CharField(max_length=40, blank=True, default="")
    final_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "dailies"
        constraints = [models.UniqueConstraint(fields=["date", "table"], name="daily_once")]

    def __str__(self) -> str:
        return f"{self.date} {self.table}"

    @property
    def opens(self) -> dt.datetime:
        return dt.datetime.combine(self.date, dt.time(), dt.UTC)

    @property
    def closes(self) -> dt.datetime:
        return self.opens + DAY

    @property
    def ends(self) -> dt.datetime:
        """From this instant no action counts any more."""
        return self.closes + GRACE

    @property
    def final(self) -> bool:
        return self.final_at is not None


def status_at(
    status: str,
    *,
    ranked: bool,
    seq: int,
    closes: dt.datetime | None,
    ends: dt.datetime | None,
    now: dt.datetime,
) -> str:
    """A game's status at an instant: an attempt past its time reads closed, whatever has or hasn't run."""
    if status != Status.PLAYING or not ranked or closes is None or ends is None:
        return status
    over = now >= ends or (seq == 0 and now >= closes)
    return Status.CLOSED.value if over else status


class Game(models.Model):
    """One player's game on one deal. `code` is empty while the deal is a daily's: the daily keeps it sealed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="games")
    table = models.CharField(max_length=16)
    code = models.CharField(max_length=40, blank=True, default="")
    daily = models.ForeignKey(Daily, null=True, blank=True, on_delete=models.PROTECT, related_name="games")
    ranked = models.BooleanField(default=False)
    private = models.BooleanField(default=False)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLAYING)
    seq = models.PositiveIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    score = models.IntegerField(default=0)
    ranked_score = models.IntegerField(default=0)
    peeks = models.PositiveIntegerField(default=0)
    undos = models.PositiveIntegerField(default=0)
    cards_up = models.PositiveSmallIntegerField(default=0)
    inherited = models.PositiveIntegerField(default=0, help_text="log entries taken over from another game")
    created = models.DateTimeField(default=timezone.now)
    first_at = models.DateTimeField(null=True, blank=True)
    last_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["daily", "player"], condition=models.Q(ranked=True), name="one_ranked_attempt"
            )
        ]
        indexes = [
            models.Index(fields=["player", "-created", "-id"], name="games_of_player"),
            models.Index(fields=["daily", "status"], name="games_of_daily"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    def status_at(self, now: dt.datetime) -> str:
        """The status as it stands at this instant (reads the daily)."""
        closes, ends = (self.daily.closes, self.daily.ends) if self.daily else (None, None)
        return status_at(self.status, ranked=self.ranked, seq=self.seq, closes=closes, ends=ends, now=now)


class LogEntry(models.Model):
    """One accepted action: its token, and the milliseconds since the one before it (none when taken over)."""

    pk = models.CompositePrimaryKey("game_id", "seq")
    # No index of its own: the primary key begins with it.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="log", db_index=False)
    seq = models.PositiveIntegerField()
    token = models.CharField(max_length=8)
    ms = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.seq} {self.token}"


class PackedLog(models.Model):
    """The whole log of a game that is over, as one text that never changes: tokens, each with @milliseconds."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="packed_log")
    entries = models.TextField()

    def __str__(self) -> str:
        return f"log of {self.game_id}"
