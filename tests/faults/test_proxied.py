"""The set-up as it is deployed: nginx's own template before two web processes and the clock; and O01 on SQLite."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Template

import pytest

from tests.faults.conftest import within
from tests.faults.driver import Player, all_play_again, check_all, played, table
from tests.faults.services import PROJECT, Postgres, Process, Redis, Web, free_port, listening, wait_until

Times = Callable[[int, int], int]
pytestmark = pytest.mark.timeout(900)


@pytest.fixture
def deployed(
    postgres: Postgres, redis: Redis, keys: dict[str, str], tmp_path: Path
) -> Iterator[tuple[str, list[Web]]]:
    """The address of nginx, and the processes behind it."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    assert Path(nginx).exists(), "nginx is missing: apt-get install nginx-light"
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    env = {**keys, "DATABASE_URL": postgres.url, "REDIS_URL": redis.url, "TRUSTED_PROXIES": "127.0.0.1"}
    webs = [Web(env, tmp_path / f"web{n}.log") for n in range(2)]
    for web in webs:
        web.process.env["PUBLIC_URL"] = url
        web.start()
    clock = Process([sys.executable, "manage.py", "clock"], {**webs[0].process.env}, tmp_path / "clock.log")
    clock.start()
    template = Template((PROJECT / "deploy" / "nginx.conf.template").read_text())
    servers = " ".join(f"server 127.0.0.1:{web.port} max_fails=0;" for web in webs)
    static = Path(keys["DATA_DIR"]) / "static"
    site = template.safe_substitute(LISTEN=f"127.0.0.1:{port}", SERVERS=servers, STATIC=static, SCHEME="http")
    conf = tmp_path / "nginx.conf"
    temporary = "\n".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf.write_text(
        f"daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/nginx.log; user root;\n"
        f"events {{}}\nhttp {{ access_log off; types {{ text/css css; text/javascript js; }}\n{temporary}\n{site} }}\n"
    )
    proxy = Process([nginx, "-c", str(conf), "-p", str(tmp_path)], {}, tmp_path / "nginx.out")
    proxy.start()
    wait_until("nginx", lambda: listening(port))
    yield url, webs
    proxy.stop()
    clock.stop()
    for web in webs:
        web.stop()


async def test_two_processes_behind_nginx(
    deployed: tuple[str, list[Web]], times: Times, report: list[str]
) -> None:
    url, webs = deployed
    games = times(20, 100)
    with urllib.request.urlopen(f"{url}/static/main.js", timeout=5) as answer:
        assert "javascript" in answer.headers["Content-Type"]
        assert answer.headers["Cache-Control"]
    with urllib.request.urlopen(f"{url}/", timeout=5) as answer:
        html = answer.read().decode()
        assert f'og:url" content="{url}/"' in html
    with pytest.raises(urllib.request.HTTPError):
        urllib.request.urlopen(f"{url}/metrics", timeout=5)
    players = await asyncio.to_thread(table, games, lambda: [url], pause=0.05)
    slowest: list[float] = []

    async def disturb() -> None:
        await all_play_again(players, time.monotonic(), 20)
        for web in webs * times(1, 5):
            at = time.monotonic()
            web.kill()
            slowest.append(await all_play_again(players, at, within(6)))
            await asyncio.to_thread(web.start)

    await played(players, disturb)
    stored = check_all(players, url)
    report.append(
        f"{len(slowest)} kills behind nginx under {games} games: {stored} stored, none lost; "
        f"everyone played again within {max(slowest):.2f} s"
    )


async def test_o01_nobody_meets_a_locked_database(
    single: Web, keys: dict[str, str], times: Times, tmp_path: Path, report: list[str]
) -> None:
    """O01: players in parallel, a second process that reads and copies all the while, a board refreshed."""
    count, moves = times(10, 20), 50
    players = await asyncio.to_thread(table, count, lambda: [single.url])
    statuses: list[int] = []

    def play(player: Player) -> int:
        for seq in range(moves):
            body = {"seq": seq, "actions": ["u" if seq % 2 else "s"]}
            path = f"games/{player.game}/actions"
            statuses.append(player.account.request(single.url, "POST", path, body)[0])
            if seq % 10 == 0:
                statuses.append(player.account.request(single.url, "GET", "dailies/today/ft-n/board")[0])
        return int(player.account.request(single.url, "GET", f"games/{player.game}")[1]["seq"])

    stop = asyncio.Event()
    ran: list[int] = []

    async def another_process() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            for command in (["backup", str(tmp_path / f"{number}.backup")], ["verify_games"]):
                done = await asyncio.to_thread(
                    subprocess.run,
                    [sys.executable, "manage.py", *command],
                    cwd=PROJECT,
                    env=single.process.env,
                    capture_output=True,
                    check=False,
                )
                assert done.returncode == 0, done.stderr
                ran.append(1)

    beside = asyncio.create_task(another_process())
    lengths = await asyncio.gather(*(asyncio.to_thread(play, player) for player in players))
    stop.set()
    await beside
    assert set(statuses) == {200}
    assert sum(lengths) == count * moves
    assert "locked" not in (tmp_path / "web.log").read_text()
    assert len(ran) >= 2
    report.append(
        f"O01: {len(statuses)} requests of {count} players beside {len(ran)} backups and checks: all 200"
    )
