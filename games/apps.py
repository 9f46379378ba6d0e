from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.held import positions
        from players.signals import player_renamed

        def forget(sender: Any, player: Any, **more: Any) -> None:
            positions.forget_player(player.pk)

        player_renamed.connect(forget, weak=False, dispatch_uid="held_names")
