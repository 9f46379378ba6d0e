"""The engine's README says nothing that is not so."""

import doctest
import subprocess
import sys

from .builders import HERE

ROOT = HERE.parents[1]


def test_readme_examples():
    failed, attempted = doctest.testfile(
        str(ROOT / "games" / "engine" / "README.md"), module_relative=False, encoding="utf-8"
    )
    assert failed == 0
    assert attempted >= 30


def test_the_engine_needs_the_standard_library_only():
    # -I -S: no environment, no site-packages; whatever is imported besides must be the engine itself.
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import games.engine, games.engine.__main__"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
