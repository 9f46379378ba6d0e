"""Dailies: sealed, one attempt, opening and closing at their instants, concealed until final, then disclosed."""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import json
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from games.clock import JOBS, run_due, seconds_to_next
from games.dailies import attempts_close, dailies_finalise, dailies_prepare, games_prune, missing_today
from games.held import daily_code
from games.models import Daily, Game
from leaderboards.models import Entry
from tests.conftest import Api

CLOSES = dt.datetime(2026, 12, 1, tzinfo=dt.UTC)
ENDS = CLOSES + dt.timedelta(hours=1)
MS = dt.timedelta(milliseconds=1)
Clock = time_machine.Traveller


def test_preparing_draws_each_deal_once(dailies: Clock) -> None:
    before = dict(Daily.objects.values_list("id", "commitment"))
    assert len(before) == 20
    assert dailies_prepare(days=3) == 0
    assert dailies_prepare(days=4) == 5
    call_command("prepare_dailies", days=4, stdout=io.StringIO())
    assert {
        key: value for key, value in Daily.objects.values_list("id", "commitment") if key in before
    } == before
    payloads = {daily_code(daily).payload for daily in Daily.objects.all()}
    assert len(payloads) == 25
    assert all(len(payload) == 26 for payload in payloads)


def test_codes_at_rest_are_encrypted_and_committed_to(dailies: Clock) -> None:
    for daily in Daily.objects.all():
        code = str(daily_code(daily))
        assert code not in daily.sealed_code
        assert code.partition("-")[2][-26:] not in daily.sealed_code
        assert daily.code == ""
        assert hashlib.sha256(code.encode()).hexdigest() == daily.commitment


def test_one_ranked_attempt_whose_first_action_makes_the_entry(api: Api, dailies: Clock) -> None:
    first = api.post("games", {"daily": "ft-n"})
    assert first.status_code == 201
    view = first.json()
    assert (view["ranked"], view["code"], view["daily"]) == (True, None, "2026-11-30")
    again = api.post("games", {"daily": "ft-n", "date": "2026-11-30"})
    assert again.status_code == 200
    assert again.json()["id"] == view["id"]
    assert Entry.objects.count() == 0
    api.act(view["id"], 0, "s")
    entry = Entry.objects.get()
    assert (entry.actions, entry.status, entry.moves) == (1, "playing", 1)
    assert api.get("dailies/today").json()["tables"][4]["me"] == view["id"]


def test_an_attempt_given_up_without_an_action_is_spent_and_makes_no_entry(api: Api, dailies: Clock) -> None:
    game = api.start(daily="ft-n")["id"]
    assert api.post(f"games/{game}/give-up").json()["status"] == "given-up"
    assert Entry.objects.count() == 0
    again = api.post("games", {"daily": "ft-n"})
    assert (again.status_code, again.json()["id"], again.json()["status"]) == (200, game, "given-up")


def test_entries_follow_the_game(api: Api, dailies: Clock) -> None:
    game = api.start(daily="ds-d1n")["id"]
    api.act(game, 0, "s", "s", "u")
    entry = Entry.objects.get()
    assert (entry.actions, entry.moves, entry.undos, entry.peeks) == (3, 2, 1, 1)
    api.post(f"games/{game}/give-up")
    entry.refresh_from_db()
    assert entry.status == "given-up"


@pytest.mark.parametrize(
    ("first_at", "now", "status", "code"),
    [
        (CLOSES - MS, CLOSES, "playing", None),
        (CLOSES - MS, ENDS - MS, "playing", None),
        (CLOSES - MS, ENDS, "closed", "game_over"),
        (None, CLOSES - MS, "playing", None),
        (None, CLOSES, "closed", "game_over"),
    ],
)
def test_instants(
    api: Api, dailies: Clock, first_at: dt.datetime | None, now: dt.datetime, status: str, code: str | None
) -> None:
    """Actions count until an hour after closing, the first one until closing; whatever has run by then."""
    game = api.start(daily="ft-n")["id"]
    seq = 0
    if first_at:
        dailies.move_to(first_at)
        api.act(game, 0, "s")
        seq = 1
    dailies.move_to(now)
    assert api.view(game)["status"] == status
    answer = api.act(game, seq, "s")
    assert answer.status_code == (422 if code else 200)
    if code:
        assert answer.json()["code"] == code
        assert api.get("games", status="closed").json()["games"][0]["id"] == game
        assert api.get("games", status="playing").json()["games"] == []


