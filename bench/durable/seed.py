"""Games for the bench, made in the server's own database: python -m bench.durable.seed COUNT prints them as JSON."""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.db import transaction

    from games.engine import TABLES
    from games.services import game_open
    from players.services import guest_create

    tables = list(TABLES)
    with transaction.atomic():
        player, token = guest_create()
        games = [
            str(game_open(player=player, table=tables[number % len(tables)]).game_id)
            for number in range(int(sys.argv[1]))
        ]
    print(json.dumps({"cookie": f"guest={token}", "games": games}))


if __name__ == "__main__":
    main()
