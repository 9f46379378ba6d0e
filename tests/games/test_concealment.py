"""Nothing tells a daily's code or a card nobody turned before its board is final: every door, every byte, the log."""

from __future__ import annotations

import datetime as dt
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.test import Client

from games.clock import run_due
from games.held import daily_code, positions
from games.models import Daily, Game
from players.models import Player, User
from players.services import token_create
from tests.conftest import Api
from tests.games.live import connected

DATE = "2026-11-30"
TABLES = ("ds-d1n", "ds-d3n", "ds-d1v", "ds-d3v", "ft-n")
Clock = time_machine.Traveller


class Listening:
    """Keeps every byte a client is sent, headers too."""

    def __init__(self, http: Client) -> None:
        self.heard: list[bytes] = []
        self._http = http

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        raw = body if isinstance(body, (str, bytes)) else json.dumps(body) if body is not None else ""
        csrf = self._http.cookies["csrftoken"].value if "csrftoken" in self._http.cookies else ""
        answer = self._http.generic(
            method, path, raw, "application/json", headers={"X-CSRFToken": csrf, **headers}
        )
        self.heard += [answer.content, str(answer.headers).encode(), str(answer.cookies).encode()]
        return answer


@pytest.fixture
def secrets(dailies: Clock) -> dict[str, str]:
    """The payloads of today's and the coming days' deals, by payload; and what they are stored as."""
    found = {}
    for daily in Daily.objects.all():
        found[daily_code(daily).payload] = f"{daily.date} {daily.table}"
        found[daily.sealed_code] = f"sealed {daily.date} {daily.table}"
    return found


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """Every log record of whatever level, with its traceback."""
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(logging.Formatter().format(record))

    handler = Keep(level=0)
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.setLevel(before)
    root.removeHandler(handler)


def doors(games: list[str], names: list[str]) -> list[tuple[str, str, Any]]:
    """Every request that could show something of today's games."""
    asked: list[tuple[str, str, Any]] = []
    for game in games:
        asked += [
            ("GET", f"/api/v1/games/{game}", None),
            ("GET", f"/api/v1/games/{game}/record", None),
            ("GET", f"/api/v1/games/{game}/replay", None),
            ("POST", "/api/v1/games", {"like": game}),
            ("POST", "/api/v1/games", {"like": game, "at": 0}),
            ("POST", "/api/v1/games", {"like": game, "at": 2}),
            ("POST", "/api/v1/games", {"like": game, "at": 9999}),
            ("POST", f"/api/v1/games/{game}/actions", {"seq": 0, "actions": ["s", "zz"]}),
            ("POST", f"/api/v1/games/{game}/actions", {"seq": 999, "actions": ["s"]}),
            ("POST", f"/api/v1/games/{game}/actions", {"seq": 0}),
        ]
        for prefix in ("", "/hr", "/nb"):
            asked += [("GET", f"{prefix}/play/{game}", None), ("GET", f"{prefix}/replay/{game}?at=3", None)]
    for day in (DATE, "2026-12-01", "2026-12-02", "today"):
        asked.append(("GET", f"/api/v1/dailies/{day}", None))
        for table in TABLES:
            asked += [
                ("GET", f"/api/v1/dailies/{day}/{table}/board?around=me", None),
                ("GET", f"/daily/{day}/{table}", None),
                ("GET", f"/daily/{day}/{table}?league=pure", None),
                ("POST", "/api/v1/games", {"daily": table, "date": day}),
            ]
    asked += [("GET", f"/player/{name}", None) for name in names]
    for path in (
        "/",
        "/me",
        "/rules/ds",
        "/api/v1/games",
        "/api/schema/",
        "/healthz",
        "/readyz",
        "/admin/",
        "/nothing",
    ):
        asked.append(("GET", path, None))
    return asked


