from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db import transaction

        from games.broadcasts import player_out
        from games.held import positions
        from players.signals import player_renamed, player_signed_out

        def forget(sender: Any, player: Any, **more: Any) -> None:
            # Not before the name is there for all: who reads in between would hold the old one.
            transaction.on_commit(lambda: positions.forget_player(player.pk))

        def end_sockets(sender: Any, player: Any, **more: Any) -> None:
            transaction.on_commit(lambda: player_out(player.pk))

        player_renamed.connect(forget, weak=False, dispatch_uid="held_names")
        player_signed_out.connect(end_sockets, weak=False, dispatch_uid="end_sockets")
