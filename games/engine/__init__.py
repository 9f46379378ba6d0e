"""The rules of Twodeck's five tables, from a deal code to a verified game; standard library only."""

from .actions import Action, format_action, parse_action
from .cards import FACES
from .codes import BadCode, DealCode, commitment, new_open_code, new_sealed_code, read_code
from .deals import shuffled_pack
from .legality import legal_actions
from .picture import BadPicture, from_text, to_text
from .play import fold, play
from .position import Position, start
from .record import (
    BadRecord,
    BadToken,
    Record,
    RecordEntry,
    Replayed,
    format_record,
    parse_record,
    replay_record,
)
from .refusals import IllegalLog, Reason, Refusal
from .scoring import score_text
from .tables import TABLES, Scoring, Table
from .view import changed_piles, scalars, view

__all__ = [
    "FACES",
    "TABLES",
    "Action",
    "BadCode",
    "BadPicture",
    "BadRecord",
    "BadToken",
    "DealCode",
    "IllegalLog",
    "Position",
    "Reason",
    "Record",
    "RecordEntry",
    "Refusal",
    "Replayed",
    "Scoring",
    "Table",
    "changed_piles",
    "commitment",
    "fold",
    "format_action",
    "format_record",
    "from_text",
    "legal_actions",
    "new_open_code",
    "new_sealed_code",
    "parse_action",
    "parse_record",
    "play",
    "read_code",
    "replay_record",
    "scalars",
    "score_text",
    "shuffled_pack",
    "start",
    "to_text",
    "view",
]
