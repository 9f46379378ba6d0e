"""Deal codes: forgiving reading, canonical writing, secrecy, and work bounded on hostile text."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    TABLES,
    BadCode,
    DealCode,
    Position,
    commitment,
    new_open_code,
    new_sealed_code,
    read_code,
    start,
)

from .builders import codes, tables

EASY = TABLES["ds-d1n"]
SEALED = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def part_of(text):
    with pytest.raises(BadCode) as caught:
        read_code(text)
    return caught.value.part


@given(codes, st.sampled_from(["{}", " {}\n", "see {}.", "/d/{}/?x=1#top", "({})", "«{}»", "x={}"]))
def test_canonical_codes_are_read_back_from_any_text_around(code, around):
    assert read_code(around.format(code)) == code
    assert str(read_code(around.format(str(code).lower()))) == str(code)


@given(codes, st.text("-_ \t\n\xa0\u2003\u3000\u2010\u2015\u2212", max_size=5))
def test_blanks_and_dashes_may_be_any_or_none(code, gap):
    assert read_code(gap.join(str(code).split("-"))) == code


@given(codes)
def test_full_width_and_percent_encoded(code):
    assert read_code("".join(chr(ord(character) + 0xFEE0) for character in str(code))) == code
    assert read_code("".join(f"%{ord(character):02X}" for character in str(code))) == code
    assert part_of(str(code).replace("-", "%252D")) == "prefix"  # decoded once, not twice


@pytest.mark.parametrize("before", ["x", "7", "é", "e\u0301", "Я", "中", "٣", "क\u093f", "A", "Ａ"])
def test_prefix_does_not_follow_a_letter_or_digit_of_any_script(before):
    assert part_of(f"{before}DS1-D1N-AAAAAAB") == "prefix"


@pytest.mark.parametrize("before", ["_", "-", "“", "♠\ufe0f", "/", "\u0301", "\x1c"])
def test_prefix_follows_anything_else(before):
    assert str(read_code(f"{before}DS1-D1N-AAAAAAB")) == "DS1-D1N-AAAAAAB"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("DS1-D1N-99999999", "length"),  # length before characters
        ("DS1-D1N-9999999", "payload"),
        ("DS1-D1N-AAAAAAA9 DS1-D1N-AAAAAA9", "length"),  # the first broken one is told
        ("DS1-D1N-" + "A" * 27, "length"),
        ("DS1\x1cD1N-AAAAAAB", "prefix"),  # no White_Space
        ("dſ1-d1n-aaaaaab", "prefix"),  # case is ASCII only
        ("DS9-D1N-AAAAAAB", "prefix"),
        ("DS1-D1N-AAAAAAB DS1-D3N-AAAAAAB", "several"),
    ],
)
def test_what_is_wrong(text, part):
    assert part_of(text) == part


def test_broken_codes_count_only_when_no_good_one_is_found():
    assert str(read_code("DS1-D1N-9 FT1-N-9999999 DS1-D1N DS1-D1N-AAAAAAB")) == "DS1-D1N-AAAAAAB"


def test_r03_unknown_version_names_the_versions_known():
    with pytest.raises(BadCode) as caught:
        read_code("DS9-D1N-AAAAAAB")
    assert caught.value.known == ("DS1-D1N", "DS1-D3N", "DS1-D1V", "DS1-D3V", "FT1-N")
    assert all(prefix in str(caught.value) for prefix in caught.value.known)


@pytest.mark.parametrize("payload", ["", "AAAAAA", "AAAAAA9", "aaaaaab", "AAAAAAB\n", "A" * 25])
def test_only_canonical_payloads_make_a_code(payload):
    with pytest.raises(BadCode):
        DealCode(EASY, payload)


@given(tables)
def test_new_codes_are_random_and_of_their_kind(table):
    opened, sealed = new_open_code(table), new_sealed_code(table)
    assert (len(opened.payload), opened.sealed) == (7, False)
    assert (len(sealed.payload), sealed.sealed) == (26, True)
    assert read_code(str(sealed)) == sealed
    assert sealed != new_sealed_code(table)
    assert isinstance(start(sealed), Position)


def test_commitment_is_the_hash_of_the_canonical_code():
    code = DealCode(EASY, SEALED)
    assert commitment(code) == hashlib.sha256(b"DS1-D1N-ABCDEFGHIJKLMNOPQRSTUVWXYZ").hexdigest()


def test_a_sealed_code_shows_in_no_traceback():
    code = DealCode(EASY, SEALED)
    assert SEALED not in repr(code) + repr(start(code)) + repr([code])
    assert "AAAAAAB" in repr(DealCode(EASY, "AAAAAAB"))


@pytest.mark.parametrize(
    "piece",
    [
        "DS1",
        "DS1-",
        "DS1D1N",
        "DS1-D1N-",
        "DS1-D1N\u0301",
        "-",
        "%",
        "%4",
        "%E9",
        "A",
        "DS1-D1N-AAAAAA9 ",
        "\u0301",
    ],
)
def test_long_hostile_text_is_read_in_linear_time(piece):
    """Quadratic work on two million characters takes minutes: the suite's limit on a test would end it."""
    with pytest.raises(BadCode):
        read_code(piece * (2_000_000 // len(piece)))
