"""Pages in a real browser: nothing scrolls sideways, tables fit their window, links and dialogs work by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import NewPage
from tests.browser.table import Player

SIZES = [(390, 844), (844, 390), (1280, 800)]
INSIDE = """() => {
    const root = document.scrollingElement;
    return {x: root.scrollWidth <= innerWidth, y: root.scrollHeight <= innerHeight};
}"""


def start(page: Page, server: str, **asked: Any) -> Player:
    """A page at a new game of one's own."""
    page.goto(server)
    body = page.evaluate(
        """async (asked) => (await fetch('/api/v1/games', {method: 'POST', body: JSON.stringify(asked),
            headers: {'Content-Type': 'application/json', 'X-CSRFToken':
            (document.cookie.match(/csrftoken=([^;]+)/) ?? [])[1] ?? ''}})).json()""",
        asked,
    )
    page.goto(f"{server}/play/{body['id']}")
    expect(page.locator("#connection")).to_have_attribute("data-state", "online")
    return Player(page)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_fit(server: str, new_page: NewPage, width: int, height: int, theme: str) -> None:
    page = new_page(width, height, color_scheme=theme)
    for code in ("DS1-D3N-AAAAAAB", "FT1-N-AAAAAAB"):
        player = start(page, server, code=code)
        assert page.evaluate(INSIDE) == {"x": True, "y": True}
        whole(page)
        page.goto(f"{server}/replay/{player.game}")
        expect(page.locator("#count")).to_contain_text("0")
        assert page.evaluate(INSIDE) == {"x": True, "y": True}
        whole(page)
    for path in (
        "/",
        "/daily/today/ft-n",
        "/d/FT1-N-AAAAAAB",
        "/rules/ds",
        "/rules/ft",
        "/me",
        "/player/Demo",
    ):
        page.goto(server + path)
        assert page.evaluate(INSIDE)["x"], path
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, input:not([type=hidden]), select, summary')]
                .filter((each) => each.checkVisibility())
                .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
                .filter(([, box]) => box.width < 24 || box.height < 24).map(([html]) => html)"""
        )
        assert small == [], path


def whole(page: Page) -> None:
    """Every pile lies inside the window."""
    width, height = page.viewport_size["width"], page.viewport_size["height"]  # type: ignore[index]  # always set here
    for pile in page.locator("[data-pile]").all():
        box = pile.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width + 0.5
        assert box["y"] + box["height"] <= height + 0.5


def test_a_new_game_from_the_dialog_and_its_code_copied(server: str, new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(server)
    page.click('[data-open="new-game"]')
    dialog = page.locator("#new-game")
    expect(dialog).to_be_visible()
    dialog.locator('input[type="text"], input:not([type])').first.fill(
        "https://x.example/d/ds1 d3v abcdefg?x=1"
    )
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    page.click('[popovertarget="menu"]')
    expect(page.locator("#code")).to_have_text("DS1-D3V-ABCDEFG")
    page.click('[data-copy-from="code"]')
    assert page.evaluate("navigator.clipboard.readText()") == "DS1-D3V-ABCDEFG"


def test_a_broken_code_is_explained_in_the_dialog(server: str, new_page: NewPage) -> None:
    page = new_page(allow="status of 400")
    page.goto(server)
    page.click('[data-open="new-game"]')
    dialog = page.locator("#new-game")
    dialog.locator('input[type="text"], input:not([type])').first.fill("DS1-D3V-ABC")
    page.keyboard.press("Enter")
    expect(dialog.locator('[role="alert"]')).to_contain_text("length")


def test_restart_and_unfinished_games(server: str, new_page: NewPage) -> None:
    page = new_page()
    player = start(page, server, code="FT1-N-AAAAAAB")
    player.tap("s")
    player.wait_for_seq(1)
    first = player.game
    page.click('[popovertarget="menu"]')
    page.click("#restart")
    asked = page.locator("dialog[open] .primary")
    if asked.count():
        asked.click()
    page.wait_for_url(lambda url: first not in url)
    again = Player(page).view()
    assert (again["code"], again["seq"]) == ("FT1-N-AAAAAAB", 0)
    page.goto(server)
    unfinished = page.locator(f'a[href="/play/{first}"]')
    expect(unfinished).to_contain_text("1 move")
    unfinished.click()
    page.wait_for_url(f"**/play/{first}")


def test_keys_alone_draw_undo_and_read(server: str, new_page: NewPage) -> None:
    page = new_page()
    player = start(page, server, code="DS1-D1N-AAAAAAB")
    page.locator('[data-pile="s"]').focus()
    page.keyboard.press("s")
    player.wait_for_seq(1)
    expect(page.locator("#live")).to_contain_text(re.compile("draw|drawn|turned", re.I))
    page.keyboard.press("Control+z")
    view = player.wait_for_seq(2)
    assert (view["stock"], view["peeks"]) == (59, 1)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.click('[popovertarget="menu"]')
    page.click("#read-position")
    expect(page.locator("dialog[open]")).to_contain_text("Stock, 59 cards")


def test_the_demo_replay_plays_to_the_end(server: str, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server)
    page.locator('a[href^="/replay/"]').first.click()
    page.wait_for_url("**/replay/*")
    expect(page.locator("#count")).to_contain_text("227")
    page.click("#last")
    expect(page).to_have_url(re.compile(r"at=227$"))
    expect(page.locator('[data-stat="score"]')).to_have_text("1185")
    tops = [cards[-1] for pile, cards in Player(page).piles().items() if pile.isdigit()]
    assert [face[0] for face in tops] == ["K"] * 8
    page.click("#first")
    page.go_back()
    expect(page).to_have_url(re.compile(r"at=227$"))
    expect(page.locator('[data-stat="score"]')).to_have_text("1185")
    page.goto(re.sub(r"at=.*", "at=1e9", page.url))
    expect(page.locator('[data-stat="score"]')).to_have_text("1185")


def test_the_api_docs_work_under_the_policy(server: str, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{server}/api/docs/")
    expect(page.locator("#swagger-ui")).to_contain_text("Play actions")
    assert page.locator(".opblock").count() >= 10


def test_w03_a_connection_lost_is_said_and_the_action_is_sent_again(server: str, new_page: NewPage) -> None:
    page = new_page(allow="INTERNET_DISCONNECTED")
    player = start(page, server, code="DS1-D1N-AAAAAAB")
    player.tap("s")
    player.wait_for_seq(1)
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    player.tap("s")
    expect(page.locator("#connection")).not_to_have_attribute("data-state", "online", timeout=7000)
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_have_attribute("data-state", "online", timeout=15_000)
    view = player.wait_for_seq(2)
    assert view["seq"] == 2


def test_w03_an_answer_that_is_lost_makes_no_second_action(server: str, new_page: NewPage) -> None:
    """W03: the action arrived, its answer did not; the page sends it again and the log has it once."""
    page = new_page()
    lost: list[str] = []

    def between(socket: WebSocketRoute) -> None:
        far = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if not lost and '"type":"acted"' in str(message):
                lost.append(str(message))
                socket.close(code=1012)
                far.close(code=1012)
            else:
                socket.send(message)

        far.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/games/"), between)
    player = start(page, server, code="DS1-D1N-AAAAAAB")
    player.tap("s")
    view = player.wait_for_seq(1)
    expect(page.locator("#connection")).to_have_attribute("data-state", "online", timeout=15_000)
    assert len(lost) == 1
    assert (view["seq"], view["stock"]) == (1, 58)
    player.tap("s")
    assert player.wait_for_seq(2)["stock"] == 57
    assert player.piles()["w"] == player.view()["waste"][-1:]
