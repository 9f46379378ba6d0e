"""The writer: one job's failure is its own, a failed commit has not happened, and nobody waits for ever."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from django.db import OperationalError, connection

from games import services, writer
from games.engine import Position, play
from games.errors import Busy, NotFound
from games.held import positions
from games.models import Game, LogEntry, Status
from games.writer import Act, Batch, End, Outcome, Writer
from tests.conftest import Api

CODE = "DS1-D1N-AAAAAAB"


@pytest.fixture
def fresh(transactional_db: None) -> Iterator[Writer]:
    """A writer of the test's own."""
    own = Writer()
    yield own
    own.stop()


def game(api: Api) -> uuid.UUID:
    return uuid.UUID(api.start(code=CODE)["id"])


def together(own: Writer, jobs: list[Act | End]) -> list[Future[Outcome]]:
    """Submit jobs so that one batch has them all."""
    began, go = threading.Event(), threading.Event()
    serve = own._serve

    def held_up(jobs: Any) -> None:
        began.set()
        go.wait(5)
        serve(jobs)

    own._serve = held_up  # type: ignore[method-assign]
    first = own.submit(Act(uuid.uuid4(), 0, ("s",)))
    assert began.wait(5)
    answers = [own.submit(job) for job in jobs]
    own._serve = serve  # type: ignore[method-assign]
    go.set()
    with pytest.raises(NotFound):
        first.result(5)
    return answers


def test_one_jobs_failure_is_its_own(api: Api, fresh: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception nobody foresaw, in the middle of a batch of three games."""
    games = [game(api) for _ in range(3)]

    def broken(position: Position, action: Any) -> Any:
        if action == "u":
            raise ZeroDivisionError
        return play(position, action)

    monkeypatch.setattr(writer, "play", broken)
    answers = together(
        fresh, [Act(games[0], 0, ("s", "s")), Act(games[1], 0, ("s", "u")), Act(games[2], 0, ("s",))]
    )
    assert [step.token for step in answers[0].result(5).steps] == ["s", "s"]
    with pytest.raises(ZeroDivisionError):
        answers[1].result(5)
    assert len(answers[2].result(5).steps) == 1
    assert list(Game.objects.order_by("created").values_list("seq", flat=True)) == [2, 0, 1]
    assert LogEntry.objects.count() == 3
    assert positions.get(games[1]) is None


def test_a_failed_commit_has_not_happened(api: Api, fresh: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a batch played is dropped with it; the same request later is carried out once."""
    mine = game(api)
    commit = Batch.commit
    failures = [OperationalError("disk full")] * 2

    def failing(batch: Batch) -> Any:
        if failures:
            with monkeypatch.context() as patch:
                patch.setattr(writer, "send_in_commit", lambda changes: (_ for _ in ()).throw(failures.pop()))
                return commit(batch)
        return commit(batch)

    monkeypatch.setattr(Batch, "commit", failing)
    with pytest.raises(Busy):
        fresh.submit(Act(mine, 0, ("s",))).result(5)
    assert (Game.objects.get().seq, LogEntry.objects.count()) == (0, 0)
    assert len(fresh.submit(Act(mine, 0, ("s",))).result(5).steps) == 1
    assert fresh.submit(Act(mine, 0, ("s",))).result(5).repeated
    assert (Game.objects.get().seq, LogEntry.objects.count()) == (1, 1)


def test_a_database_that_is_away_is_not_waited_for_once_for_every_job(
    api: Api, fresh: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [game(api) for _ in range(5)]
    tried = []

    def away(batch: Batch) -> Any:
        tried.append(batch)
        raise OperationalError("no connection")

    with monkeypatch.context() as patch:
        patch.setattr(Batch, "commit", away)
        patch.setattr(writer, "_database_answers", lambda: False)
        for answer in [fresh.submit(Act(each, 0, ("s",))) for each in games]:
            with pytest.raises(Busy):
                answer.result(5)
    assert len(tried) <= 4
    assert len(fresh.submit(Act(games[0], 0, ("s",))).result(5).steps) == 1


def test_who_waits_no_more_stops_nobody(api: Api, fresh: Writer) -> None:
    games = [game(api) for _ in range(2)]
    gone = Future[Outcome]()
    gone.cancel()
    stays = Future[Outcome]()
    fresh._serve([(Act(games[0], 0, ("s",)), gone), (Act(games[1], 0, ("s",)), stays)])
    assert len(stays.result(1).steps) == 1
    assert LogEntry.objects.count() == 2
    connection.close()


def test_stopping_finishes_what_is_queued_and_answers_the_rest(api: Api, fresh: Writer) -> None:
    games = [game(api) for _ in range(20)]
    answers = [fresh.submit(Act(each, 0, ("s",))) for each in games]
    fresh.stop()
    assert all(len(answer.result(0).steps) == 1 for answer in answers)
    assert LogEntry.objects.count() == 20
    late: Future[Outcome] = Future()
    fresh._queue.put((Act(games[0], 1, ("s",)), late))  # slipped in behind the end
    fresh.stop()
    with pytest.raises(Busy):
        late.result(0)
    assert len(fresh.submit(Act(games[0], 1, ("s",))).result(5).steps) == 1  # and it starts again


def test_while_it_stops_nothing_new_is_taken(fresh: Writer) -> None:
    fresh._stopping = True
    with pytest.raises(Busy):
        fresh.submit(End(uuid.uuid4(), Status.GIVEN_UP))


def test_a_writer_that_does_not_answer_is_busy(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = game(api)
    monkeypatch.setattr(services, "ANSWER_SECONDS", 0.05)
    monkeypatch.setattr(writer.writer, "submit", lambda job: Future())
    began = time.monotonic()
    answer = api.act(str(mine), 0, "s")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert int(answer["Retry-After"]) >= 1
    assert time.monotonic() - began < 5


def test_who_waits_for_the_writer_holds_no_connection(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a pool of connections, requests that wait would else keep the writer from the one it needs."""
    mine = game(api)
    submit, held = writer.writer.submit, []

    def submitted(job: Any) -> Any:
        answer = submit(job)
        answer.add_done_callback(lambda _: held.append(waiting.connection is not None))
        return answer

    from django.db import connections

    waiting = connections["default"]
    monkeypatch.setattr(writer.writer, "submit", submitted)
    monkeypatch.setattr(writer.Batch, "commit", slow(writer.Batch.commit))
    assert api.act(str(mine), 0, "s").status_code == 200
    assert held == [False]


def slow(commit: Any) -> Any:
    def later(batch: Batch) -> Any:
        time.sleep(0.2)
        return commit(batch)

    return later
