"""What the documents say is so: links lead somewhere, and nothing they must name is left out."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from games.engine import Reason
from games.problems import STATUS

ROOT = Path(__file__).resolve().parents[2]


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [ROOT / name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]


DOCUMENTS = [path for path in tracked() if path.suffix == ".md"]


def anchor(heading: str) -> str:
    """A heading as its link names it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def prose(path: Path) -> str:
    """A document without its blocks of code, in which brackets mean other things."""
    return re.sub(r"^```.*?^```|^ {4}.*?$", "", path.read_text("utf-8"), flags=re.M | re.S)


def test_the_documents_are_there() -> None:
    names = {str(path.relative_to(ROOT)) for path in DOCUMENTS}
    assert {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/rules.md"} <= names
    assert len(names) >= 18


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(path)):
        name, _, part = target.partition("#")
        assert "://" not in name, f"{target} leads out of the project"
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), target
        if part:
            headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.M)
            assert part in {anchor(heading) for heading in headings}, target


def test_every_setting_is_documented() -> None:
    code = (ROOT / "config" / "environment.py").read_text("utf-8")
    found = set(re.findall(r'(?:environ\.get|_number|_scale|_choice|_words|_key)\(\s*"([A-Z_]+)"', code))
    assert {"HOST", "PORT", "DEAL_KEY", "WORKERS", "SPOILERS", "PUBLIC_URL"} <= found
    documented = set(re.findall(r"`([A-Z_]+)`", (ROOT / "docs" / "operating.md").read_text("utf-8")))
    assert found - documented == set()


def test_every_target_in_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {name for line in re.findall(r"^([a-z][\w \-]*):", makefile, re.M) for name in line.split()}
    for path in DOCUMENTS:
        text = path.read_text("utf-8")
        named = set(re.findall(r"(?:`|^ {4})(?:[A-Z]+=\S+ )*make ([a-z][a-z-]*)", text, re.M))
        assert named - targets == set(), path.name
        if path.name == "README.md" and path.parent == ROOT:
            assert {"serve", "test"} <= named


def test_every_error_is_documented() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    codes = {*STATUS, *(reason.value for reason in Reason)}
    assert {code for code in codes if f"`{code}`" not in text} == set()
    for code, status in STATUS.items():
        assert re.search(rf"^\| {status} \| `{code}` \|", text, re.M), code
    rules = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert {reason.value for reason in Reason if f"`{reason.value}`" not in rules} == set()


def test_no_file_names_a_registry_or_a_place_on_one_machine() -> None:
    # Put together here, so that this file does not hold what it looks for.
    hosts = [
        ".".join(parts)
        for parts in (
            ("pypi", "org"),
            ("pythonhosted", "org"),
            ("registry", "npmjs"),
            ("npmjs", "com"),
            ("npmjs", "org"),
            ("debian", "org"),
        )
    ]
    places = ["/".join(("", *parts)) for parts in (("work", ""), ("root", ""))]
    pattern = re.compile("|".join(map(re.escape, [*hosts, *places])) + "|/" + r"home/[a-z]")
    found = []
    for path in tracked():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in pattern.finditer(text)]
    assert found == []
