"""python -m scripts.screenshots: pictures of a fresh installation in Chromium, for the README and for looking at."""

from __future__ import annotations

import io
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize, sync_playwright

PROJECT = Path(__file__).parents[1]
PICTURES = PROJECT / "docs" / "pictures"
SIZES = {"desk": (1280, 800), "phone": (390, 844), "phone-across": (844, 390)}
PLAYERS = ("Mirela", "Odd", "Ingrid", "Tomislav", "Sunniva", "Dragan", "Lea", "Henrik", "Zrinka", "Per")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
OPEN = {"forty-thieves": "FT1-N-JADZ4FX", "double-solitaire": "DS1-D3N-AAAAAAB"}
DAILY = {"daily": "ft-n"}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
ARGUMENTS += ["--disable-background-networking", "--disable-component-update"]


@contextmanager
def served(data: str) -> Iterator[str]:
    """The address of a server of our own with nothing in it but the demonstration game."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    unset = {"DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "HOST", "WORKERS", "ALLOWED_HOSTS", "TRUSTED_PROXIES"}
    env = {name: value for name, value in os.environ.items() if name not in unset}
    env |= {"PORT": str(port), "DATA_DIR": data}
    command = [sys.executable, "-m", "config.serve"]
    process = subprocess.Popen(command, cwd=PROJECT, env=env, stdout=subprocess.DEVNULL)  # noqa: S603  # our own
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            if process.poll() is not None:
                raise SystemExit("The server ended.")
            try:
                urllib.request.urlopen(f"{url}/readyz", timeout=1).close()  # noqa: S310  # our own
                break
            except OSError:
                time.sleep(0.1)
        yield url
    finally:
        ended = process.poll()
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        if ended is not None:
            sys.stderr.write(f"The server had ended with {ended}.\n")


def post(context: BrowserContext, url: str, path: str, body: dict[str, Any]) -> Any:
    """One request to the API, as a page of this context would send it."""
    token = next((each.get("value", "") for each in context.cookies() if each.get("name") == "csrftoken"), "")
    headers = {"Origin": url, "X-CSRFToken": token}
    answer = context.request.post(f"{url}/api/v1/{path}", data=body, headers=headers)
    if not answer.ok:
        raise SystemExit(f"{path}: {answer.status} {answer.text()}")
    return answer.json()


def choose(view: dict[str, Any]) -> str | None:
    """A plain player's next action: up, else uncover, else off the waste, else draw."""
    legal: list[str] = view["legal"]
    ups = [token for token in legal if token.endswith("x")]
    uncovering = [
        f"{letter}{target}{'' if len(column['cards']) == 1 else len(column['cards'])}"
        for letter, column in zip("abcdefghij", view["columns"], strict=False)
        for target in "abcdefghij"
        if column["hidden"]
    ]
    downs = [token for token in legal if token[0] == "w" and token not in ups]
    wanted = [*ups, *(token for token in uncovering if token in legal), *downs, "s"]
    return next((token for token in wanted if token in legal), None)


def played(context: BrowserContext, url: str, asked: dict[str, Any], most: int) -> str:
    """The id of a game played on for a while."""
    view = post(context, url, "games", asked)
    for _ in range(most):
        token = choose(view)
        if token is None:
            break
        view = post(context, url, f"games/{view['id']}/actions", {"seq": view["seq"], "actions": [token]})[
            "view"
        ]
    return str(view["id"])


def rename(context: BrowserContext, url: str, name: str) -> None:
    context.request.get(f"{url}/me")
    token = next(each["value"] for each in context.cookies() if each["name"] == "csrftoken")
    form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token, "name": name}
    context.request.post(f"{url}/me", form=form, headers={"Origin": url})


def save(page: Page, name: str) -> None:
    """Write one picture in few colours: flat surfaces stay crisp and the files small."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)  # cards at rest, court cards drawn
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image = image.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    image.save(PICTURES / f"{name}.png", optimize=True)


def visit(browser: Browser, url: str) -> tuple[StorageState, dict[str, str]]:
    """The cookies of a player who has begun some games, and the pages to show to that player."""
    context = browser.new_context()
    paths = {"home": "/", "board": "/daily/today/ft-n"}
    played(context, url, DAILY, 46)
    rename(context, url, "Ana")
    for name, code in OPEN.items():
        paths[f"play-{name}"] = f"/play/{played(context, url, {'code': code}, 58)}"
    page = context.new_page()
    page.goto(url)
    demo = page.locator('a[href*="/replay/"]').last.get_attribute("href")
    paths["replay"] = f"{demo}?at=150"
    state = context.storage_state()
    context.close()
    return state, paths


def main() -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(data) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for number, name in enumerate(PLAYERS):
            context = browser.new_context()
            played(context, url, DAILY, 14 + 9 * number)
            rename(context, url, name)
            context.close()
        state, paths = visit(browser, url)
        for size, (width, height) in SIZES.items():
            for theme in THEMES:
                viewport: ViewportSize = {"width": width, "height": height}
                context = browser.new_context(storage_state=state, viewport=viewport, color_scheme=theme)
                page = context.new_page()
                for name, path in paths.items():
                    if theme == "light" or name.startswith(("play", "home")):
                        page.goto(url + path)
                        save(page, f"{name}-{size}{'' if theme == 'light' else '-dark'}")
                context.close()
        browser.close()
    sys.stdout.write(f"The pictures are in {PICTURES.relative_to(PROJECT)}.\n")


if __name__ == "__main__":
    main()
