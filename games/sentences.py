"""One plain sentence for every code, in the reader's language. Only edges speak."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import Reason

REFUSALS = {
    Reason.UNKNOWN_ACTION: _("This is no action of this table."),
    Reason.GAME_OVER: _("The game is over."),
    Reason.STOCK_EMPTY: _("The stock is empty."),
    Reason.STOCK_NOT_EMPTY: _("The waste is turned back only when the stock is empty."),
    Reason.NO_REDEAL: _("This table allows one pass through the stock only."),
    Reason.WASTE_EMPTY: _("The waste is empty."),
    Reason.SOURCE_EMPTY: _("There is no such card to move."),
    Reason.SAME_PILE: _("A card cannot move onto its own column."),
    Reason.HIDDEN_CARD: _("A face-down card cannot be moved."),
    Reason.SINGLE_CARD_ONLY: _("Only one card moves at a time."),
    Reason.NEEDS_KING: _("An empty column takes only a king."),
    Reason.ACE_TAKES_NOTHING: _("Nothing goes on an ace in a column."),
    Reason.WRONG_COLOR: _("A column takes a card of the opposite colour."),
    Reason.WRONG_SUIT: _("A column takes a card of the same suit."),
    Reason.WRONG_RANK: _("A column takes the card exactly one rank lower."),
    Reason.FOUNDATION_NOT_READY: _("No foundation takes this card now."),
    Reason.NOTHING_TO_UNDO: _("There is nothing to undo."),
}

PROBLEMS = {
    "bad_request": _("The request could not be read."),
    "bad_code": _("No deal code was found in this text."),
    "bad_record": _("The game record could not be read."),
    "not_found": _("There is nothing here."),
    "not_prepared": _("Today's deal has not been prepared. The host has been told."),
    "concealed": _("This deal is still being played; it can be seen when its board is final."),
    "not_yours": _("This game belongs to another player."),
    "not_eligible": _("Only players with an account compete here."),
    "not_final": _("This day is over, but its board is not final yet."),
    "out_of_step": _("The game has moved on; here is how it stands."),
    "too_large": _("The request is too large."),
    "unknown_version": _(
        "This game was dealt by a version that this server does not know; known are: %(known)s."
    ),
    "damaged_log": _("The stored log of this game is damaged; it can be neither shown nor played."),
    "unsealable": _("This deal cannot be opened on this server: the key it was sealed with is missing."),
    "busy": _("The server is busy; please try again in a moment."),
    "bad_token": _("The API token is not valid."),
    "bad_origin": _("The request comes from another site."),
    "bad_csrf": _("The page is out of date; please reload it and try again."),
    "method_not_allowed": _("This address does not take that kind of request."),
    "server_error": _("Something went wrong on the server; nothing was changed."),
}

CODE_PARTS = {
    "prefix": _("No deal code of a known version was found; known are: %(known)s."),
    "length": _("The deal code has the wrong length: after its prefix come 7 or 26 letters and digits."),
    "payload": _("The deal code has a character that no code has: after its prefix come A–Z and 2–7."),
    "several": _("The text names more than one deal."),
}

REQUEST_PARTS = {
    "json": _("The request is not valid JSON: %(reason)s"),
    "one_of": _("Give exactly one of code, table, daily and like."),
    "date": _("The date must be today or like 2026-11-30."),
    "date_without_daily": _("A date goes only with daily."),
    "at_without_like": _("A position goes only with like."),
    "at": _("The game has no such position."),
    "table": _("There is no such table."),
    "daily": _("There is no such table."),
    "status": _("There is no such status."),
    "after": _("The page token is not valid."),
    "limit": _("The limit must be a whole number from 1 to 200."),
    "league": _("The league must be open or pure."),
    "around": _("Around must be me."),
    "encoding": _("The text must be UTF-8."),
    "frame": _("The message could not be read."),
}


def refusal_sentence(reason: Reason) -> str:
    """Why the rules refuse an action."""
    return str(REFUSALS[reason])


def problem_sentence(code: str, extra: dict[str, Any] | None = None) -> str:
    """What is wrong with a request."""
    extra = extra or {}
    if code == "bad_code" and extra.get("part") in CODE_PARTS:
        return str(CODE_PARTS[extra["part"]]) % {"known": ", ".join(extra.get("known", []))}
    if code in {"bad_request", "bad_record"} and extra.get("problem") in REQUEST_PARTS:
        return str(REQUEST_PARTS[extra["problem"]]) % {"reason": extra.get("reason", "")}
    if code == "unknown_version":
        return str(PROBLEMS[code]) % {"known": ", ".join(extra.get("known", []))}
    if code == "bad_record" and "line" in extra:
        return gettext("Line %(line)d of the game record could not be read.") % {"line": extra["line"]}
    return str(PROBLEMS[code]) if code in PROBLEMS else refusal_sentence(Reason(code))
