from typing import Any

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from players.models import Player
        from players.signals import player_signed_out

        def tell(sender: Any, user: Any, **more: Any) -> None:
            player = Player.objects.filter(user=user).first() if user else None
            if player:
                player_signed_out.send(sender=Player, player=player)

        user_logged_out.connect(tell, weak=False, dispatch_uid="signed_out")
