"""The thread through the product: play today's deal, see the board move, replay it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.table import Player, moves_between_columns, refused_move

MARKS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def open_daily(page: Page, server: str, table: str = "ft-n") -> Player:
    page.goto(server)
    page.click(f'button[data-daily="{table}"]')
    page.wait_for_url("**/play/*")
    expect(page.locator("#connection")).to_have_attribute("data-state", "online")
    return Player(page)


def cell(row: Locator, heading: str) -> Locator:
    """The cell of a row below a heading."""
    headings = row.page.locator("#entries thead th").all_inner_texts()
    return row.locator("th, td").nth([each.strip() for each in headings].index(heading))


def give_up(player: Player) -> None:
    page = player.page
    page.click('[popovertarget="menu"]')
    page.click("#give-up")
    page.locator("dialog[open] .primary").click()
    for _ in range(100):
        if player.view()["status"] == "given-up":
            return
        page.wait_for_timeout(50)
    raise AssertionError("not given up")


def test_two_browsers_play_watch_and_replay_the_days_deal(server: str, new_page: NewPage) -> None:
    # The second player's attempt of more than 20 actions is over.
    second = open_daily(new_page(), server)
    expect(second.page.locator(".toast.kept")).to_contain_text("it counts")
    for number in range(21):
        second.tap("s")
        second.wait_for_seq(number + 1)
    give_up(second)
    watcher = second.page
    watcher.goto(f"{server}/daily/today/ft-n")
    rows = watcher.locator("#entries tbody tr[data-game]")
    expect(watcher.locator("#connection")).to_have_attribute("data-state", "online")
    expect(rows).to_have_count(1)

    # From now on the board moves by its socket alone.
    requests: list[str] = []
    watcher.on("request", lambda request: requests.append(request.url))

    first = open_daily(new_page(), server)
    mine = watcher.locator(f'#entries tr[data-game="{first.game}"]')
    view = first.view()
    token = refused_move(view)
    first.drag(*token)
    toast = first.page.locator(".toast:not(.kept)")
    expect(toast).to_be_visible()
    said = first.page.locator("#live p").last
    source, target = (view["columns"]["abcdefghij".index(letter)]["cards"][-1] for letter in token)
    for face in (source, target):
        assert face[1] in "SHDC"
        assert MARKS[face[1]] in toast.inner_text()
        expect(said).to_contain_text(NAMES[face[1]])
    assert first.view()["seq"] == 0
    expect(mine).to_have_count(0)

    seq = 0
    while seq == 0 or (not moves_between_columns(view) and seq < 30):
        first.tap("s")
        seq += 1
        view = first.wait_for_seq(seq)
    expect(mine).to_have_count(1)
    if moves := moves_between_columns(view):
        first.drag(*moves[0])
        seq += 1
        view = first.wait_for_seq(seq)
    first.tap("s")
    seq += 1
    view = first.wait_for_seq(seq)
    expect(cell(mine, "Moves")).to_have_text(str(view["moves"]))

    first.page.click("#undo")
    asked = first.page.locator("dialog[open] .primary")
    expect(asked).to_be_visible()  # undoing the draw would be a peek: said before the first one
    asked.click()
    seq += 1
    view = first.wait_for_seq(seq)
    assert view["peeks"] == 1
    expect(cell(mine, "Peeks")).to_have_text("1")
    give_up(first)
    expect(mine).to_have_attribute("data-status", "given-up")
    expect(rows).to_have_count(2)
    assert requests == []

    # The replay steps to the same picture.
    last = first.piles()
    expect(first.page.locator("dialog[open]")).to_have_count(0)
    mine.locator("a", has_text="Replay").click()
    watcher.wait_for_url(f"**/replay/{first.game}*")
    replay = Player(watcher)
    expect(watcher.locator("#count")).to_contain_text("0")
    for _ in range(seq):
        watcher.click("#next")
    expect(watcher).to_have_url(f"{server}/replay/{first.game}?at={seq}")
    assert replay.piles() == last
    watcher.click("#next")
    expect(watcher).to_have_url(f"{server}/replay/{first.game}?at={seq}")
    check_labels(first.page, watcher)


def check_labels(one: Page, other: Page) -> None:
    """Both tables say the same of every pile."""
    script = (
        "() => [...document.querySelectorAll('[data-pile]')].map((pile) => pile.getAttribute('aria-label'))"
    )
    labels: Any = one.evaluate(script)
    assert len(labels) == 20
    assert other.evaluate(script) == labels