def test_a_late_start_is_refused_until_final_then_unranked(api: Api, other: Api, dailies: Clock) -> None:
    mine = api.start(daily="ft-n")["id"]
    api.act(mine, 0, "s")
    dailies.move_to(CLOSES + MS)
    answer = other.post("games", {"daily": "ft-n", "date": "2026-11-30"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_final")
    own = api.post("games", {"daily": "ft-n", "date": "2026-11-30"})
    assert (own.status_code, own.json()["id"]) == (200, mine)
    dailies.move_to(ENDS)
    run_due()
    late = other.post("games", {"daily": "ft-n", "date": "2026-11-30"})
    assert late.status_code == 201
    assert (late.json()["ranked"], late.json()["daily"]) == (False, "2026-11-30")
    assert late.json()["code"] == Daily.objects.get(date="2026-11-30", table="ft-n").code
    other.act(late.json()["id"], 0, "s")
    assert Entry.objects.count() == 1


def test_final_discloses_the_code_and_never_changes_again(api: Api, dailies: Clock) -> None:
    game = api.start(daily="ft-n")["id"]
    api.act(game, 0, "s")
    unplayed = api.start(daily="ds-d1n")["id"]
    dailies.move_to(ENDS - MS)
    run_due()
    day = api.get("dailies/2026-11-30").json()
    assert [each["final"] for each in day["tables"]] == [False] * 5
    assert Game.objects.get(pk=unplayed).status == "closed"
    dailies.move_to(ENDS)
    for _ in range(2):  # every job may run twice
        run_due()
    day = api.get("dailies/2026-11-30").json()
    for each in day["tables"]:
        assert each["final"]
        assert hashlib.sha256(each["code"].encode()).hexdigest() == each["commitment"]
    view = api.view(game)
    assert (view["status"], view["code"]) == ("closed", day["tables"][4]["code"])
    assert Entry.objects.get().status == "closed"
    assert api.get(f"games/{game}/record").status_code == 200
    board = api.get("dailies/2026-11-30/ft-n/board").json()
    dailies.move_to(ENDS + dt.timedelta(days=2))
    run_due()
    assert api.act(game, 1, "s").json()["code"] == "game_over"
    assert api.get("dailies/2026-11-30/ft-n/board").json() == board


def test_nothing_tells_the_code_or_the_deal_before_final(api: Api, other: Api, dailies: Clock) -> None:
    game = api.start(daily="ft-n")["id"]
    api.act(game, 0, "s")
    daily = Daily.objects.get(date="2026-11-30", table="ft-n")
    code = daily_code(daily)
    for asked in ({"code": str(code)}, {"code": f"DS1-D1N-{code.payload}"}):
        answer = other.post("games", asked)
        if asked["code"].startswith("FT"):
            assert (answer.status_code, answer.json()["code"]) == (403, "concealed")
    ds = daily_code(Daily.objects.get(date="2026-11-30", table="ds-d1n"))
    for prefix in ("DS1-D1N", "DS1-D3N", "DS1-D1V", "DS1-D3V"):  # the same cards lie on all four
        assert other.get(f"deals/{prefix}-{ds.payload}").status_code == 403
    assert api.get(f"games/{game}/record").json()["code"] == "concealed"
    assert api.post("games", {"like": game}).json()["code"] == "concealed"
    assert api.post("games", {"like": game, "at": 1}).json()["code"] == "concealed"
    record = f"Deal: {code}\n\ns\n"
    assert api.post("records/verify", record, content_type="text/plain").json()["code"] == "concealed"
    seen = api.http.get(f"/play/{game}").content + json.dumps(api.view(game)).encode()
    assert code.payload.encode() not in seen


def test_who_may_see_a_dailys_games(api: Api, other: Api, dailies: Clock, settings: Any) -> None:
    mine, theirs = api.start(daily="ft-n")["id"], other.start(daily="ft-n")["id"]
    api.act(mine, 0, *["s"] * 20)
    other.act(theirs, 0, *["s"] * 19)
    stranger = Api()
    doors = (f"games/{mine}", f"games/{mine}/replay")
    for door in doors:
        assert api.get(door).status_code == 200
        for viewer in (other, stranger):
            assert viewer.get(door).json()["code"] == "concealed"
    assert other.http.get(f"/replay/{mine}").status_code == 403
    other.post(f"games/{theirs}/give-up")
    assert other.get(doors[0]).json()["code"] == "concealed"  # over, but with 19 actions only
    api.post(f"games/{mine}/give-up")
    assert api.get(f"games/{theirs}").status_code == 200
    assert api.get(f"games/{theirs}/record").json()["code"] == "concealed"
    settings.SPOILERS = "final"
    assert api.get(f"games/{theirs}").json()["code"] == "concealed"
    dailies.move_to(ENDS)
    run_due()
    for viewer in (api, other, stranger):
        assert viewer.get(doors[1]).status_code == 200


def test_dates_not_open_or_unknown_are_404(api: Api, dailies: Clock) -> None:
    for date in ("2026-12-01", "2020-01-01"):
        assert api.get(f"dailies/{date}").status_code == 404
        assert api.get(f"dailies/{date}/ft-n/board").status_code == 404
        assert api.post("games", {"daily": "ft-n", "date": date}).status_code == 404
        assert api.http.get(f"/daily/{date}/ft-n").status_code == 404
    assert api.get("dailies/today/nope/board").status_code == 404
    for bad in ("2026-1-1", "20261130", "x", "2026-02-30"):
        assert api.get(f"dailies/{bad}").status_code == 400


def test_a_day_that_was_not_prepared_is_an_alarm(api: Api, clock: Clock, transactional_db: None) -> None:
    assert len(missing_today()) == 5
    assert api.http.get("/readyz").status_code == 503
    assert api.get("dailies/today").json()["code"] == "not_prepared"
    assert api.post("games", {"daily": "ft-n"}).json()["code"] == "not_prepared"
    assert "not ready" in api.http.get("/").content.decode()
    call_command("clock", once=True)
    assert missing_today() == []
    assert api.http.get("/readyz").status_code == 200


def test_only_those_may_compete_whom_the_host_lets(api: Api, dailies: Clock, settings: Any) -> None:
    settings.RANKED_PLAYERS = "account"
    answer = api.post("games", {"daily": "ft-n"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_eligible")
    assert Game.objects.count() == 0
    assert api.post("games", {"table": "ft-n"}).status_code == 201


def test_the_clock_wakes_at_the_next_instant() -> None:
    at = dt.datetime(2026, 11, 30, 23, 59, 50, tzinfo=dt.UTC)
    assert seconds_to_next(at) == pytest.approx(10.01)
    assert seconds_to_next(at + dt.timedelta(minutes=59)) == 30
    assert set(JOBS) == {"prepare", "close", "final", "prune", "pack"}


def test_untouched_games_are_pruned_and_others_stay(api: Api, dailies: Clock) -> None:
    untouched, played = api.start(table="ft-n")["id"], api.start(table="ft-n")["id"]
    attempt = api.start(daily="ft-n")["id"]
    api.act(played, 0, "s")
    assert games_prune() == 0
    dailies.shift(dt.timedelta(days=8))
    assert games_prune() == 1
    assert set(map(str, Game.objects.values_list("id", flat=True))) == {played, attempt}
    assert untouched not in {played, attempt}
    attempts_close()
    dailies_finalise()
    assert games_prune() == 1


def test_the_time_of_a_daily_is_kept_by_the_servers_clock(api: Api, dailies: Clock) -> None:
    game = api.start(daily="ft-n")["id"]
    api.act(game, 0, "s")
    dailies.shift(dt.timedelta(seconds=4))
    assert api.act(game, 1, "s", "s").json()["view"]["duration_ms"] == 4000
    dailies.shift(dt.timedelta(seconds=-60))  # the clock is set back
    assert api.act(game, 3, "s").json()["view"]["duration_ms"] == 4000
    dailies.shift(dt.timedelta(seconds=61))
    assert api.act(game, 4, "s").json()["view"]["duration_ms"] == 5000
