"""HTTP, /api/v1/dailies/: days and boards."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.calendar import dailies_of, daily_on, opened_date, today
from games.errors import BadRequest, NotFound, NotPrepared
from games.views.schema import answer, errors, example, ref, shape
from leaderboards.queries import LEAGUES, entry_counts, own_attempts, read_token, snapshot
from players.authentication import player_of

DATE = OpenApiParameter(
    "date",
    str,
    OpenApiParameter.PATH,
    description="YYYY-MM-DD or today.",
    examples=[example("Today", "today")],
)
TABLE = OpenApiParameter(
    "table",
    str,
    OpenApiParameter.PATH,
    description="A table's slug.",
    examples=[example("Forty Thieves", "ft-n")],
)
TEXT = {"type": "string"}
NULLABLE = {"type": ["string", "null"]}


class DayView(APIView):
    @extend_schema(
        operation_id="daily_read",
        summary="A day's deals",
        parameters=[DATE],
        responses={
            200: answer(
                shape(
                    date=TEXT,
                    tables={
                        "type": "array",
                        "items": shape(
                            table=TEXT,
                            opens=TEXT,
                            closes=TEXT,
                            final={"type": "boolean"},
                            commitment=TEXT,
                            players={"type": "integer"},
                            me=NULLABLE,
                            code=NULLABLE,
                        ),
                    },
                ),
                "`commitment` is the SHA-256 of the code, which is told once the board is final.",
            ),
            **errors(400, 401, 404),
        },
    )
    def get(self, request: Request, date: str) -> Response:
        day = opened_date(date)
        dailies = dailies_of(day)
        if not dailies:
            raise NotPrepared if day == today() else NotFound
        counts = entry_counts(dailies)
        mine = own_attempts(dailies, player_of(request))
        tables = [
            {
                "table": daily.table,
                "opens": daily.opens.isoformat().replace("+00:00", "Z"),
                "closes": daily.closes.isoformat().replace("+00:00", "Z"),
                "final": daily.final,
                "commitment": daily.commitment,
                "players": counts.get(daily.pk, 0),
                "me": str(mine[daily.pk].id) if daily.pk in mine else None,
                "code": daily.code or None,
            }
            for daily in dailies
        ]
        return Response({"date": day.isoformat(), "tables": tables})


def read_limit(text: str) -> int:
    """A page's length, 1 to 200. Raises BadRequest."""
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= 200):
        raise BadRequest(problem="limit")
    return int(text)


def read_after(text: str) -> tuple[Any, ...] | None:
    """The row that a page token stands for. Raises BadRequest."""
    try:
        return read_token(text) if text else None
    except ValueError:
        raise BadRequest(problem="after") from None


def read_league(text: str) -> str:
    """open or pure. Raises BadRequest."""
    if text not in LEAGUES:
        raise BadRequest(problem="league")
    return text


class BoardView(APIView):
    @extend_schema(
        operation_id="board_read",
        summary="A daily's board",
        parameters=[
            DATE,
            TABLE,
            OpenApiParameter("league", {"type": "string", "enum": list(LEAGUES)}),
            OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 200}),
            OpenApiParameter("after", str, description="`next` of the page before."),
            OpenApiParameter(
                "around", {"type": "string", "enum": ["me"]}, description="Rows around one's own."
            ),
        ],
        responses={
            200: answer(
                shape(
                    total={"type": "integer"},
                    final={"type": "boolean"},
                    version={"type": "integer"},
                    entries={"type": "array", "items": ref("EntryView")},
                    me={"oneOf": [ref("EntryView"), {"type": "null"}]},
                    next=NULLABLE,
                ),
                "Rows in the order of the board.",
            ),
            **errors(400, 401, 404),
        },
    )
    def get(self, request: Request, date: str, table: str) -> Response:
        query = request.query_params
        league = read_league(query.get("league", "open"))
        limit = read_limit(query.get("limit", "50"))
        around = query.get("around", "")
        if around not in {"", "me"}:
            raise BadRequest(problem="around")
        key = read_after(query.get("after", ""))
        day = opened_date(date)
        board = snapshot(daily_on(day, table), league)
        player = player_of(request)
        rows, following = board.around(player, limit) if around else board.page(key, limit)
        return Response(
            {
                "total": len(board.rows),
                "final": board.final,
                "version": board.version,
                "entries": msgspec.to_builtins(rows),
                "me": msgspec.to_builtins(board.of(player)),
                "next": following,
            }
        )
