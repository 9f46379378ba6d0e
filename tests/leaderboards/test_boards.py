"""Boards by API, page and socket."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async

from games.calendar import dailies_of, today
from games.models import Daily, Game
from leaderboards.models import Board, Entry
from leaderboards.queries import forget_snapshots
from leaderboards.services import boards_changed
from players.models import Player
from tests.conftest import NOON, Api
from tests.games.live import connected

BOARD = "dailies/today/ft-n/board"
Clock = time_machine.Traveller


def entries(scores: list[int], **same: Any) -> list[Entry]:
    """Rows on today's Forty Thieves board, first action a second apart."""
    daily = Daily.objects.get(date=today(), table="ft-n")
    rows = []
    for number, score in enumerate(scores):
        player = Player.objects.create(name=f"P{number:03}")
        game = Game.objects.create(player=player, table="ft-n", daily=daily, ranked=True, seq=30)
        values = {
            "won": False,
            "moves": 30,
            "actions": 30,
            "peeks": 0,
            "undos": 0,
            "duration_ms": 1000,
            **same,
        }
        first = NOON + dt.timedelta(seconds=number)
        rows.append(
            Entry(
                game=game,
                daily=daily,
                player=player,
                status="playing",
                ranked_score=score,
                first_at=first,
                **values,
            )
        )
    Entry.objects.bulk_create(rows)
    boards_changed({daily.pk})
    return rows


def test_l01_ranks_are_the_same_wherever_they_stand(api: Api, dailies: Clock) -> None:
    """L01: in the API, in pages cut from it, around me and on the page."""
    entries([700, 500, 500, 500, 300])
    whole = api.get(BOARD).json()
    assert [entry["rank"] for entry in whole["entries"]] == [1, 2, 2, 2, 5]
    assert [entry["player"] for entry in whole["entries"]] == ["P000", "P001", "P002", "P003", "P004"]
    assert whole["total"] == 5
    after = None
    cut = []
    while True:
        page = api.get(BOARD, limit=2, **({"after": after} if after else {})).json()
        cut += page["entries"]
        after = page["next"]
        if after is None:
            break
    assert cut == whole["entries"]
    html = api.http.get("/daily/2026-11-30/ft-n").content.decode()
    ranks = [part.split("<", 1)[0] for part in html.split('class="num rank">')[1:]]
    assert ranks == ["1", "2", "2", "2", "5"]


def test_around_me_has_me_in_the_middle(api: Api, dailies: Clock) -> None:
    game = api.start(daily="ft-n")["id"]
    api.act(game, 0, "s")
    entries([100, 90, 80, -1, -2, -3, -4])  # mine is 0
    rows = api.get(BOARD, around="me", limit=3).json()["entries"]
    assert [row["ranked_score"] for row in rows] == [80, 0, -1]
    rows = api.get(BOARD, around="me", limit=4).json()["entries"]
    assert [row["ranked_score"] for row in rows] == [90, 80, 0, -1]
    rows = api.get(BOARD, around="me", limit=100).json()["entries"]
    assert len(rows) == 8
    assert api.get(BOARD).json()["me"]["rank"] == 4
    stranger = Api().get(BOARD, around="me", limit=2).json()
    assert [row["ranked_score"] for row in stranger["entries"]] == [100, 90]
    assert stranger["me"] is None
    Entry.objects.filter(game_id=game).update(ranked_score=-50)
    boards_changed(set(Daily.objects.values_list("id", flat=True)))
    rows = api.get(BOARD, around="me", limit=3).json()["entries"]
    assert [row["ranked_score"] for row in rows] == [-3, -4, -50]


def test_pages_neither_skip_nor_repeat_while_rows_arrive(api: Api, dailies: Clock) -> None:
    entries([50, 40, 30, 20])
    first = api.get(BOARD, limit=2).json()
    daily = Daily.objects.get(date=today(), table="ft-n")
    for name, score in (("above", 60), ("below", 35)):
        player = Player.objects.create(name=name)
        game = Game.objects.create(player=player, table="ft-n", daily=daily, ranked=True, seq=30)
        Entry.objects.create(
            game=game, daily=daily, player=player, status="playing", ranked_score=score, first_at=NOON, won=False,
            moves=30, actions=30, peeks=0, undos=0, duration_ms=0,
        )  # fmt: skip
    boards_changed({daily.pk})
    second = api.get(BOARD, limit=5, after=first["next"]).json()
    assert [row["ranked_score"] for row in second["entries"]] == [35, 30, 20]
    assert second["next"] is None


