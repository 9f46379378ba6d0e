"""Why an action is refused: one reason for each rule; the sentences live at the edge."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Every reason the rules know. `out_of_step` is not among them: it is the service's."""

    UNKNOWN_ACTION = "unknown_action"
    GAME_OVER = "game_over"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    NO_REDEAL = "no_redeal"
    WASTE_EMPTY = "waste_empty"
    SOURCE_EMPTY = "source_empty"
    SAME_PILE = "same_pile"
    HIDDEN_CARD = "hidden_card"
    SINGLE_CARD_ONLY = "single_card_only"
    NEEDS_KING = "needs_king"
    ACE_TAKES_NOTHING = "ace_takes_nothing"
    WRONG_COLOR = "wrong_color"
    WRONG_SUIT = "wrong_suit"
    WRONG_RANK = "wrong_rank"
    FOUNDATION_NOT_READY = "foundation_not_ready"
    NOTHING_TO_UNDO = "nothing_to_undo"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer of `play` to an action the rules do not allow."""

    reason: Reason


class IllegalLog(ValueError):
    """A log that does not play: the entry at `index`, counted from 0, is refused for `reason`."""

    def __init__(self, index: int, reason: Reason) -> None:
        super().__init__(f"entry {index}: {reason}")
        self.index = index
        self.reason = reason
