"""HTTP, /api/v1/: games, records and deals."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.calendar import opened_date, read_date
from games.concealment import check_seen, daily_of_code
from games.engine import BadRecord, BadToken, Record, parse_record, read_code, replay_record, start
from games.errors import BadRecordGiven, BadRequest
from games.held import Held
from games.problems import problem
from games.protocol import Actions, NewGame, opening_view, view_of
from games.queries import game_by_id, game_seen, games_of, record_of, replay_of
from games.requests import read_bytes, read_json
from games.sentences import refusal_sentence
from games.services import game_act, game_from_code, game_from_daily, game_give_up, game_like, game_open
from games.views.schema import EXAMPLE_CODE, GAME_ID, answer, errors, example, ref, shape
from players.authentication import player_for, player_of
from players.middleware import newcomer_undone
from players.models import Player

RECORD_EXAMPLE = "Deal: DS1-D1N-AAAAAAB\nPlayer: Ana\nMoves: 2\n\ns@840 s@410\n"


def _start(asked: NewGame, player: Player) -> tuple[Held, bool]:
    """The game asked for, and whether it was made now."""
    if isinstance(asked.code, str):
        return game_from_code(player=player, text=asked.code), True
    if isinstance(asked.table, str):
        return game_open(player=player, table=asked.table), True
    if isinstance(asked.daily, str):
        date = opened_date(asked.date) if isinstance(asked.date, str) else None
        return game_from_daily(player=player, table=asked.daily, date=date)
    at = asked.at if isinstance(asked.at, int) else None
    return game_like(player=player, game=game_by_id(str(asked.like)), at=at), True


class GamesView(APIView):
    """One's own games, and new ones."""

    @extend_schema(
        operation_id="games_list",
        summary="One's own games, newest first",
        parameters=[
            OpenApiParameter("status", {"type": "string", "enum": ["playing", "won", "given-up", "closed"]}),
            OpenApiParameter("table", str, description="A table's slug, as in `ft-n`."),
            OpenApiParameter("daily", str, description="A date: games on that day's deals."),
            OpenApiParameter("after", str, description="`next` of the page before."),
        ],
        responses={
            200: answer(
                shape(games={"type": "array", "items": ref("View")}, next={"type": ["string", "null"]}),
                "Views without `legal`.",
            ),
            **errors(400, 401),
        },
    )
    def get(self, request: Request) -> Response:
        query = request.query_params
        date = read_date(query["daily"]) if query.get("daily") else None
        games, following = games_of(
            player_of(request),
            status=query.get("status", ""),
            table=query.get("table", ""),
            date=date,
            after=query.get("after", ""),
        )
        return Response({"games": [view_of(held, legal=False) for held in games], "next": following})

    @extend_schema(
        operation_id="games_create",
        summary="Start a game",
        description="Give exactly one of `code`, `table`, `daily` (with `date`) and `like` (with `at`).",
        request={"application/json": ref("NewGame")},
        examples=[
            example("A random open deal", {"table": "ds-d1n"}, request_only=True),
            example("A deal by its code", {"code": EXAMPLE_CODE}, request_only=True),
            example("Today's ranked attempt", {"daily": "ft-n"}, request_only=True),
        ],
        responses={
            201: answer(ref("View"), "The new game."),
            200: answer(ref("View"), "The ranked attempt that was there already."),
            **errors(400, 401, 403, 404, 409, 413, 503),
        },
    )
    def post(self, request: Request) -> Response:
        asked = read_json(request, NewGame)
        if sum(each is not UNSET for each in (asked.code, asked.table, asked.daily, asked.like)) != 1:
            raise BadRequest(problem="one_of")
        if asked.date is not UNSET and asked.daily is UNSET:
            raise BadRequest(problem="date_without_daily")
        if asked.at is not UNSET and asked.like is UNSET:
            raise BadRequest(problem="at_without_like")
        with newcomer_undone(request._request):
            held, made = _start(asked, player_for(request))
        return Response(view_of(held), status=201 if made else 200)


class GameView(APIView):
    @extend_schema(
        operation_id="game_read",
        summary="A game's view",
        parameters=[GAME_ID],
        responses={200: answer(ref("View"), "The view."), **errors(401, 403, 404, 409)},
    )
    def get(self, request: Request, id: str) -> Response:
        return Response(view_of(game_seen(id, player_of(request))))