def test_the_pure_league_is_ranked_among_itself(api: Api, dailies: Clock) -> None:
    rows = entries([50, 40, 30])
    Entry.objects.filter(game=rows[1].game).update(peeks=2)
    boards_changed(set(Board.objects.values_list("daily_id", flat=True)))
    pure = api.get(BOARD, league="pure").json()
    assert [(row["rank"], row["ranked_score"], row["percentile"]) for row in pure["entries"]] == [
        (1, 50, 100.0),
        (2, 30, 0.0),
    ]
    assert [row["peeks"] for row in api.get(BOARD).json()["entries"]] == [0, 2, 0]


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 201},
        {"limit": "x"},
        {"league": "x"},
        {"after": "x"},
        {"after": "YQ"},
        {"around": "you"},
    ],
)
def test_bad_queries_are_400(api: Api, dailies: Clock, query: dict[str, Any]) -> None:
    answer = api.get(BOARD, **query)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_board_costs_the_same_however_long_it_is(
    api: Api, dailies: Clock, django_assert_max_num_queries: Any
) -> None:
    entries(list(range(120)))
    with django_assert_max_num_queries(4):
        api.get(BOARD)
    forget_snapshots()
    with django_assert_max_num_queries(12):
        assert api.http.get("/daily/2026-11-30/ft-n").status_code == 200
        assert api.http.get("/").status_code == 200


def test_a_day_lists_its_tables(api: Api, dailies: Clock) -> None:
    day = api.get("dailies/today").json()
    assert day["date"] == "2026-11-30"
    assert [each["table"] for each in day["tables"]] == ["ds-d1n", "ds-d3n", "ds-d1v", "ds-d3v", "ft-n"]
    first = day["tables"][0]
    assert (first["opens"], first["closes"]) == ("2026-11-30T00:00:00Z", "2026-12-01T00:00:00Z")
    assert (first["final"], first["code"], first["players"], first["me"]) == (False, None, 0, None)
    assert len(first["commitment"]) == 64
    assert len(dailies_of(today())) == 5


@pytest.mark.websocket
@pytest.mark.django_db(transaction=True)
async def test_a_board_is_pushed_when_it_changes(api: Api, other: Api) -> None:
    from games.dailies import dailies_prepare

    await sync_to_async(dailies_prepare)(days=0)
    await sync_to_async(other.start)(table="ft-n")
    path = "/ws/boards/today/ft-n/"
    async with connected(path, api) as socket, connected(f"{path}?league=pure", other) as pure:
        first = await socket.receive()
        assert (first["type"], first["total"], first["entries"]) == ("board", 0, [])
        await pure.receive()
        game = (await sync_to_async(api.start)(daily="ft-n"))["id"]
        await sync_to_async(api.act)(game, 0, "s")
        board = await socket.until("board")
        assert (board["total"], board["entries"][0]["moves"], board["entries"][0]["rank"]) == (1, 1, 1)
        assert board["version"] > first["version"]
        assert (await pure.until("board"))["total"] == 1
        await sync_to_async(api.act)(game, 1, "s", "u")
        assert (await socket.until("board"))["entries"][0]["peeks"] == 1
        assert (await pure.until("board"))["total"] == 0
        await sync_to_async(api.post)(f"games/{game}/give-up")
        assert (await socket.until("board"))["entries"][0]["status"] == "given-up"
        fresh = await sync_to_async(api.get)(BOARD)
        tick = await socket.until("tick")
        assert tick == {"type": "tick", "version": fresh.json()["version"], "release": "0.1.0"}


@pytest.mark.websocket
@pytest.mark.django_db(transaction=True)
async def test_ones_own_row_is_told(api: Api) -> None:
    from games.dailies import dailies_prepare

    await sync_to_async(dailies_prepare)(days=0)
    game = (await sync_to_async(api.start)(daily="ft-n"))["id"]
    async with connected("/ws/boards/today/ft-n/", api) as socket:
        await socket.receive()
        await sync_to_async(api.act)(game, 0, "s")
        me = await socket.until("me")
        assert (me["entry"]["game"], me["entry"]["rank"]) == (game, 1)


@pytest.mark.websocket
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["x/ft-n", "2020-01-01/ft-n", "today/nope", "today/ft-n"])
async def test_unknown_boards_close_with_4404(api: Api, path: str) -> None:
    async with connected(f"/ws/boards/{path}/", api) as socket:
        assert await socket.closed() == 4404
