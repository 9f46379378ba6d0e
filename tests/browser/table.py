"""A person at the table: reads the twin, moves a real pointer."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

COLUMNS = "abcdefghij"


class Player:
    """One page on /play, seen through its twin and used through pointer and keys."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def game(self) -> str:
        return self.page.url.split("/play/")[1].split("?")[0].strip("/")

    def view(self) -> Any:
        """The truth, asked of the server with this page's cookies."""
        answer = self.page.request.get(f"{self.page.url.split('/play/')[0]}/api/v1/games/{self.game}")
        assert answer.ok, answer.text()
        return answer.json()

    def wait_for_seq(self, seq: int) -> Any:
        """Wait until the server has the action, and the page shows it."""
        for _ in range(100):
            view = self.view()
            if view["seq"] >= seq:
                expect(self.page.locator('[data-stat="moves"]')).to_have_text(str(view["moves"]))
                return view
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the game did not reach {seq}")

    def centre(self, pile: str) -> tuple[float, float]:
        """The middle of a pile's last card, or of the empty pile."""
        cards = self.page.locator(f'[data-pile="{pile}"] [data-card]')
        target = cards.last if cards.count() else self.page.locator(f'[data-pile="{pile}"]')
        box = target.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, pile: str) -> None:
        self.page.mouse.click(*self.centre(pile))

    def drag(self, source: str, target: str) -> None:
        """Press on the last card of a pile, move in steps, let go over another pile."""
        mouse = self.page.mouse
        mouse.move(*self.centre(source))
        mouse.down()
        x, y = self.centre(target)
        mouse.move(x, y, steps=12)
        mouse.up()

    def piles(self) -> dict[str, list[str]]:
        """The face-up cards of every pile, as the twin lays them out."""
        script = """() => Object.fromEntries([...document.querySelectorAll('[data-pile]')].map(
            (pile) => [pile.dataset.pile,
              [...pile.querySelectorAll('[data-card]')].map((card) => card.dataset.card)]))"""
        found: dict[str, list[str]] = self.page.evaluate(script)
        return found


def moves_between_columns(view: Any) -> list[str]:
    """The legal moves of one card from column to column."""
    return [
        token for token in view["legal"] if len(token) == 2 and all(letter in COLUMNS for letter in token)
    ]


def refused_move(view: Any) -> str:
    """A drag between two columns that have cards, against the rules."""
    filled = [letter for letter, column in zip(COLUMNS, view["columns"], strict=False) if column["cards"]]
    for source in filled:
        for target in filled:
            if source != target and source + target not in view["legal"]:
                return source + target
    raise AssertionError("every move is legal")
