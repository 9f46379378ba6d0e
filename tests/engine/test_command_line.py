"""The command line: plain sentences, exit codes, and no traceback whatever is fed to it."""

import io
import json
import subprocess
import sys

import pytest

from games.engine import Reason, read_code, start, view
from games.engine.__main__ import LIMIT, SENTENCES, main

from .builders import HERE, vectors

WON = vectors("won")["games"][-1]
RECORD = (
    f"Deal: {WON['deal']}\nResult: won\nScore: {WON['score']}\nMoves: {WON['moves']}\n\n{WON['actions']}\n"
)


@pytest.fixture
def run(monkeypatch, capsys):
    def run(*arguments, text=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        code = main(arguments)
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return code, printed.out, printed.err

    return run


def test_deal_prints_the_opening(run):
    code, out, err = run("deal", "ds1 d1n aaaaaab")
    assert (code, err) == (0, "")
    assert out.startswith("ds-d1n\nscore 0\nstock 59\nwaste -\n")
    assert "b [1] 8D\n" in out
    assert "b [AH] 8D\n" in run("deal", "--reveal", "DS1-D1N-AAAAAAB")[1]


def test_deal_prints_the_view(run):
    assert json.loads(run("deal", "DS1-D1N-AAAAAAB", "--json")[1]) == view(
        start(read_code("DS1-D1N-AAAAAAB"))
    )


def test_deal_reads_standard_input(run):
    assert run("deal", text=b"Try FT1-N-AAAAAAB!")[:2] == run("deal", "-", text=b"ft1naaaaaab\n")[:2]


def test_play_prints_where_a_record_leads(run, tmp_path):
    file = tmp_path / "record.txt"
    file.write_text(RECORD)
    code, out, _ = run("play", str(file))
    assert code == 0
    assert "foundations KS KH KD KC KS KH KD KC" in out
    assert "won, score 1185, ranked score 1185, moves 227, actions 227" in out
    assert run("play", text=RECORD.encode()) == (0, out, "")


def test_verify_a_record_that_stands(run):
    code, out, err = run("verify", "-", text=RECORD.encode())
    assert (code, err) == (0, "")
    assert out.endswith("The record stands.\n")


def test_verify_names_claims_that_do_not_hold(run):
    code, out, _ = run("verify", text=RECORD.replace("Score: 1185", "Score: 9999").encode())
    assert code == 1
    assert "Score does not hold: claimed 9999, played 1185.\n" in out
    assert "stands" not in out


@pytest.mark.parametrize("command", ["play", "verify"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "line 1: the header Deal is missing"),
        (
            b"Deal: FT1-N-AAAAAAB\n\ns r",
            "Action 1, counted from 0, 'r', is refused (no_redeal): this table allows one",
        ),
        (b"Deal: FT1-N-AAAAAAB\n\ns@01", "Action 0, counted from 0, 's@01', is refused (unknown_action)"),
        (b"Deal: FT1-N-AAAAAAB\n\n\x1b[31m" + b"x" * 99, r"'\x1b[31mxxx"),
        (b"Deal: FT9-N-AAAAAAB\n\ns", "known are DS1-D1N"),
        (bytes(range(256)), "line 3: the text is not UTF-8"),
        (b"s " * LIMIT, "longer than 4 MiB"),
    ],
    ids=range(7),
)
def test_bad_records_get_a_sentence(run, command, text, told):
    code, out, err = run(command, text=text)
    assert (code, out) == (1, "")
    assert told in err
    assert err.count("\n") == 1
    assert "\x1b" not in err


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"hello", b"DS9-D1N-AAAAAAB"])
def test_bad_codes_get_a_sentence(run, text):
    code, _, err = run("deal", text=text)
    assert code == 1
    assert err.startswith("No deal code of a known version found; known are DS1-D1N")


def test_files_that_cannot_be_read(run, tmp_path):
    assert "No such file" in run("verify", str(tmp_path / "none"))[2]
    assert "directory" in run("verify", str(tmp_path))[2]
    assert "cannot be read" in run("verify", "a\0b")[2]


def test_every_reason_has_its_words():
    assert list(SENTENCES) == list(Reason)


def test_it_runs_as_a_module_and_its_reader_may_leave():
    command = [sys.executable, "-m", "games.engine", "verify"]
    done = subprocess.run(
        command, input=RECORD, cwd=HERE.parents[1], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    with subprocess.Popen(
        [sys.executable, "-m", "games.engine", "deal", "FT1-N-AAAAAAB"],
        cwd=HERE.parents[1],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
