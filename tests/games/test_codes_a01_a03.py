"""A01 and A03: codes as people type, read out and paste them, over every door that takes one."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from games.models import Game
from tests.conftest import Api

K = "DS1-D1N-ABCDEFG"
HOST = "twodeck.example"


def fullwidth(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if letter.isalnum() else letter for letter in text)


TYPED = [
    K.lower(),
    f" {K} ",
    "DS1 D1N ABCDEFG",
    K.replace("-", ""),
    K.replace("-", "\u00a0"),
    K.replace("-", "\u2013"),
    fullwidth(K),
    f"{K}\n",
]
PASTED = [
    f"  https://{HOST}/d/{K}\n",
    f"https://{HOST}/d/{K}/",
    f"http://{HOST}/hr/d/{K}?utm=1#top",
    quote(f"https://{HOST}/d/{K}", safe=""),
    f"Come and play this deal with me: https://{HOST}/d/{K} (Twodeck)",
    f"https://evil.example/d/{K}",
]


@pytest.mark.parametrize("text", TYPED + PASTED)
def test_a01_a03_every_way_to_write_a_code_leads_to_the_deal(api: Api, text: str) -> None:
    view = api.start(code=text)
    assert view["code"] == K
    answer = api.get(f"deals/{quote(text, safe='')}")
    assert answer.status_code == 200
    assert answer.json()["code"] == K


@pytest.mark.parametrize("text", TYPED + PASTED)
def test_a01_a03_the_address_bar_carries_the_canonical_code(api: Api, text: str) -> None:
    """The page leads to our own address whatever host the text names."""
    answer = api.http.get(f"/d/{quote(text, safe='')}")
    if answer.status_code == 200:
        assert text == K
    else:
        assert answer.status_code == 302
        assert answer["Location"] == f"/d/{K}"
    page = api.http.get(f"/d/{K}")
    assert page.status_code == 200
    assert K in page.content.decode()


@pytest.mark.parametrize("text", ["", "   ", K + "A", f"{K} or FT1-N-ABCDEFG", "hello"])
def test_a01_a03_what_names_no_single_deal_says_so(api: Api, text: str) -> None:
    answer = api.post("games", {"code": text})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_code"
    assert answer.json()["detail"].endswith(".")
    assert Game.objects.count() == 0
    if text.strip():
        assert api.get(f"deals/{quote(text, safe='')}").status_code == 400
        page = api.http.get(f"/d/{quote(text, safe='')}")
        assert page.status_code == 400
        assert answer.json()["detail"] in page.content.decode()
