"""The board alone in Chromium: sharp at every pixel ratio, true to its twin, safe in the hand."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
POSITIONS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "positions.json").read_text())
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
CHROMIUM += ["--disable-background-networking", "--disable-component-update"]
SIZES = {"desk": (1280, 800, 1.0), "phone": (390, 844, 3.0), "phone-across": (844, 390, 2.0)}
HOME_MS = 300  # a card let go of is home again

Open = Callable[..., Page]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def harness() -> Iterator[str]:
    """The address of the board's own page, freshly built and served."""
    node = shutil.which("node") or str(Path(sys.executable).with_name("node"))
    build = [node, "node_modules/vite/bin/vite.js", "build", "--mode", "harness", "--logLevel", "error"]
    subprocess.run(build, cwd=FRONTEND, check=True)
    handler = functools.partial(Quiet, directory=str(FRONTEND / "dist-test"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/index.html"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        yield chromium
        chromium.close()


@pytest.fixture
def open_board(browser: Browser, harness: str) -> Iterator[Open]:
    """Opens the page in a context of its own; an error in it fails the test."""
    contexts = []
    errors: list[str] = []

    def open_it(query: str = "", size: tuple[int, int] = (1280, 800), dpr: float = 1, **more: Any) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=dpr, **more
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{harness}?{query}")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert errors == []


def state(legal: str = "", **piles: str) -> dict[str, Any]:
    """A Double Solitaire state: `a="## 8S 7H"` for columns, `f3="AH"` for slots, `w`, `s="24"`."""
    columns = []
    for letter in "abcdefghi":
        cards = piles.get(letter, "").split()
        faces = [card for card in cards if card != "##"]
        columns.append({"hidden": len(cards) - len(faces), "cards": faces})
    return {
        "stock": int(piles.get("s", "0")),
        "waste": piles.get("w", "").split(),
        "columns": columns,
        "foundations": [piles.get(f"f{slot}") for slot in range(1, 9)],
        "legal": legal.split(),
    }


def show(page: Page, shown: dict[str, Any]) -> None:
    page.evaluate("async s => { harness.show(s, { animate: false }); await harness.frames(2) }", shown)


def asked(page: Page) -> list[str]:
    tokens: list[str] = page.evaluate("harness.asked")
    return tokens


def box(page: Page, selector: str) -> dict[str, float]:
    """The rectangle of the last element that matches, in CSS pixels of the window."""
    found = page.locator(selector).last.bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def corner(page: Page, selector: str) -> tuple[float, float]:
    found = box(page, selector)
    return found["x"] + 8, found["y"] + 8


def middle(page: Page, selector: str) -> tuple[float, float]:
    found = box(page, selector)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def at_rest_after(page: Page) -> float:
    """How long, in ms of the page's own clock, until nothing moves any more."""
    took: float = page.evaluate(
        """async () => {
             const start = performance.now();
             while (document.querySelector("[data-moving]")) await harness.frames(1);
             return performance.now() - start;
           }"""
    )
    return took


class Finger:
    """One or two real touches by the browser's own protocol."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def glide(self, start: tuple[float, float], end: tuple[float, float], steps: int = 10) -> None:
        self.send("touchStart", start)
        for step in range(1, steps + 1):
            share = step / steps
            x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            self.send("touchMove", (x, y))


def wrong_cards(page: Page) -> list[str]:
    found: dict[str, Any] = page.evaluate("async () => { await harness.frames(2); return harness.compare() }")
    assert found["cards"] > 0
    wrong: list[str] = found["wrong"]
    return wrong


# C01: sharp at every pixel ratio.


@pytest.mark.parametrize(
    ("dpr", "width", "height"), [(1, 800, 600), (2, 1600, 1200), (1.25, 1000, 750), (2.625, 2100, 1575)]
)
def test_c01_backing_store_is_css_size_times_ratio(
    open_board: Open, dpr: float, width: int, height: int
) -> None:
    page = open_board("width=800&height=600", (900, 800), dpr)
    size = page.evaluate("(c => [c.width, c.height])(document.querySelector('canvas'))")
    assert size == [width, height]
    drawn = box(page, "canvas")
    assert (drawn["width"], drawn["height"]) == (800, 600)
    show(page, POSITIONS[5])
    assert wrong_cards(page) == []


def test_c01_ten_changes_of_ratio(open_board: Open) -> None:
    page = open_board("width=800&height=600", (900, 800))
    cdp = page.context.new_cdp_session(page)
    before = state("cx", a="## 9S 8H", c="## 5D AH", i="## KC QD JC")
    show(page, before)
    for dpr in (2, 1.25, 2.625, 1, 3, 1.5, 2, 1, 2.625, 1.25):
        metrics = {"width": 900, "height": 800, "deviceScaleFactor": dpr, "mobile": False}
        cdp.send("Emulation.setDeviceMetricsOverride", metrics)
        took = page.evaluate(
            """async r => {
                 const start = performance.now();
                 const canvas = document.querySelector("canvas");
                 const fits = () => canvas.width === Math.round(800 * r) && canvas.height === Math.round(600 * r);
                 while (devicePixelRatio !== r || !fits()) await harness.frames(1);
                 return performance.now() - start;
               }""",
            dpr,
        )
        assert took < 500
        assert wrong_cards(page) == []
        page.mouse.click(*middle(page, "[data-card=AH]"))
        assert asked(page)[-1] == "cx"
        show(page, before)
    assert asked(page) == ["cx"] * 10


# C04: touch claims its gesture, and whatever takes it away puts the card back.


def test_c04_touch_drag_moves_the_card_and_not_the_page(open_board: Open) -> None:
    page = open_board("tall", (390, 844), 2, has_touch=True, is_mobile=True)
    show(page, state("ab", a="## 8S", b="9D", c="## 5D"))
    finger = Finger(page)
    start, home = corner(page, "[data-card='8S']"), box(page, "[data-card='8S']")
    finger.glide(start, (start[0] + 60, start[1] + 200))
    page.evaluate("harness.frames(2)")
    under = box(page, "[data-card='8S']")
    assert (under["x"] - home["x"], under["y"] - home["y"]) == pytest.approx((60, 200), abs=1)
    assert not [card for card in wrong_cards(page) if card.startswith("8S")]
    assert page.evaluate("scrollY") == 0
    finger.send("touchEnd")
    assert asked(page) == []
    finger.glide(start, corner(page, "[data-card='9D']"))
    finger.send("touchEnd")
    assert asked(page) == ["ab"]
    assert page.evaluate("scrollY") == 0


def test_c04_outside_the_board_the_page_scrolls_and_zoom_stays_possible(open_board: Open) -> None:
    page = open_board("tall", (390, 844), 2, has_touch=True, is_mobile=True)
    show(page, POSITIONS[0])
    finger = Finger(page)
    finger.glide((200, 820), (200, 520))
    finger.send("touchEnd")
    page.wait_for_function("scrollY > 100")
    actions = "[...document.querySelectorAll('#host canvas, #host > div')].map(e => e.style.touchAction)"
    assert page.evaluate(actions) == ["pinch-zoom", "pinch-zoom"]
    assert page.evaluate("getComputedStyle(document.body).touchAction") == "auto"


TAKE_AWAY: dict[str, Callable[[Page, Finger], object]] = {
    "cancel": lambda page, finger: finger.send("touchCancel"),
    "made-by-script": lambda page, finger: page.evaluate(
        "document.querySelector('#host canvas').dispatchEvent(new PointerEvent('pointercancel'))"
    ),
    "lost-capture": lambda page, finger: page.evaluate(
        "document.querySelector('#host > div').dispatchEvent(new PointerEvent('lostpointercapture'))"
    ),
    "rotation": lambda page, finger: page.set_viewport_size({"width": 844, "height": 390}),
    "dialog": lambda page, finger: page.evaluate("document.querySelector('#dialog').showModal()"),
    "window": lambda page, finger: page.evaluate("dispatchEvent(new Event('blur'))"),
    "setting": lambda page, finger: page.evaluate("harness.board.setInteractive(false)"),
}


@pytest.mark.parametrize("how", TAKE_AWAY)
def test_c04_what_ends_a_drag_puts_the_card_back(open_board: Open, how: str) -> None:
    page = open_board("animation=slow", (390, 844), 2, has_touch=True, is_mobile=True)
    show(page, state("ab", a="## 8S", b="9D"))
    before = page.evaluate("JSON.stringify(harness.state())")
    finger = Finger(page)
    finger.glide(corner(page, "[data-card='8S']"), corner(page, "[data-card='9D']"))
    assert page.locator("[data-moving]").count() == 1
    TAKE_AWAY[how](page, finger)
    assert at_rest_after(page) < HOME_MS
    if how != "cancel":
        finger.send("touchEnd")
    card, pile = box(page, "[data-card='8S']"), box(page, "[data-pile=a]")
    assert card["x"] == pile["x"]
    assert card["y"] + card["height"] == pytest.approx(pile["y"] + pile["height"])
    assert wrong_cards(page) == []
    assert asked(page) == []
    assert page.evaluate("JSON.stringify(harness.state())") == before
    page.evaluate("document.querySelector('#dialog').close(); harness.board.setInteractive(true)")
    finger.glide(corner(page, "[data-card='8S']"), corner(page, "[data-card='9D']"))
    finger.send("touchEnd")
    assert asked(page) == ["ab"]


def test_c04_second_finger_and_right_button_change_nothing(open_board: Open) -> None:
    page = open_board("", (390, 844), 2, has_touch=True, is_mobile=True)
    show(page, state("ab cx", a="## 8S", b="9D", c="AH"))
    finger = Finger(page)
    start, end, other = (corner(page, f"[data-card='{card}']") for card in ("8S", "9D", "AH"))
    finger.glide(start, end)
    finger.send("touchStart", end, other)
    finger.send("touchMove", end, (other[0] + 1, other[1]))
    assert asked(page) == []
    finger.send("touchEnd")
    assert asked(page) == ["ab"]
    desk = open_board()
    show(desk, state("ab", a="## 8S", b="9D"))
    desk.mouse.move(*corner(desk, "[data-card='8S']"))
    desk.mouse.down(button="right")
    desk.mouse.move(*corner(desk, "[data-card='9D']"), steps=5)
    desk.mouse.up(button="right")
    assert asked(desk) == []


def test_c04_leaving_the_window_puts_the_card_back(open_board: Open) -> None:
    page = open_board("animation=fast")
    show(page, state("ab", a="## 8S", b="9D"))
    page.mouse.move(*corner(page, "[data-card='8S']"))
    page.mouse.down()
    page.mouse.move(*corner(page, "[data-card='9D']"), steps=5)
    page.mouse.move(-30, 300)
    assert at_rest_after(page) < HOME_MS
    page.mouse.move(*corner(page, "[data-card='9D']"))
    page.mouse.up()
    assert asked(page) == []
    assert wrong_cards(page) == []


# Pixels against the twin.


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["ds", "ft"])
def test_every_card_looks_as_the_twin_says(open_board: Open, game: str, size: str) -> None:
    width, height, dpr = SIZES[size]
    positions = [position for position in POSITIONS if position["table"].startswith(game)]
    assert len(positions) == 50
    cards = 0
    for table in sorted({position["table"] for position in positions}):
        page = open_board(f"table={table}", (width, height), dpr)
        for position in positions:
            if position["table"] != table:
                continue
            found = page.evaluate("s => harness.check(s)", position)
            assert found["wrong"] == []
            cards += found["cards"]
    assert cards > 1000


def test_the_pixel_check_notices_an_empty_render_and_one_wrong_card(open_board: Open) -> None:
    page = open_board("render=off")
    found = page.evaluate("s => harness.check(s)", POSITIONS[5])
    assert found["cards"] > 20
    assert len(found["wrong"]) == found["cards"]
    page = open_board("render=swapped")
    found = page.evaluate("s => harness.check(s)", POSITIONS[5])
    assert len(found["wrong"]) == 1


@pytest.mark.parametrize("look", ["four&large", "left&theme=dark", "large&left&four&theme=dark"])
def test_settings_keep_picture_and_twin_together(open_board: Open, look: str) -> None:
    for table in ("ds-d3n", "ft-n"):
        page = open_board(f"table={table}&{look}", (390, 844), 2)
        for position in [one for one in POSITIONS if one["table"] == table][:6]:
            assert page.evaluate("s => harness.check(s)", position)["wrong"] == []


# Hands and keys.


def test_e11_of_two_equal_cards_the_tapped_one_moves_while_the_other_is_under_way(open_board: Open) -> None:
    page = open_board("animation=slow")
    show(page, state("ax ex", a="9C 2H", e="5S 2H", f3="AH", f4="AH"))
    at_a, at_e = (
        middle(page, "[data-pile=a] [data-card='2H']"),
        middle(page, "[data-pile=e] [data-card='2H']"),
    )
    page.mouse.click(*at_a)
    page.evaluate("harness.show({ ...harness.state(), legal: ['ex'] })")
    assert page.locator("[data-moving]").count() == 1
    page.mouse.click(*at_e)
    assert asked(page) == ["ax", "ex"]
    page.wait_for_selector("#host > div:not([data-moving])")
    assert wrong_cards(page) == []


def test_an_illegal_drop_is_asked_for_and_slides_home(open_board: Open) -> None:
    page = open_board("animation=fast")
    show(page, state("", a="## 8S", b="3D"))
    page.mouse.move(*corner(page, "[data-card='8S']"))
    page.mouse.down()
    page.mouse.move(*corner(page, "[data-card='3D']"), steps=6)
    page.mouse.up()
    assert asked(page) == ["ab"]
    assert at_rest_after(page) < HOME_MS
    assert box(page, "[data-card='8S']")["x"] == box(page, "[data-pile=a]")["x"]
    page.wait_for_timeout(500)
    page.evaluate("harness.board.slideBack('ab')")
    assert page.locator("[data-moving]").count() == 1
    assert at_rest_after(page) < HOME_MS


def test_a_double_click_plays_once(open_board: Open) -> None:
    page = open_board()
    show(page, state("ab", a="## 8S", b="9D"))
    page.mouse.dblclick(*middle(page, "[data-card='8S']"))
    assert asked(page) == ["ab"]


def test_the_keyboard_plays_and_leaves_typing_alone(open_board: Open) -> None:
    page = open_board()
    show(page, state("s ab2 wx", s="5", w="9C AH", a="## 8S 7H", b="9D"))
    page.focus("[data-pile=a]")
    for key in ("ArrowUp", "Enter", "ArrowRight", "Space"):
        page.keyboard.press(key)
    assert asked(page) == ["ab2"]
    assert page.evaluate("document.activeElement.dataset.pile") == "b"
    assert page.evaluate("harness.said") == ["8S", "Picked up 8S 2"]
    page.keyboard.press("s")
    page.focus("[data-pile=w]")
    page.keyboard.press("x")
    page.keyboard.press("Control+z")
    page.keyboard.press("?")
    assert (asked(page), page.evaluate("harness.keys")) == (["ab2", "s", "wx"], ["undo", "help"])
    page.focus("#typing")
    page.keyboard.type("sx? ")
    page.keyboard.press("Control+z")
    page.keyboard.press("Enter")
    assert (asked(page), page.evaluate("harness.keys")) == (["ab2", "s", "wx"], ["undo", "help"])
    page.evaluate("document.querySelector('[data-pile=s]').click()")
    assert asked(page)[-1] == "s"


def test_tab_goes_through_every_pile_and_on(open_board: Open) -> None:
    page = open_board()
    show(page, POSITIONS[0])
    seen = []
    for _ in range(20):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.dataset.pile ?? document.activeElement.id"))
    assert seen == [*"sw12345678abcdefghi", "typing"]
    labels = page.locator("[data-pile]").evaluate_all("piles => piles.map(p => p.getAttribute('aria-label'))")
    assert len(set(labels)) == 19
    assert page.locator("[data-pile] > span:not([aria-hidden=true])").count() == 0


def test_the_focus_and_what_is_picked_up_can_be_seen(open_board: Open) -> None:
    page = open_board()
    show(page, state("ab", a="## 8S", b="9D"))

    def picture() -> str:
        page.evaluate("harness.frames(2)")
        shot: str = page.evaluate("document.querySelector('canvas').toDataURL()")
        return shot

    at_rest = picture()
    page.keyboard.press("Tab")
    focused = picture()
    page.focus("[data-pile=a]")
    page.keyboard.press("Enter")
    assert len({at_rest, focused, picture()}) == 3
    page.keyboard.press("Escape")
    page.focus("#typing")
    assert picture() == at_rest


# Light and still.


def test_nothing_is_drawn_when_nothing_changes(open_board: Open) -> None:
    page = open_board("animation=fast")
    show(page, state("ab", s="9", w="5C", a="## 8S", b="9D"))
    page.mouse.click(*middle(page, "[data-card='8S']"))
    page.wait_for_timeout(300)
    before = page.evaluate("harness.pictures()")
    page.wait_for_timeout(400)
    assert page.evaluate("harness.pictures()") == before


def test_reduced_motion_shows_the_end_at_once(open_board: Open) -> None:
    page = open_board("animation=slow", reduced_motion="reduce")
    show(page, state("ax", a="AH"))
    page.mouse.click(*middle(page, "[data-card=AH]"))
    assert page.locator("[data-moving]").count() == 0
    assert wrong_cards(page) == []


def test_figures_come_only_when_a_court_card_is_seen(open_board: Open) -> None:
    page = open_board()
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url.rsplit("/", 1)[-1]))
    show(page, state("", a="## 8S 7H", b="KD QS JH TC", c="5D"))
    page.wait_for_timeout(100)
    assert asked_for == []
    show(page, state("", a="QH", b="## JS", c="5D"))
    page.wait_for_timeout(100)
    assert sorted(asked_for) == ["JS.svg", "QH.svg"]
    assert wrong_cards(page) == []


def test_a_theme_changes_the_felt_at_once(open_board: Open) -> None:
    page = open_board()
    show(page, POSITIONS[0])
    felt = "[...document.querySelector('canvas').getContext('2d').getImageData(2, 2, 1, 1).data]"
    before = page.evaluate(felt)
    page.evaluate("async () => { document.documentElement.dataset.theme = 'dark'; await harness.frames(3) }")
    assert page.evaluate(felt) != before
    assert page.evaluate(felt) == [18, 53, 42, 255]
    assert wrong_cards(page) == []
