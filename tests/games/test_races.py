"""A07 and its kin: many requests at the same instant, from threads with connections of their own."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.db import connection

from games.held import positions
from games.models import Game, LogEntry
from leaderboards.models import Entry
from players.models import ApiToken, Player
from tests.conftest import Api
from tests.games.live import connected
from tests.games.test_hostile import told

CODE = "DS1-D1N-AAAAAAB"
MANY = 10


def same(api: Api) -> Api:
    """Another tab of the same browser: the cookies are one player's."""
    tab = Api()
    tab.http.cookies = api.http.cookies
    return tab


def together(ask: Callable[[int], Any], many: int = MANY) -> list[Any]:
    """What each asker gets, all of them let go at once."""
    barrier = threading.Barrier(many)

    def run(number: int) -> Any:
        try:
            barrier.wait(10)
            return ask(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(run, range(many)))


def codes(answers: list[Any]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


def tokens(game: str) -> list[str]:
    return [entry.token for entry in LogEntry.objects.filter(game_id=game).order_by("seq")]


def test_a07_ten_starts_of_one_daily_are_one_game(api: Api, dailies: time_machine.Traveller) -> None:
    api.start(code=CODE)
    answers = together(lambda _: same(api).post("games", {"daily": "ft-n"}))
    assert codes(answers) == {201: 1, 200: MANY - 1}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert Game.objects.filter(ranked=True).count() == 1


def test_a07_ten_equal_lists_are_played_once(api: Api, dailies: time_machine.Traveller) -> None:
    game = api.start(daily="ft-n")["id"]
    answers = together(lambda _: same(api).act(game, 0, "s", "s"))
    assert codes(answers) == {200: MANY}
    assert {(answer.json()["accepted"], answer.json()["view"]["seq"]) for answer in answers} == {(2, 2)}
    assert tokens(game) == ["s", "s"]
    assert Entry.objects.count() == 1


def test_a07_ten_winning_actions_win_once(api: Api) -> None:
    import json
    from pathlib import Path

    won = json.loads((Path(__file__).parent.parent / "engine" / "vectors" / "won.json").read_text())["games"][
        0
    ]
    log = won["actions"].split()
    game = api.start(code=won["deal"])["id"]
    for at in range(0, len(log) - 1, 200):
        api.act(game, at, *log[at : min(at + 200, len(log) - 1)])
    answers = together(lambda _: same(api).act(game, len(log) - 1, log[-1]))
    assert codes(answers) == {200: MANY}
    assert {answer.json()["view"]["status"] for answer in answers} == {"won"}
    assert tokens(game) == log


def test_a07_ten_different_lists_leave_one(api: Api) -> None:
    game = api.start(code=CODE)["id"]
    api.act(game, 0, "s")
    asked = [["s", "u"] if number % 2 else ["s", "s"] for number in range(MANY)]
    answers = together(lambda number: same(api).act(game, 1, *asked[number]))
    log = tokens(game)
    assert len(log) == 3
    for actions, answer in zip(asked, answers, strict=True):
        if actions == log[1:]:
            assert answer.status_code == 200
        else:
            assert told(answer) == "out_of_step"
            assert answer.json()["view"]["seq"] == 3


def test_a07_give_ups_beside_actions_end_the_game_once(api: Api, dailies: time_machine.Traveller) -> None:
    game = api.start(daily="ft-n")["id"]
    api.act(game, 0, "s")

    def ask(number: int) -> Any:
        tab = same(api)
        return tab.post(f"games/{game}/give-up") if number % 2 else tab.act(game, 1, "s")

    answers = together(ask)
    view = api.view(game)
    assert (view["status"], view["seq"]) == ("given-up", len(tokens(game)))
    assert Entry.objects.get().status == "given-up"
    assert Entry.objects.get().actions == view["seq"]
    for number, answer in enumerate(answers):
        assert answer.status_code == 200 or (number % 2 == 0 and told(answer) == "game_over")


def test_a07_first_posts_at_once_are_a_guest_each(transactional_db: None) -> None:
    answers = together(lambda _: Api().post("games", {"table": "ft-n"}))
    assert codes(answers) == {201: MANY}
    assert Player.objects.count() == MANY
    assert Game.objects.values("player").distinct().count() == MANY


def test_many_players_at_once_each_keep_their_own(api: Api, dailies: time_machine.Traveller) -> None:
    players = [Api() for _ in range(MANY)]

    def play(number: int) -> list[Any]:
        mine = players[number]
        game = mine.start(daily="ft-n")["id"]
        return [mine.act(game, seq, "s") for seq in range(5)]

    assert all(answer.status_code == 200 for answers in together(play) for answer in answers)
    assert list(Game.objects.values_list("seq", flat=True)) == [5] * MANY
    assert LogEntry.objects.count() == 5 * MANY
    board = api.get("dailies/today/ft-n/board").json()
    assert (board["total"], {row["rank"] for row in board["entries"]}) == (MANY, {1})


@pytest.mark.parametrize(("token", "status"), [("s", 200), ("u", 409)])
def test_what_another_process_wrote_is_read_before_it_is_answered(api: Api, token: str, status: int) -> None:
    """This process holds the game as it was; the log has moved on elsewhere."""
    game = api.start(code=CODE)["id"]
    api.act(game, 0, "s")
    row = Game.objects.get(pk=game)
    old = positions.get(row.id)
    assert old is not None
    api.act(game, 1, "s")
    positions.put(old)
    answer = api.act(game, 1, token)
    assert answer.status_code == status
    assert answer.json()["view"]["seq"] == 2
    positions.put(old)
    assert api.act(game, 2, "s").status_code == 200
    assert tokens(game) == ["s", "s", "s"]


def test_ten_renames_to_one_name_give_it_to_one(api: Api, other: Api) -> None:
    tabs = [Api() for _ in range(6)]
    for tab in tabs:
        tab.start(code=CODE)

    def rename(number: int) -> Any:
        csrf = tabs[number].http.cookies["csrftoken"].value
        return tabs[number].http.post("/me", {"name": "Ana", "csrfmiddlewaretoken": csrf})

    assert codes(together(rename, len(tabs))) == {302: 6}
    assert Player.objects.filter(name="Ana").count() == 1


def test_ten_tokens_at_once_stay_within_the_most(api: Api) -> None:
    from players.services import MOST_TOKENS, token_create

    api.start(code=CODE)
    player = Player.objects.get()
    for number in range(MOST_TOKENS - 2):
        token_create(player=player, name=f"bot {number}")
    csrf = api.http.cookies["csrftoken"].value
    form = {"token_name": "one more", "csrfmiddlewaretoken": csrf}
    assert codes(together(lambda _: same(api).http.post("/me", form))) == {200: 2, 302: MANY - 2}
    assert ApiToken.objects.count() == MOST_TOKENS


@pytest.mark.websocket
@pytest.mark.django_db(transaction=True)
async def test_a07_socket_and_http_at_once_write_each_seq_once(api: Api) -> None:
    """Both push the same draws; every watcher gets each `acted` once and in order."""
    game = (await sync_to_async(api.start)(code=CODE))["id"]
    path = f"/ws/games/{game}/"

    @sync_to_async(thread_sensitive=False)
    def acted_over_http(seq: int) -> Any:
        try:
            return same(api).act(game, seq, "s")
        finally:
            connection.close()

    async with connected(path, api) as mine, connected(path, api) as again, connected(path) as watcher:
        for socket in (mine, again, watcher):
            await socket.receive()
        for seq in range(15):
            act = {"type": "act", "seq": seq, "action": "s"}
            answers = await asyncio.gather(mine.send(act), again.send(act), acted_over_http(seq))
            assert answers[2].status_code == 200
        seen = [(await watcher.receive())["seq"] for _ in range(15)]
        assert seen == list(range(1, 16))
    assert await sync_to_async(tokens)(game) == ["s"] * 15
