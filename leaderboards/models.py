"""The tables of standings: entries, the histograms that rank them, records and streaks."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import VARIANT_CHOICES, Daily, Game
from players.models import Player

_BY_MOVES = ("moves", "undos", "seconds")
_BY_TIME = ("seconds", "moves")
_POOLS = {"ranked": Q(is_ranked=True), "pure": Q(is_pure=True), "all": Q(is_bot=False), "bot": Q(is_bot=True)}


def _board_indexes() -> list[models.Index]:
    """Return an index for each pool and order, in listing order; only counted entries are in them.

    The score's order is that of the moves, since all wins of one variant complete as many sequences.
    """
    return [
        models.Index(
            fields=["daily", *keys, "finished_at", "id"],
            condition=Q(is_counted=True) & condition,
            name=f"board_{pool}_{order}",
        )
        for pool, condition in _POOLS.items()
        for order, keys in (("moves", _BY_MOVES), ("time", _BY_TIME))
    ]


class Entry(models.Model):
    """One player's won first go at a daily, as the leaderboard counts it.

    Copies nothing of the player but flags that are fixed, so renaming, hiding and erasing need
    no second place.
    """

    daily = models.ForeignKey(Daily, on_delete=models.PROTECT, related_name="entries", db_index=False)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="entry")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    moves = models.PositiveIntegerField()
    undos = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField(help_text="Whole seconds, rounded down.")
    negated_score = models.IntegerField(help_text="Minus the score, so that every order ascends.")
    is_ranked = models.BooleanField(help_text="An account at the game's start, no solver hint, no bot.")
    is_pure = models.BooleanField(help_text="Ranked, with no undo and no hint at all.")
    is_bot = models.BooleanField()
    is_in_statistics = models.BooleanField(
        default=True, help_text="The player's switch at the win; it holds for this daily for good."
    )
    is_counted = models.BooleanField(
        default=True, help_text="Neither is it disqualified nor its player banned: it stands on the boards."
    )
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
            models.CheckConstraint(
                condition=Q(is_counted=False) | Q(disqualified_at__isnull=True),
                name="disqualified_is_not_counted",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            *_board_indexes(),
            models.Index(fields=["daily"], condition=Q(is_counted=False), name="uncounted_entries"),
            models.Index(
                fields=["daily"], condition=Q(is_in_statistics=False), name="entries_out_of_statistics"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk} of {self.daily_id}"

    @property
    def score(self) -> int:
        """The score by RULES 13."""
        return -self.negated_score


class Bar(models.Model):
    """How many counted entries of a daily share a value: one bar of one of its histograms.

    Kept in the transaction that makes or excludes an entry, so that a rank is a sum over few
    rows. `ranking.bars_of` says which bars an entry stands in.
    """

    class Histogram(models.IntegerChoices):
        """What the key's parts mean; unused parts are 0."""

        MOVES = 1, "moves"
        MOVES_FINE = 2, "moves, undos, minute"
        MINUTES = 3, "minute"
        SECONDS = 4, "second"

    daily = models.ForeignKey(Daily, on_delete=models.PROTECT, related_name="+", db_index=False)
    histogram = models.PositiveSmallIntegerField(choices=Histogram.choices)
    key_1 = models.IntegerField()
    key_2 = models.IntegerField(default=0)
    key_3 = models.IntegerField(default=0)
    ranked_count = models.PositiveIntegerField(default=0)
    pure_count = models.PositiveIntegerField(default=0)
    all_count = models.PositiveIntegerField(default=0)
    bot_count = models.PositiveIntegerField(default=0)
    finisher_count = models.PositiveIntegerField(default=0, help_text="Those in the daily's statistics.")

    class Meta:
        """One bar per key."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["daily", "histogram", "key_1", "key_2", "key_3"], name="one_bar_per_key"
            ),
        ]

    def __str__(self) -> str:
        key = f"{self.key_1}/{self.key_2}/{self.key_3}"
        return f"{self.Histogram(self.histogram).label} {key} of {self.daily_id}"


class Record(models.Model):
    """What one player made of one variant, first goes at dailies apart from everything else.

    A fold over the player's ended games (`leaderboards.records`), kept in the transaction that
    ends one. `services.records` says when a row is too old to be built upon.
    """

    class Kind(models.TextChoices):
        """Which games are counted."""

        DAILY = "daily"
        PRACTICE = "practice"

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="records", db_index=False
    )
    variant = models.CharField(max_length=16, choices=VARIANT_CHOICES)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0, help_text="Wins since the last game not won.")
    best_streak = models.PositiveIntegerField(default=0)
    best_seconds = models.PositiveIntegerField(null=True)
    fewest_moves = models.PositiveIntegerField(null=True)
    last_ended_at = models.DateTimeField(null=True)
    computed_at = models.DateTimeField(help_text="What happened up to here is counted.")

    class Meta:
        """One row per player, variant and kind."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player", "variant", "kind"], name="one_record_per_variant_and_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} record of {self.player_id} in {self.variant}"


class DailyStreak(models.Model):
    """The latest run of dates on which one player won a daily, and the longest ever.

    The dates are the dailies' own. Whether the latest run still goes on depends on the day it
    is asked: `selectors.records` says.
    """

    ANY_VARIANT = ""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_streaks", db_index=False
    )
    variant = models.CharField(
        max_length=16,
        blank=True,
        choices=VARIANT_CHOICES,
        help_text="Empty: a win in any variant makes the date.",
    )
    length = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0)
    last_date = models.DateField(null=True)
    computed_at = models.DateTimeField()

    class Meta:
        """One row per player and variant, and one for all variants."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "variant"], name="one_daily_streak_per_variant"),
        ]

    def __str__(self) -> str:
        return f"daily streak of {self.player_id} in {self.variant or 'any variant'}"


class Contestant(Player):
    """A player, as the staff who watch over the boards see them: no table of its own."""

    class Meta:
        """A view of players."""

        proxy = True

    def __str__(self) -> str:
        return self.name