class ActionsView(APIView):
    @extend_schema(
        operation_id="game_act",
        summary="Play actions",
        description="Applied one by one up to the first that is refused. A list that stands in the log already is "
        "answered as before, so a request may be sent again.",
        parameters=[GAME_ID],
        request={"application/json": ref("Actions")},
        examples=[example("Draw twice", {"seq": 0, "actions": ["s", "s"]}, request_only=True)],
        responses={
            200: answer(shape(accepted={"type": "integer"}, view=ref("View")), "All accepted and on disk."),
            **errors(400, 401, 403, 404, 409, 413, 422, 503),
        },
    )
    def post(self, request: Request, id: str) -> HttpResponseBase:
        asked = read_json(request, Actions)
        done = game_act(game=game_by_id(id), player=player_of(request), seq=asked.seq, tokens=asked.actions)
        shown = view_of(done.held)
        if done.out_of_step:
            return problem("out_of_step", view=shown)
        accepted = len(asked.actions) if done.repeated else len(done.steps)
        body: dict[str, Any] = {"accepted": accepted, "view": shown}
        if done.refusal is None:
            return Response(body)
        detail = refusal_sentence(done.refusal)
        return Response({"code": str(done.refusal), "detail": detail, "index": accepted, **body}, status=422)


class GiveUpView(APIView):
    @extend_schema(
        operation_id="game_give_up",
        summary="Give up",
        parameters=[GAME_ID],
        request=None,
        responses={
            200: answer(ref("View"), "The view, also when the game was over already."),
            **errors(401, 403, 404, 409, 503),
        },
    )
    def post(self, request: Request, id: str) -> Response:
        return Response(view_of(game_give_up(game=game_by_id(id), player=player_of(request))))


class RecordView(APIView):
    @extend_schema(
        operation_id="game_record",
        summary="The game record",
        parameters=[GAME_ID],
        responses={(200, "text/plain"): {"type": "string"}, **errors(401, 403, 404, 409)},
    )
    def get(self, request: Request, id: str) -> HttpResponse:
        text = record_of(game_by_id(id), player_of(request))
        response = HttpResponse(text, content_type="text/plain; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="twodeck-{id}.txt"'
        return response


class ReplayView(APIView):
    @extend_schema(
        operation_id="game_replay",
        summary="Every step of a game",
        parameters=[GAME_ID],
        responses={
            200: answer(
                shape(view=ref("View"), steps={"type": "array", "items": {"type": "object"}}),
                "The opening, and for each log entry the piles it changed and the numbers after it.",
            ),
            **errors(401, 403, 404, 409),
        },
    )
    def get(self, request: Request, id: str) -> Response:
        game = game_by_id(id)
        check_seen(game, player_of(request))
        return Response(replay_of(game))


def _read_record(body: bytes) -> Record:
    """The record that a body holds. Raises BadRecordGiven."""
    try:
        return parse_record(body)
    except BadRecord as bad:
        try:
            body.decode()
        except UnicodeDecodeError:
            raise BadRecordGiven(line=bad.line, problem="encoding") from None
        raise BadRecordGiven(line=bad.line) from None


class VerifyView(APIView):
    @extend_schema(
        operation_id="records_verify",
        summary="Verify a game record",
        request={"text/plain": {"type": "string"}},
        examples=[example("Two draws", RECORD_EXAMPLE, request_only=True, media_type="text/plain")],
        responses={
            200: answer(
                shape(
                    deal={"type": "string"},
                    won={"type": "boolean"},
                    score={"type": "integer"},
                    ranked_score={"type": "integer"},
                    moves={"type": "integer"},
                    actions={"type": "integer"},
                    claims={"type": "object"},
                ),
                "What the record replays to; `claims` lists what it says otherwise.",
            ),
            **errors(400, 401, 403, 413, 422),
        },
    )
    def post(self, request: Request) -> HttpResponseBase:
        record = _read_record(read_bytes(request, settings.RECORD_MAX_BYTES))
        daily_of_code(record.code)
        try:
            replayed = replay_record(record)
        except BadToken as bad:
            return problem(str(bad.reason), 422, index=bad.index)
        at = replayed.position
        return Response(
            {
                "deal": str(record.code),
                "won": at.won,
                "score": at.score,
                "ranked_score": at.ranked_score,
                "moves": at.moves,
                "actions": at.seq,
                "claims": replayed.claims,
            }
        )


class DealView(APIView):
    @extend_schema(
        operation_id="deal_read",
        summary="A deal's opening",
        parameters=[
            OpenApiParameter(
                "code", str, OpenApiParameter.PATH, examples=[example("An open deal", EXAMPLE_CODE)]
            )
        ],
        responses={
            200: answer(
                shape(code={"type": "string"}, table={"type": "string"}, view=ref("View")), "The opening."
            ),
            **errors(400, 401, 403),
        },
    )
    def get(self, request: Request, code: str) -> Response:
        read = read_code(code)
        daily = daily_of_code(read)
        shown = opening_view(start(read), daily.date if daily else None)
        return Response({"code": str(read), "table": read.table.slug, "view": shown})
