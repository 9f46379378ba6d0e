"""What can go wrong, by code. Sentences and HTTP statuses are the edges' business."""

from __future__ import annotations

from typing import Any


class GameError(Exception):
    """A request that is not carried out. `code` is the API's; `extra` are further fields of the answer."""

    code = "bad_request"

    def __init__(self, **extra: Any) -> None:
        super().__init__(self.code)
        self.extra = extra


class BadRequest(GameError):
    """The request cannot be read; `problem` names what is wrong with it."""


class BadCodeGiven(GameError):
    code = "bad_code"


class BadRecordGiven(GameError):
    code = "bad_record"


class NotFound(GameError):
    code = "not_found"


class NotPrepared(NotFound):
    """The day's deal should be there and is not."""

    code = "not_prepared"


class Concealed(GameError):
    code = "concealed"


class NotYours(GameError):
    code = "not_yours"


class NotEligible(GameError):
    code = "not_eligible"


class NotFinal(GameError):
    code = "not_final"


class TooLarge(GameError):
    code = "too_large"


class Unreadable(GameError):
    """A stored game that cannot be shown or played; its rows are left as they are, other games go on."""


class UnknownVersion(Unreadable):
    """A stored game of a deal version this server does not know."""

    code = "unknown_version"


class DamagedLog(Unreadable):
    """A stored log that its deal does not allow, or that has not the length its game says."""

    code = "damaged_log"


class Unsealable(Unreadable):
    """A daily's code that was sealed with a key this server does not have."""

    code = "unsealable"


class Busy(GameError):
    """Not now; `retry_after` in seconds."""

    code = "busy"

    def __init__(self, retry_after: int = 1) -> None:
        super().__init__(retry_after=retry_after)