def test_no_byte_tells_a_code_before_final_and_afterwards_all_is_open(
    api: Api, other: Api, dailies: Clock, secrets: dict[str, str], logged: list[str]
) -> None:
    games = [api.start(daily=table)["id"] for table in TABLES]
    theirs = other.start(daily="ft-n")["id"]
    for game in [*games, theirs]:
        (api if game in games else other).act(game, 0, *["s"] * 15, *["u", "s"] * 3)
    other.post(f"games/{theirs}/give-up")
    names = list(Player.objects.values_list("name", flat=True))
    host = Client()
    host.force_login(User.objects.create_superuser("host", password="a long enough phrase"))
    ears = [Listening(client) for client in (api.http, other.http, Client(), host)]
    positions.clear()
    for listening in ears:
        for method, path, body in doors([*games, theirs], names):
            assert listening.ask(method, path, body).status_code < 500, path
    for model in ("games/daily", "games/game", "players/player", "players/user"):
        ears[3].ask("GET", f"/admin/{model}/")
    for daily in Daily.objects.all():
        assert ears[3].ask("GET", f"/admin/games/daily/{daily.pk}/change/").status_code == 200
    assert ears[3].ask("GET", f"/admin/games/game/{games[0]}/change/").status_code == 200
    heard = b"\n".join(part for listening in ears for part in listening.heard)
    assert len(heard) > 500_000
    for secret, name in secrets.items():
        assert secret.encode() not in heard, name
    code = daily_code(Daily.objects.get(date=DATE, table="ft-n"))
    for listening in ears:  # whoever has guessed a code learns nothing by it
        for text in (str(code), f"ft1n{code.payload.lower()}"):
            for answer in (
                listening.ask("GET", f"/api/v1/deals/{text}"),
                listening.ask("GET", f"/d/{text}"),
                listening.ask("POST", "/api/v1/games", {"code": text}),
                listening.ask("POST", "/api/v1/records/verify", f"Deal: {text}\n\ns s r zz"),
            ):
                assert answer.status_code == 403
    for secret, name in secrets.items():
        assert not any(secret.lower() in line.lower() for line in logged), name

    dailies.move_to(dt.datetime(2026, 12, 1, 1, tzinfo=dt.UTC))
    run_due()
    run_due()
    stranger = Listening(Client())
    for game in [*games, theirs]:
        for part in ("", "/record", "/replay"):
            assert stranger.ask("GET", f"/api/v1/games/{game}{part}").status_code == 200
        assert stranger.ask("POST", "/api/v1/games", {"like": game, "at": 2}).status_code == 201
        assert stranger.ask("GET", f"/replay/{game}").status_code == 200
    assert stranger.ask("GET", f"/api/v1/deals/{code}").status_code == 200
    assert stranger.ask("GET", f"/daily/{DATE}/ft-n").status_code == 200
    heard = b"\n".join(stranger.heard)
    assert code.payload.encode() in heard
    for secret, name in secrets.items():  # and still nothing of the days to come
        if not name.endswith(tuple(f"{DATE} {table}" for table in TABLES)):
            assert secret.encode() not in heard, name


def test_ones_own_view_shows_no_card_that_was_not_turned(api: Api, dailies: Clock) -> None:
    """A column shows its last card, the waste what was drawn, and the replay no more than its steps had turned."""
    from games.engine import FACES, shuffled_pack

    game = api.start(daily="ds-d1n")["id"]
    view_now = api.act(game, 0, *["s"] * 5).json()["view"]
    assert view_now["code"] is None
    position = positions.get(Game.objects.get().id)
    assert position is not None
    shown = len(view_now["waste"]) + sum(len(column["cards"]) for column in view_now["columns"])
    assert shown == 9 + 5
    assert view_now["waste"] == [FACES[card % 52] for card in shuffled_pack(position.position.code)[45:50]]
    replay = api.get(f"games/{game}/replay").json()
    told = json.dumps(replay["steps"])
    assert told.count('"w"') == 5
    assert replay["view"]["waste"] == []
    assert all(
        column["hidden"] + len(column["cards"]) == n for n, column in enumerate(replay["view"]["columns"], 1)
    )


