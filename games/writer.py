"""The one way to change a game: a thread that plays, appends and commits, then tells.

Many games' jobs share one transaction. Appending compares `seq`, so no row is locked for long and two processes
can never both write the same entry. An outcome is handed out only after COMMIT.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import logging
import queue
import threading
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)
from django.utils import timezone

from games import log as action_log
from games.broadcasts import game_acted, game_state, game_wanted
from games.engine import Position, Reason, Refusal, parse_action, play
from games.errors import Busy, GameError, NotFound
from games.held import Held, columns_of, load, moved, positions
from games.log import Logged
from games.metrics import ACTIONS, BATCH_JOBS, COMMIT_FAILURES, COMMIT_SECONDS, WAITING
from games.models import Game, Status
from games.protocol import acted_text
from games.rows import Advance, Entry, advance
from games.signals import send_after_commit, send_in_commit

MOST_WAITING = 10_000
MOST_IN_BATCH = 256
STOP_SECONDS = 10.0

logger = logging.getLogger("twodeck.writer")


@dataclass(frozen=True, slots=True)
class Act:
    """Apply tokens from `seq` on, up to the first that is refused."""

    game_id: uuid.UUID
    seq: int
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class End:
    """Give up, or close; a game that is over stays as it is."""

    game_id: uuid.UUID
    status: Status


Job = Act | End


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted action: the position before it and the game after it."""

    token: str
    before: Position
    after: Held


@dataclass
class Outcome:
    """What became of a job. `repeated`: it stood in the log already; `out_of_step`: its seq is not the game's."""

    held: Held
    steps: list[Step] = field(default_factory=list)
    refusal: Reason | None = None
    repeated: bool = False
    out_of_step: bool = False
    ended: bool = False

    @cached_property
    def texts(self) -> list[str]:
        """The `acted` messages, made once however many read them."""
        return [acted_text(step.before, step.after, step.token) for step in self.steps]

    def make_texts(self) -> None:
        """Make them now; if that fails, whoever wants them is told."""
        with contextlib.suppress(Exception):
            _ = self.texts


class Writer:
    """A thread with a bounded queue. Any thread may submit; answers come as futures."""

    def __init__(self) -> None:
        self._queue: queue.Queue[tuple[Job, Future[Outcome]] | None] = queue.Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._stopping = False

    def submit(self, job: Job) -> Future[Outcome]:
        """Queue a job. Raises Busy when the queue is full or the process is stopping."""
        if self._stopping:
            raise Busy
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
        answer: Future[Outcome] = Future()
        try:
            self._queue.put_nowait((job, answer))
        except queue.Full:
            ACTIONS.labels("queue_full").inc()
            raise Busy from None
        WAITING.set(self._queue.qsize())
        return answer

    def stop(self) -> None:
        """Finish what is queued, then end the thread; a later submit starts a new one."""
        self._stopping = True
        with self._lock:
            thread, self._thread = self._thread, None
        if thread and thread.is_alive():
            self._queue.put(None)
            thread.join(STOP_SECONDS)
        if thread is None or not thread.is_alive():
            self._drop_waiting()
        self._stopping = False

    def _drop_waiting(self) -> None:
        """Answer what slipped in behind the end: nobody will perform it."""
        with contextlib.suppress(queue.Empty):
            while True:
                item = self._queue.get_nowait()
                if item is not None:
                    _answer(item[1], Busy())

    def _run(self) -> None:
        try:
            while True:
                batch = [self._queue.get()]
                while len(batch) < MOST_IN_BATCH:
                    try:
                        batch.append(self._queue.get_nowait())
                    except queue.Empty:
                        break
                jobs = [item for item in batch if item is not None]
                if jobs:
                    self._serve(jobs)
                if len(jobs) < len(batch):
                    return
        finally:
            connection.close()

    def _serve(self, jobs: Sequence[tuple[Job, Future[Outcome]]]) -> None:
        """Run the jobs in one transaction; if that fails, each in its own, so that one's failure is its own."""
        if self._commit(jobs) is None:
            return
        for number, each in enumerate(jobs):
            error = self._commit([each])
            if error is None:
                continue
            self._fail(each, error)
            if isinstance(error, OperationalError | InterfaceError) and not _database_answers():
                for other in jobs[number + 1 :]:  # each would wait as long for nothing
                    self._fail(other, error)
                return

    def _commit(self, jobs: Sequence[tuple[Job, Future[Outcome]]]) -> Exception | None:
        """Run the jobs in one transaction, answer and tell; returns what went wrong if nothing has happened."""
        start = time.perf_counter()
        try:
            done = Batch([job for job, _ in jobs]).commit()
        except Exception as error:
            COMMIT_FAILURES.inc()
            for job, _ in jobs:
                positions.forget(job.game_id)
            if isinstance(error, DatabaseError):
                close_old_connections()
            return error
        COMMIT_SECONDS.observe(time.perf_counter() - start)
        BATCH_JOBS.observe(len(jobs))
        for (_, answer), outcome in zip(jobs, done, strict=True):
            if isinstance(outcome, Outcome) and outcome.steps and game_wanted(outcome.held.game_id):
                outcome.make_texts()  # here, or both who is answered and who watches would make them
            _answer(answer, outcome)
            ACTIONS.labels(_kind(outcome)).inc()
        self._tell([outcome for outcome in done if isinstance(outcome, Outcome)])
        return None

    def _fail(self, job: tuple[Job, Future[Outcome]], error: Exception) -> None:
        if isinstance(error, DatabaseError):
            logger.warning("A job could not be committed: %s", type(error).__name__)
            _answer(job[1], Busy())
        else:
            logger.error("A job failed: %s", type(error).__name__, exc_info=error)
            _answer(job[1], error)

    def _tell(self, outcomes: Sequence[Outcome]) -> None:
        try:
            for outcome in outcomes:
                if outcome.steps and game_wanted(outcome.held.game_id):
                    game_acted(outcome.held.game_id, outcome.texts)
                if outcome.ended:
                    game_state(outcome.held)
            changes = [outcome.held.change() for outcome in outcomes if outcome.steps or outcome.ended]
            if changes:
                send_after_commit(changes)
        except Exception as error:
            logger.error("Telling watchers failed: %s", type(error).__name__, exc_info=error)


