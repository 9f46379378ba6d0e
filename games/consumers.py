"""/ws/games/{id}/: one game, for its player and for those who watch."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.utils import translation

from games.broadcasts import game_topic
from games.errors import GameError, NotFound
from games.held import Held
from games.protocol import Act, read_frame, state_text, text
from games.queries import acted_again, game_held, game_seen, games_standing
from games.release import release
from games.sentences import problem_sentence
from games.services import ANSWER_SECONDS, game_submit
from games.sockets import LiveConsumer
from games.writer import Outcome

PATIENCE_SECONDS = 0.3
MOST_KEPT = 64


class GameConsumer(LiveConsumer):
    """Sends the state, then every change once and in order of `seq`; takes the player's actions."""

    async def open(self) -> None:
        self._seq = -1
        self._standing: tuple[int, str] | None = None
        self._kept: dict[int, str] = {}
        self._language = self._asked_language()
        held = await database_sync_to_async(game_seen)(self.scope["url_route"]["kwargs"]["id"], self.player)
        self.game_id: uuid.UUID = held.game_id
        self.mine = self.player is not None and self.player.id == held.player_id
        self.topic = game_topic(held.game_id)

    def _asked_language(self) -> str:
        asked = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("language", ["en"])[0]
        return asked if asked in dict(settings.LANGUAGES) else "en"

    async def send_fresh(self) -> None:
        held = await self._held()
        self._seq = held.position.seq
        self._kept = {seq: kept for seq, kept in self._kept.items() if seq > self._seq}
        await self.send(text_data=state_text(held))

    async def _held(self) -> Held:
        return await database_sync_to_async(game_held)(self.game_id)

    async def deliver(self, text: str) -> None:
        """Send what is news to this socket; what it has had already (its own actions, the snapshot) is left out."""
        head = msgspec.json.decode(text, type=Head)
        if head.type == "acted":
            if head.seq > self._seq:
                self._keep(head.seq, text)
                await self._send_kept()
            return
        if head.type == "state" and head.view is not None:
            self._seq = head.view.seq
        await self.send(text_data=text)

    def _keep(self, seq: int, text: str) -> None:
        """Keep a message until those before it are there: one's own answer and pushes come by different ways."""
        if seq > self._seq + 1 and not self._kept:
            asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._ask_if_lost)
        self._kept[seq] = text
        if len(self._kept) > MOST_KEPT:
            self._ask_if_lost()

    async def _send_kept(self) -> None:
        while (text := self._kept.pop(self._seq + 1, None)) is not None:
            self._seq += 1
            await self.send(text_data=text)

    def _ask_if_lost(self) -> None:
        """What is still missing before a kept message was lost on the way: a fresh state makes it good."""
        if self._kept and not self._over:
            self._kept.clear()
            self.put(None)

    @classmethod
    async def read_ticks(cls, due: Sequence[GameConsumer]) -> None:
        standing = await database_sync_to_async(games_standing)({each.game_id for each in due})
        for each in due:
            each._standing = standing.get(each.game_id)

    async def tick(self) -> str:
        if self._standing is None:  # games are pruned
            raise NotFound
        seq, status = self._standing
        return text({"type": "tick", "seq": seq, "status": status, "release": release()})

    async def frame(self, text: str) -> None:
        try:
            message = read_frame(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            await self.bad_frame()
            return
        if isinstance(message, Act):
            await self._act(message)
        else:
            self.put(None)

    async def _act(self, asked: Act) -> None:
        if not self.mine:
            self._refuse(asked, "not_yours", self._seq)
            return
        try:
            done = await _answered(game_submit(game_id=self.game_id, seq=asked.seq, tokens=(asked.action,)))
            again = (
                await database_sync_to_async(acted_again)(self.game_id, asked.seq, 1) if done.repeated else []
            )
        except GameError as error:
            self._refuse(asked, error.code, self._seq, error.extra)
            return
        except (TimeoutError, DatabaseError):
            self._refuse(asked, "busy", self._seq)
            return
        seq = done.held.position.seq
        if done.repeated:
            self.put(*again)
        elif done.out_of_step:
            self._refuse(asked, "out_of_step", seq)
            self.put(None)
        elif done.refusal is not None:
            self._refuse(asked, done.refusal.value, seq)
        else:
            self.pushed(done.texts)  # not by way of the hub: the mover is answered even when pushes fail

    def _refuse(self, asked: Act, code: str, seq: int, extra: dict[str, Any] | None = None) -> None:
        with translation.override(self._language):
            sentence = problem_sentence(code, extra)
        self.put(
            text({"type": "refused", "seq": seq, "action": asked.action, "code": code, "detail": sentence})
        )

    async def bad_frame(self) -> None:
        with translation.override(self._language):
            sentence = problem_sentence("bad_request", {"problem": "frame"})
        self.put(text({"type": "error", "code": "bad_request", "detail": sentence}))


async def _answered(answer: Future[Outcome]) -> Outcome:
    """Wait for the writer, with less ado than wrap_future, shield and wait_for. Raises TimeoutError."""
    loop = asyncio.get_running_loop()
    waiter = loop.create_future()

    def wake() -> None:
        if not waiter.done():
            waiter.set_result(None)

    def tell(_: Future[Outcome]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(wake)

    answer.add_done_callback(tell)
    late = loop.call_later(ANSWER_SECONDS, wake)
    try:
        await waiter
    finally:
        late.cancel()
    return answer.result(0)


class HeadView(msgspec.Struct):
    seq: int


class Head(msgspec.Struct):
    """What of a queued message decides whether this socket still needs it."""

    type: str
    seq: int = -1
    view: HeadView | None = None
