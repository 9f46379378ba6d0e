"""What ends a sign-in ends its sockets, and no others."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from players.models import Player, User
from players.services import token_create, token_revoke
from tests.conftest import Api
from tests.games.live import connected

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.websocket]


@sync_to_async
def signed_in(api: Api) -> str:
    api.http.force_login(User.objects.create_user("ana", password="a long enough phrase"))
    api.http.get("/me")
    return str(api.start(code="DS1-D1N-AAAAAAB")["id"])


async def test_signing_out_ends_the_sockets_of_the_session(api: Api, other: Api) -> None:
    game = await signed_in(api)
    await sync_to_async(other.start)(table="ft-n")
    async with connected(f"/ws/games/{game}/", api) as mine, connected(f"/ws/games/{game}/", other) as theirs:
        await mine.receive()
        await theirs.receive()
        await sync_to_async(api.http.logout)()
        assert await mine.closed() == 4401
        await theirs.send({"type": "sync"})
        assert (await theirs.receive())["type"] == "state"


async def test_revoking_a_token_ends_its_sockets_and_leaves_the_cookies(api: Api) -> None:
    game = (await sync_to_async(api.start)(code="DS1-D1N-AAAAAAB"))["id"]
    player = await Player.objects.aget()
    row, token = await sync_to_async(token_create)(player=player, name="bot")
    async with (
        connected(f"/ws/games/{game}/", Api(token), origin="") as bot,
        connected(f"/ws/games/{game}/", api) as page,
    ):
        await bot.receive()
        await page.receive()
        await sync_to_async(token_revoke)(player=player, token_id=row.id)
        assert await bot.closed() == 4401
        await page.send({"type": "act", "seq": 0, "action": "s"})
        acted: Any = await page.receive()
        assert acted["seq"] == 1
