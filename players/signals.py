"""What others may want to know about players."""

from django.dispatch import Signal

# Sent with `player` after a display name has changed, inside that transaction.
player_renamed = Signal()

# Sent with `player` when one of its sign-ins (a session or an API token) ends.
player_signed_out = Signal()
