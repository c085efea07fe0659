"""How the rest of the service hears of games without games knowing it."""

from django.dispatch import Signal

game_finished = Signal()
"""Sent with `game` (models.Game, fresh) and `now` (aware) inside the transaction that ends a game,
won or given up. An error raised by a receiver undoes the command."""