@pytest.mark.websocket
@pytest.mark.django_db(transaction=True)
async def test_sockets_close_4403_for_all_who_may_not_watch(api: Api, other: Api) -> None:
    from games.dailies import dailies_prepare

    await sync_to_async(dailies_prepare)(days=1)
    game = (await sync_to_async(api.start)(daily="ft-n"))["id"]
    await sync_to_async(api.act)(game, 0, "s")
    theirs = (await sync_to_async(other.start)(daily="ft-n"))["id"]
    await sync_to_async(other.act)(theirs, 0, *["s"] * 20)
    player = await Game.objects.select_related("player").aget(pk=theirs)
    _row, token = await sync_to_async(token_create)(player=player.player, name="bot")
    for viewer in (other, Api(), None, Api(token)):
        async with connected(f"/ws/games/{game}/", viewer) as socket:
            await socket.send({"type": "sync"})
            await socket.send({"type": "act", "seq": 1, "action": "s"})
            assert await socket.closed() == 4403
    await sync_to_async(other.post)(f"games/{theirs}/give-up")
    async with connected(f"/ws/games/{game}/", other) as socket:  # over, with 20 actions: may watch
        assert (await socket.receive())["view"]["code"] is None
    await Game.objects.filter(pk=game).aupdate(private=True)
    for viewer in (other, None):
        async with connected(f"/ws/games/{game}/", viewer) as socket:
            assert await socket.closed() == 4404


def test_the_order_of_checks(api: Api, other: Api, dailies: Clock) -> None:
    """400, 404, concealed, not_yours, repeat, 409, 422: the first that applies is told."""
    mine, practice = api.start(daily="ft-n")["id"], api.start(code="DS1-D1N-AAAAAAB")["id"]
    api.act(mine, 0, "s", "s")
    api.act(practice, 0, "s", "s")
    nobody = "00000000-0000-4000-8000-000000000000"
    bad, good, late = {"seq": 0}, {"seq": 0, "actions": ["s", "s"]}, {"seq": 7, "actions": ["zz"]}

    def code(client: Api, game: str, body: Any) -> str:
        answer = client.post(f"games/{game}/actions", body)
        return "200" if answer.status_code == 200 else str(answer.json()["code"])

    for client in (other, Api()):
        assert [code(client, game, bad) for game in (nobody, mine, practice)] == ["bad_request"] * 3
        assert [code(client, nobody, body) for body in (good, late)] == ["not_found"] * 2
        assert [code(client, mine, body) for body in (good, late)] == ["concealed"] * 2
        assert [code(client, practice, body) for body in (good, late)] == ["not_yours"] * 2
        assert client.post(f"games/{mine}/give-up").json()["code"] == "concealed"
        assert client.post(f"games/{practice}/give-up").json()["code"] == "not_yours"
    assert [code(api, practice, body) for body in (good, late)] == ["200", "out_of_step"]
    assert code(api, practice, {"seq": 2, "actions": ["zz"]}) == "unknown_action"
    api.post(f"games/{practice}/give-up")
    assert [code(api, practice, body) for body in (good, late)] == ["200", "out_of_step"]
    assert code(api, practice, {"seq": 2, "actions": ["s"]}) == "game_over"
    assert code(api, practice, {"seq": 2, "actions": ["zz"]}) == "unknown_action"
    Game.objects.update(private=True)
    for client in (other, Api()):
        assert [code(client, game, body) for game in (mine, practice) for body in (good, late)] == [
            "not_found"
        ] * 4
        for game in (mine, practice):
            for body in ({"like": game}, {"like": game, "at": 1}):
                assert client.post("games", body).json()["code"] == "not_found"
            assert client.post(f"games/{game}/give-up").json()["code"] == "not_found"
            assert client.http.get(f"/play/{game}").status_code == 404
