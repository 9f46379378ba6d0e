"""Game records to the letter: reading, replaying, claims, and canonical bytes."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    BadRecord,
    BadToken,
    Reason,
    Record,
    RecordEntry,
    fold,
    format_record,
    parse_record,
    read_code,
    replay_record,
)

from .builders import codes, full_token_space, games, vectors

CANONICAL = """\
Deal: DS1-D1N-AAAAAAB
Player: Ana Marić
Started: 2026-11-30T12:00:00Z
Result: playing
Score: 0
Ranked-Score: 0
Moves: 2
X-Seen-In: the park
x-seen-in:twice, as  read\t

s@840 s@0 u s
"""

names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20).map(str.strip)
moments = st.datetimes(timezones=st.just(UTC)).map(lambda moment: moment.replace(microsecond=0))
scores = st.none() | st.integers(-(10**20), 10**20)
entries = st.builds(
    RecordEntry, st.sampled_from([token for token in full_token_space() if token.split() == [token]]),
    st.none() | st.integers(0, 10**15 - 1),
)  # fmt: skip
records = st.builds(
    Record,
    code=codes,
    player=st.none() | names,
    started=st.none() | moments,
    result=st.sampled_from([None, "playing", "won", "given-up", "closed"]),
    score=scores,
    ranked_score=scores,
    moves=scores,
    extra=st.lists(st.sampled_from(["X-A: b", "x-a:b", " Weather : fine ", "Note:"]), max_size=3).map(tuple),
    entries=st.lists(entries, max_size=30).map(tuple),
)


def complaint(text):
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    return caught.value.line, caught.value.detail


def refused(tokens, deal="DS1-D1N-AAAAAAB"):
    with pytest.raises(BadToken) as caught:
        replay_record(parse_record(f"Deal: {deal}\n\n{tokens}"))
    return caught.value.index, caught.value.reason


@given(records)
def test_what_is_written_is_read_back(record):
    text = format_record(record)
    assert parse_record(text) == record
    assert parse_record(text.encode()) == record
    assert format_record(parse_record(text)) == text


def test_canonical_text_stays_the_same_bytes():
    record = parse_record(CANONICAL)
    assert format_record(record) == CANONICAL
    assert record.player == "Ana Marić"
    assert record.started == datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert (record.result, record.score, record.ranked_score, record.moves) == ("playing", 0, 0, 2)
    assert record.extra == ("X-Seen-In: the park", "x-seen-in:twice, as  read\t")
    assert record.entries == (RecordEntry("s", 840), RecordEntry("s", 0), RecordEntry("u"), RecordEntry("s"))


@pytest.mark.parametrize(
    "text",
    [
        CANONICAL.replace("\n", "\r\n"),
        "\ufeff" + CANONICAL,
        CANONICAL.replace(" u ", "\n\n\t u\u2003\x0b\n"),
        CANONICAL.removesuffix("\n"),
        CANONICAL.replace("Ranked-Score: 0\nMoves: 2", "mOVES:2\nranked-score : +0"),
        CANONICAL.replace("Deal: DS1-D1N-AAAAAAB", "DEAL:   see https://example.org/d/ds1%20d1n%20aaaaaab"),
        CANONICAL.replace("12:00:00Z", "13:00:00+01:00"),
    ],
)
def test_reading_is_forgiving(text):
    assert format_record(parse_record(text)) == CANONICAL
    assert format_record(parse_record(text.encode())) == CANONICAL


def test_only_the_deal_is_required():
    assert parse_record("Deal: DS1-D1N-AAAAAAB") == Record(read_code("DS1-D1N-AAAAAAB"))
    assert format_record(parse_record("Deal: DS1-D1N-AAAAAAB")) == "Deal: DS1-D1N-AAAAAAB\n\n"


def test_an_opening_is_written_with_one_empty_line():
    text = "Deal: DS1-D1N-AAAAAAB\n\n"
    assert format_record(parse_record(text)) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n\ns", 1),
        ("Player: x\nMoves: 1\n\ns s", 3),
        ("Player: x\r\nMoves: 1\r\n\r\ns s", 3),
        ("Player: x\nMoves: 1", 2),
        ("Deal: DS1-D1N-AAAAAAB\nno header\n\ns", 2),
        ("Deal: DS1-D1N-AAAAAAB\n: x\n\ns", 2),
        ("Player: x\nDeal: DS9-D1N-AAAAAAB\n\ns", 2),
        ("Player: x\nDeal:\n\ns", 2),
        ("Deal: DS1-D1N-AAAAAAB or FT1-N-AAAAAAB", 1),
        ("Deal: DS1-D1N-AAAAAAB\nScore: ten\n\ns", 2),
        ("Deal: DS1-D1N-AAAAAAB\nScore: 1.0", 2),
        ("Deal: DS1-D1N-AAAAAAB\nScore: ", 2),
        ("Deal: DS1-D1N-AAAAAAB\nScore: ٣", 2),
        ("Deal: DS1-D1N-AAAAAAB\nScore: -$104", 2),
        ("Deal: DS1-D1N-AAAAAAB\nX: y\nMoves: " + "9" * 5000, 3),
        ("Deal: DS1-D1N-AAAAAAB\nResult: lost", 2),
        ("Deal: DS1-D1N-AAAAAAB\nStarted: yesterday", 2),
        ("Deal: DS1-D1N-AAAAAAB\nStarted: 2026-11-30T12:00:00", 2),
        ("Deal: DS1-D1N-AAAAAAB\nStarted: 0001-01-01T00:00:00+23:00", 2),
        ("Deal: DS1-D1N-AAAAAAB\nScore: 1\nPlayer: x\nscore: 1\n\ns", 4),
        ("Deal: DS1-D1N-AAAAAAB\nDeal: DS1-D1N-AAAAAAB\n\ns", 2),
        (b"Deal: DS1-D1N-AAAAAAB\nPlayer: \xff\n\ns", 2),
        (b"Deal: DS1-D1N-AAAAAAB\r\n\r\ns \r\n\xc3", 4),
        (b"\x00\x01\x02", 1),
    ],
)
def test_bad_record_names_its_line(text, line):
    assert complaint(text)[0] == line
    assert complaint(text)[1]


def test_r03_a_record_of_an_unknown_version_names_the_versions_known():
    assert "DS1-D1N" in complaint("Deal: DS9-D1N-AAAAAAB\n\ns")[1]


@pytest.mark.parametrize(
    "token", ["s@", "s@-5", "s@01", "s@1.5", "s@ 5", "s@5@5", "@5", "@", "s@٣", "s@1e3", "zz", "S"]
)
def test_unreadable_tokens_stop_the_replay(token):
    assert refused(f"s@5 {token} zz") == (1, Reason.UNKNOWN_ACTION)


def test_the_first_bad_token_is_told_be_it_refused_or_unreadable():
    assert refused("s s\n\ns r s@") == (3, Reason.STOCK_NOT_EMPTY)
    assert refused("s s s@ r") == (2, Reason.UNKNOWN_ACTION)
    assert refused("r", deal="FT1-N-AAAAAAB") == (0, Reason.NO_REDEAL)
    assert refused("s u u") == (2, Reason.NOTHING_TO_UNDO)


@pytest.mark.parametrize("game", vectors("won")["games"][::3], ids=lambda game: game["deal"])
def test_claims_are_checked_and_never_believed(game):
    def claims(**told):
        code, tokens = read_code(game["deal"]), game["actions"].split()
        return replay_record(Record(code, entries=tuple(map(RecordEntry, tokens)), **told)).claims

    true = {name: game[name] for name in ("score", "ranked_score", "moves")}
    assert claims() == claims(result="won", **true) == {}
    assert claims(result="won", score=9999, ranked_score=0, moves=-1) == {
        "Score": {"claimed": 9999, "actual": game["score"]},
        "Ranked-Score": {"claimed": 0, "actual": game["ranked_score"]},
        "Moves": {"claimed": -1, "actual": game["moves"]},
    }
    for result in ("playing", "given-up", "closed"):
        assert claims(result=result) == {"Result": {"claimed": result, "actual": "won"}}


def test_giving_up_and_closing_cannot_be_told_from_a_log():
    code = read_code("DS1-D1N-AAAAAAB")
    for result in ("playing", "given-up", "closed"):
        assert replay_record(Record(code, result=result)).claims == {}
    assert replay_record(Record(code, result="won")).claims == {
        "Result": {"claimed": "won", "actual": "playing"}
    }


@given(games(undo=0.2))
def test_replaying_a_record_is_folding_its_log(game):
    last = game[-1][1]
    tokens = tuple(token for token, _ in game[1:])
    replayed = replay_record(
        parse_record(
            format_record(Record(last.code, score=last.score, entries=tuple(map(RecordEntry, tokens))))
        )
    )
    assert replayed.claims == {}
    assert replayed.position.seen == fold(last.code, tokens).seen == last.seen


def test_names_are_written_without_control_characters():
    code = read_code("DS1-D1N-AAAAAAB")
    record = Record(code, player=" A\r\nScore: 9\x00\x1b[0m\x85\ud800 ♥ ", extra=("X: a\nDeal: b",))
    text = format_record(record)
    assert text == "Deal: DS1-D1N-AAAAAAB\nPlayer: AScore: 9[0m ♥\nX: a Deal: b\n\n"
    assert text.encode("utf-8")
    assert format_record(parse_record(text)) == text


def test_moments_are_written_in_utc_by_the_second():
    started = datetime(2026, 11, 30, 13, 0, 0, 999999, tzinfo=timezone(timedelta(hours=1)))
    record = Record(read_code("DS1-D1N-AAAAAAB"), started=started)
    assert "Started: 2026-11-30T12:00:00Z\n" in format_record(record)
