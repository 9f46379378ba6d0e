"""What is due: each job may run twice or in two places without harm."""

from __future__ import annotations

import datetime as dt
import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections
from django.utils import timezone

from games.calendar import today
from games.dailies import (
    attempts_close,
    dailies_finalise,
    dailies_prepare,
    games_prune,
    logs_pack,
    missing_today,
)
from games.models import DAY, GRACE

logger = logging.getLogger("twodeck.clock")

LONGEST_SLEEP = 30.0

JOBS: dict[str, Callable[[], int]] = {
    "prepare": dailies_prepare,
    "close": attempts_close,
    "final": dailies_finalise,
    "prune": games_prune,
    "pack": logs_pack,
}


def run_due() -> None:
    """Run every job once. One that fails is logged and tried again at the next turn."""
    for name, job in JOBS.items():
        try:
            done = job()
        except Exception as error:
            logger.error("The job %s failed: %s", name, type(error).__name__, exc_info=error)
        else:
            if done:
                logger.info("The job %s did %d.", name, done)
    missing = missing_today()
    if missing:
        logger.error("Today's deals are missing for: %s", ", ".join(missing))


def seconds_to_next(now: dt.datetime | None = None) -> float:
    """Seconds until the next instant at which something is due, at most LONGEST_SLEEP."""
    now = now or timezone.now()
    midnight = dt.datetime.combine(today(now), dt.time(), dt.UTC)
    due = min(instant for instant in (midnight + GRACE, midnight + DAY) if instant > now)
    return min(LONGEST_SLEEP, (due - now).total_seconds() + 0.01)


class Clock:
    """Runs what is due until stopped."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def run(self) -> None:
        while not self._stop.is_set():
            run_due()
            close_old_connections()
            self._stop.wait(seconds_to_next())

    def start(self) -> None:
        """Run in a thread of this process (the embedded server)."""
        self._thread = threading.Thread(target=self.run, name="clock", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join(5)
