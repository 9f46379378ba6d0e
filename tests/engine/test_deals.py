"""Golden deals: twenty codes and the SHA-256 of the order they deal, for ever."""

import hashlib
import json
import os
import subprocess
import sys

import pytest

from games.engine import TABLES, DealCode, new_open_code, read_code, shuffled_pack, start, view
from games.engine.codes import _payload

from .builders import HERE, played, walk

GOLDEN: dict[str, str] = json.loads((HERE / "golden_deals.json").read_text("utf-8"))

PRINT_ALL = """
import hashlib, json, sys
from games.engine import read_code, shuffled_pack
orders = {code: " ".join(map(str, shuffled_pack(read_code(code)))) for code in json.load(sys.stdin)}
json.dump({code: hashlib.sha256(order.encode()).hexdigest() for code, order in orders.items()}, sys.stdout)
"""


def digest(code: DealCode) -> str:
    return hashlib.sha256(" ".join(map(str, shuffled_pack(code))).encode()).hexdigest()


def test_e09_golden_deals_hold():
    assert len(GOLDEN) == 20
    assert {code: digest(read_code(code)) for code in GOLDEN} == GOLDEN


@pytest.mark.parametrize("seed", ["0", "1"])
def test_e09_golden_deals_hold_in_a_new_process(seed):
    answer = subprocess.run(
        [sys.executable, "-c", PRINT_ALL],
        input=json.dumps(list(GOLDEN)),
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(HERE.parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(answer.stdout) == GOLDEN


def test_e09_golden_deals_hold_after_a_thousand_others():
    table = TABLES["ft-n"]
    for _ in range(1000):
        shuffled_pack(new_open_code(table))
    assert {code: digest(read_code(code)) for code in GOLDEN} == GOLDEN


@pytest.mark.parametrize("code", list(GOLDEN)[::4])
def test_e09_a_restart_is_the_first_deal_again(code, chance):
    opening = start(read_code(code))
    first = view(opening)
    assert sum(1 for _ in walk(opening, chance, 30)) > 0
    again = start(read_code(code))
    assert view(again) == view(opening) == first
    assert (again.seq, again.moves, again.undo, again.peeks) == (0, 0, 0, 0)
    assert view(played(again, "s")) == view(played(opening, "s"))


def test_one_payload_deals_the_same_on_all_four_double_solitaire_tables():
    orders = {shuffled_pack(DealCode(table, "TWODECK")) for table in TABLES.values() if table.family == "DS1"}
    assert len(orders) == 1
    assert shuffled_pack(DealCode(TABLES["ft-n"], "TWODECK")) not in orders


def test_open_deals_are_numbered_in_base_32():
    assert _payload(1, 7) == "AAAAAAB"
    assert _payload(2**35 - 1, 7) == "7777777"


def test_openings_lie_as_dealt():
    easy, thieves = start(read_code("DS1-D1N-AAAAAAB")), start(read_code("FT1-N-AAAAAAB"))
    assert [len(column) for column in easy.layout.columns] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert easy.layout.hidden == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    assert (easy.stock_left, thieves.stock_left) == (59, 64)
    assert [len(column) for column in thieves.layout.columns] == [4] * 10
    assert sum(thieves.layout.hidden) == 0
    assert (easy.score, start(read_code("DS1-D1V-AAAAAAB")).score) == (0, -104)
