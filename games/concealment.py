"""Who may see what: the one place that decides it, for every door.

Concealment follows the deal. While a daily's board is not final, its games are seen only by their own players, and,
where the host allows it, by those whose own attempt on it is over after at least 20 actions.
"""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.engine import TABLES, DealCode, commitment
from games.errors import Concealed, NotEligible, NotFound
from games.models import DAY, GRACE, Daily, Game, Status
from players.models import Kind, Player

ENOUGH_ACTIONS = 20


def check_seen(game: Game, viewer: Player | None, now: dt.datetime | None = None) -> None:
    """May this viewer see and replay the game? Raises NotFound (private) or Concealed."""
    if viewer is not None and viewer.id == game.player_id:
        return
    if game.private:
        raise NotFound
    if game.daily is None or game.daily.final:
        return
    if viewer is None or not has_finished(game.daily, viewer, now or timezone.now()):
        raise Concealed


def check_exported(game: Game, viewer: Player | None) -> None:
    """May the record, which names the code, be given out? Not before the board is final, to nobody."""
    check_seen(game, viewer)
    if game.daily is not None and not game.daily.final:
        raise Concealed


def finished_dailies(viewer: Player, now: dt.datetime) -> QuerySet[Daily]:
    """Dailies on which the viewer's own attempt is over with enough actions to look at others'."""
    if settings.SPOILERS != "after-own":
        return Daily.objects.none()
    over = ~Q(status=Status.PLAYING) | Q(daily__date__lte=(now.astimezone(dt.UTC) - DAY - GRACE).date())
    attempts = Game.objects.filter(over, player=viewer, ranked=True, seq__gte=ENOUGH_ACTIONS)
    return Daily.objects.filter(pk__in=attempts.values("daily"))


def has_finished(daily: Daily, viewer: Player, now: dt.datetime) -> bool:
    """Whether the viewer may look at others' games on this daily."""
    return finished_dailies(viewer, now).filter(pk=daily.pk).exists()


def check_competes(player: Player | None) -> None:
    """May this player begin a ranked attempt (and see its opening)? Raises NotEligible."""
    allowed = {
        "guest": {Kind.GUEST, Kind.ACCOUNT},
        "account": {Kind.ACCOUNT},
        "verified": {Kind.ACCOUNT},
    }[settings.RANKED_PLAYERS]
    if player is None and settings.RANKED_PLAYERS == "guest":
        return
    if player is None or player.kind not in allowed:
        raise NotEligible
    if settings.RANKED_PLAYERS == "verified" and not (
        player.user and player.user.is_active and player.user.email
    ):
        raise NotEligible


def daily_of_code(code: DealCode) -> Daily | None:
    """The daily on this deal, if any. Raises Concealed where its board is not final, on whatever table the code says.

    Codes of days to come are stored sealed, so the deal is looked up by its commitment.
    """
    if not code.sealed:
        return None
    family = [DealCode(table, code.payload) for table in TABLES.values() if table.family == code.table.family]
    on_deal = list(Daily.objects.filter(commitment__in=[commitment(each) for each in family]))
    if any(not daily.final for daily in on_deal):
        raise Concealed
    return next((daily for daily in on_deal if daily.table == code.table.slug), None)
