"""A packed log is the same log."""

from __future__ import annotations

import datetime as dt
import io
from typing import Any

import time_machine
from django.core.management import call_command

from games.dailies import logs_pack
from games.held import positions
from games.models import LogEntry, PackedLog
from tests.conftest import Api


def everything(api: Api, game: str) -> list[Any]:
    """All that is told of a game, read afresh."""
    positions.clear()
    doors = ("", "/record", "/replay")
    return [api.get(f"games/{game}{door}").content for door in doors] + [api.get("games").json()]


def test_packing_changes_nothing_anyone_sees(api: Api, clock: time_machine.Traveller) -> None:
    first = api.start(code="DS1-D1N-AAAAAAB")["id"]
    api.act(first, 0, "s", "s", "u")
    over = api.start(like=first, at=2)["id"]
    clock.shift(dt.timedelta(seconds=2))
    api.act(over, 2, "s", "u")
    api.post(f"games/{over}/give-up")
    before = everything(api, over)
    assert logs_pack() == 0  # too young
    clock.shift(dt.timedelta(hours=2))
    assert logs_pack() == 1
    assert logs_pack() == 0
    packed = PackedLog.objects.get()
    assert (str(packed.game_id), packed.entries) == (over, "s s s@2000 u@0")
    assert LogEntry.objects.filter(game_id=over).count() == 0
    assert LogEntry.objects.filter(game_id=first).count() == 3
    assert everything(api, over) == before
    again = api.act(over, 2, "s", "u")
    assert (again.status_code, again.json()["accepted"]) == (200, 2)
    assert api.act(over, 4, "s").json()["code"] == "game_over"
    assert api.start(like=over, at=4)["seq"] == 4
    out = io.StringIO()
    call_command("verify_games", stdout=out)
    assert out.getvalue().endswith("3 games folded, 0 drifted.\n")
