from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db import transaction

        from games.held import positions
        from players.signals import player_renamed

        def forget(sender: Any, player: Any, **more: Any) -> None:
            # Not before the name is there for all: who reads in between would hold the old one.
            transaction.on_commit(lambda: positions.forget_player(player.pk))

        player_renamed.connect(forget, weak=False, dispatch_uid="held_names")