def _answer(answer: Future[Outcome], outcome: Outcome | Exception) -> None:
    """Hand out an outcome; to one who waits no more it is nothing."""
    if not answer.set_running_or_notify_cancel():
        return
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


def _kind(outcome: Outcome | Exception) -> str:
    """What became of a job, as it is counted."""
    if isinstance(outcome, Exception):
        return "error"
    if outcome.repeated or outcome.out_of_step:
        return "repeated" if outcome.repeated else "out_of_step"
    return "refused" if outcome.refusal and not outcome.steps else "accepted"


def _database_answers() -> bool:
    try:
        connection.ensure_connection()
    except DatabaseError:
        return False
    return True


class Stale(Exception):
    """A game of the batch does not stand where this process thought: another has moved it on."""


class Batch:
    """Jobs committed together. What they did to positions is kept only if the commit succeeds."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = jobs
        self._now = _milliseconds(timezone.now())
        self._begin(careful=False)

    def _begin(self, *, careful: bool) -> None:
        self._careful = careful
        self._held: dict[uuid.UUID, Held] = {}
        self._rows: list[Entry] = []
        self._changed: dict[uuid.UUID, Held] = {}
        self._since: dict[uuid.UUID, int] = {}

    def commit(self) -> list[Outcome | GameError]:
        """Perform every job and commit. Raises what the database raises; then nothing has happened.

        Rows are moved on together at the end. If one of them stands elsewhere, all is done again row by row.
        """
        try:
            return self._commit()
        except Stale:
            for job in self._jobs:
                positions.forget(job.game_id)
            self._begin(careful=True)
            return self._commit()

    def _commit(self) -> list[Outcome | GameError]:
        with transaction.atomic():
            done = [self._perform(job) for job in self._jobs]
            self._move_on()
            action_log.append(self._rows)
            if self._changed:
                send_in_commit([held.change() for held in self._changed.values()])
        for held in self._held.values():
            positions.put(held)
        return done

    def _perform(self, job: Job) -> Outcome | GameError:
        try:
            if isinstance(job, End):
                return self._end(job)
            return self._act(job)
        except GameError as error:
            return error

    def _get(self, game_id: uuid.UUID, *, fresh: bool = False) -> Held:
        held = None if fresh else self._held.get(game_id) or positions.get(game_id)
        if held is None:
            row = Game.objects.select_related("player", "daily").filter(pk=game_id).first()
            if row is None:
                raise NotFound
            held = load(row)
        self._held[game_id] = held
        return held

    def _act(self, job: Act) -> Outcome:
        held = self._get(job.game_id)
        if held.position.seq != job.seq and job.game_id not in self._changed:
            held = self._get(job.game_id, fresh=True)
        for _ in range(2):
            if held.position.seq != job.seq:
                return self._out_of_step(job, held)
            outcome = play_tokens(held, job.tokens, self._now)
            if not outcome.steps or self._append(held, outcome):
                return outcome
            held = self._get(job.game_id, fresh=True)
        raise Busy

    def _append(self, before: Held, outcome: Outcome) -> bool:
        """Move the row on from `before`; carefully, only if it still stands there. Log rows follow at the end."""
        after = outcome.held
        if self._careful:
            if advance([_advanced(before.position.seq, after)]) != 1:
                return False
        else:
            self._since.setdefault(before.game_id, before.position.seq)
        self._held[after.game_id] = self._changed[after.game_id] = after
        since = before.last_at or before.created.replace(microsecond=0)
        first_ms = max(0, ((after.last_at or since) - since) // dt.timedelta(milliseconds=1))
        entries = [Logged(step.token, 0 if number else first_ms) for number, step in enumerate(outcome.steps)]
        self._rows += action_log.rows(before.game_id, before.position.seq, entries)
        return True

    def _move_on(self) -> None:
        """Move on the rows of what has changed since the last time. Raises Stale where one stands elsewhere."""
        waiting, self._since = self._since, {}
        moves = [_advanced(since, self._changed[game_id]) for game_id, since in waiting.items()]
        if moves and advance(moves) != len(moves):
            raise Stale

    def _out_of_step(self, job: Act, held: Held) -> Outcome:
        """A repeat, if the whole list stands in the log from `seq` on."""
        stop = job.seq + len(job.tokens)
        if stop <= held.position.seq:
            pending = [
                row.token for row in self._rows if row.game_id == job.game_id and job.seq < row.seq <= stop
            ]
            logged = [entry.token for entry in action_log.read(job.game_id, job.seq, stop)]
            if (logged + pending) == list(job.tokens):
                return Outcome(held, repeated=True)
        return Outcome(held, out_of_step=True)

    def _end(self, job: End) -> Outcome:
        # What this batch wrote is the newest there is: its row is ours until the commit.
        self._move_on()
        held = self._get(job.game_id, fresh=job.game_id not in self._changed)
        if held.status_at(self._now) != Status.PLAYING and job.status != Status.CLOSED:
            return Outcome(held)
        if not Game.objects.filter(pk=job.game_id, status=Status.PLAYING).update(status=job.status):
            return Outcome(self._get(job.game_id, fresh=True))
        held = replace(held, status=job.status.value)
        self._held[job.game_id] = self._changed[job.game_id] = held
        return Outcome(held, ended=True)


def _advanced(since: int, held: Held) -> Advance:
    columns = columns_of(held.position)
    return Advance(held.game_id, since, columns, held.status, held.first_at, held.last_at)


def play_tokens(held: Held, tokens: Sequence[str], now: dt.datetime) -> Outcome:
    """Play tokens one by one at one instant, up to the first that is refused."""
    outcome = Outcome(held)
    over = held.status_at(now) not in {Status.PLAYING, Status.WON}
    for token in tokens:
        before = outcome.held.position
        after = play(before, token)
        if over and parse_action(token, before.table) is not None:
            after = Refusal(Reason.GAME_OVER)
        if isinstance(after, Refusal):
            outcome.refusal = after.reason
            return outcome
        outcome.held = moved(outcome.held, after, now)
        outcome.steps.append(Step(token, before, outcome.held))
    return outcome


def _milliseconds(now: dt.datetime) -> dt.datetime:
    """The log keeps milliseconds, so the clock is read in them."""
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


writer = Writer()
