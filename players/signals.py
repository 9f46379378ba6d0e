"""What others may want to know about players."""

from django.dispatch import Signal

# Sent with `player` after a display name has changed, inside that transaction.
player_renamed = Signal()
