"""The tables of standings: entries, and the histograms that rank them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Daily, Game


class Entry(models.Model):
    """One player's won first go at a daily, as the leaderboard counts it.

    Copies nothing of the player but the flags that were fixed when the game began, so
    renaming, hiding and erasing need no second place.
    """

    daily = models.ForeignKey(Daily, on_delete=models.PROTECT, related_name="entries")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="entry")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    moves = models.PositiveIntegerField()
    undos = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField(help_text="Whole seconds, rounded down.")
    negated_score = models.IntegerField(help_text="Minus the score: one ascending index serves every order.")
    is_ranked = models.BooleanField(help_text="An account at the game's start, no solver hint, no bot.")
    is_pure = models.BooleanField(help_text="Ranked, with no undo and no hint at all.")
    is_bot = models.BooleanField()
    finished_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now)
    disqualified_at = models.DateTimeField(null=True, blank=True)
    disqualify_reason = models.CharField(max_length=200, blank=True, help_text="Public.")

    class Meta:
        """One entry per player and daily; the pools nest."""

        verbose_name_plural = "entries"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["daily", "player"], name="one_entry_per_player_and_daily"),
            models.CheckConstraint(condition=Q(is_pure=False) | Q(is_ranked=True), name="pure_is_ranked"),
            models.CheckConstraint(condition=Q(is_ranked=False) | Q(is_bot=False), name="ranked_is_no_bot"),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk} of {self.daily_id}"

    @property
    def score(self) -> int:
        """The score by RULES 13."""
        return -self.negated_score
