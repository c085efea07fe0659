"""The tables of dailies and games in play."""

from __future__ import annotations

import secrets
import time
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games import engine

_BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

VARIANT_CHOICES = [(name, name) for name in engine.VARIANTS]


def new_game_id() -> str:
    """Return a fresh opaque id, ``g_`` and 26 letters: 48 bits of time, then 82 random ones.

    Ids made later sort later, so that the index of the table grows at its end.
    """
    value = (time.time_ns() // 1_000_000) << 82 | secrets.randbits(82)
    return "g_" + "".join(_BASE32[value >> shift & 31] for shift in range(125, -1, -5))


class Daily(models.Model):
    """A deal put up for everyone for one date, per variant: its public facts.

    What must stay secret until `final_at` lies in `DailySecret`.
    """

    date = models.DateField()
    variant = models.CharField(max_length=16, choices=VARIANT_CHOICES)
    commitment = models.CharField(
        max_length=80, help_text="sha256: and 64 hex digits, published before it opens."
    )
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField(help_text="Exclusive: a ranked game begins before it.")
    final_at = models.DateTimeField(
        help_text="Exclusive: a ranked win comes before it. All is revealed from here on."
    )
    created_at = models.DateTimeField(default=timezone.now)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=200, blank=True, help_text="Public.")

    class Meta:
        """One daily per date and variant."""

        verbose_name_plural = "dailies"
        ordering: ClassVar[list[str]] = ["-date", "variant"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["date", "variant"], name="one_daily_per_date_and_variant"),
            models.CheckConstraint(
                condition=Q(opens_at__lt=F("closes_at")) & Q(closes_at__lte=F("final_at")),
                name="daily_instants_in_order",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["final_at"], name="daily_final_at"),
            models.Index(fields=["voided_at"], condition=Q(voided_at__isnull=False), name="void_dailies"),
        ]

    def __str__(self) -> str:
        return f"{self.date.isoformat()}/{self.variant}"

    def status(self, now: datetime) -> str:
        """Return ``scheduled``, ``open``, ``closed``, ``final`` or ``void`` at *now* (aware)."""
        if self.voided_at is not None:
            return "void"
        if now < self.opens_at:
            return "scheduled"
        if now < self.closes_at:
            return "open"
        return "closed" if now < self.final_at else "final"


class DailySecret(models.Model):
    """What nobody may see before the daily's `final_at`: the seed, and what the solver found.

    Apart from `Daily` so that no list, admin page or log of dailies can carry it by accident.
    """

    daily = models.OneToOneField(Daily, on_delete=models.CASCADE, primary_key=True, related_name="secret")
    seed = models.BinaryField(max_length=32)
    line = models.TextField(
        blank=True, help_text="A winning line, tokens joined by spaces; empty before a solver ran."
    )
    par = models.PositiveIntegerField(null=True, help_text="The fewest moves known to win.")
    solve_statistics = models.JSONField(default=dict, blank=True)

    class Meta:
        """A known line has its length."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(line="") | Q(par__isnull=False), name="daily_line_has_par"),
        ]

    def __str__(self) -> str:
        return f"secret of daily {self.pk}"


class Game(models.Model):
    """One player's go at one deal: a row that every accepted command rewrites once.

    `seq` counts accepted commands, `version` every change of the row that a client may see.
    `log` and `log_tail` together hold one entry per table action: the token, a colon, and the
    milliseconds since `created_at`, entries parted by spaces. New entries go to `log_tail`; it
    moves to the end of `log` when it has grown, so that a long game does not rewrite a long
    value with every move.
    """

    class Status(models.TextChoices):
        """How the game stands."""

        OPEN = "open"
        WON = "won"
        GIVEN_UP = "given_up"

    class Source(models.TextChoices):
        """Where the deal came from. Archive play is `daily` begun after `final_at`."""

        DAILY = "daily"
        ARCHIVE = "archive"
        NUMBER = "number"
        CODE = "code"
        RANDOM = "random"
        SOLVABLE = "solvable"

    id = models.CharField(
        primary_key=True, max_length=32, default=new_game_id, editable=False, db_collation="C"
    )
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="games")
    daily = models.ForeignKey(Daily, on_delete=models.PROTECT, null=True, blank=True, related_name="games")
    variant = models.CharField(max_length=16, choices=VARIANT_CHOICES)
    source = models.CharField(max_length=8, choices=Source.choices)
    number = models.BigIntegerField(null=True, blank=True, help_text="Deal number, of numbered deals only.")
    attempt = models.PositiveIntegerField(
        null=True, blank=True, help_text="From 1, among this player's goes at the daily."
    )
    is_first_go = models.BooleanField(default=False, help_text="The ranked go of this player at the daily.")
    begun_as_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False, help_text="A bot account or bot-scoped token played in it.")
    is_assisted = models.BooleanField(default=False, help_text="A solver hint was taken.")

    deal = models.TextField(db_collation="C", help_text="The full order of the cards; secret.")
    position = models.TextField(db_collation="C", help_text="Position text; secret.")
    log = models.TextField(default="", blank=True, db_collation="C")
    log_tail = models.TextField(default="", blank=True, db_collation="C")

    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    seq = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    sequences = models.PositiveSmallIntegerField(default=0)
    actions = models.PositiveIntegerField(default=0)
    stock_deals = models.PositiveIntegerField(default=0)
    undos = models.PositiveIntegerField(default=0)
    hints = models.PositiveIntegerField(default=0)
    time_ms = models.PositiveBigIntegerField(default=0)
    request_seq = models.IntegerField(
        null=True, help_text="The seq that the last accepted request was made on."
    )
    request_hash = models.BinaryField(
        null=True, max_length=32, help_text="Hash of the last accepted request."
    )

    created_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the first command was accepted. Written once, so an index may hold it.",
    )
    acted_at = models.DateTimeField(default=timezone.now, help_text="When the last command was accepted.")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """First goes and attempts are unique; a finished game has its instant."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player", "daily"], condition=Q(is_first_go=True), name="one_first_go_per_daily"
            ),
            models.UniqueConstraint(
                fields=["player", "daily"],
                condition=Q(status="open", daily__isnull=False),
                name="one_open_game_per_daily",
            ),
            models.UniqueConstraint(
                fields=["player", "daily", "attempt"],
                condition=Q(daily__isnull=False),
                name="one_game_per_attempt",
            ),
            models.CheckConstraint(
                condition=Q(status="open", finished_at__isnull=True)
                | (~Q(status="open") & Q(finished_at__isnull=False)),
                name="finished_game_has_finished_at",
            ),
            models.CheckConstraint(
                condition=Q(daily__isnull=True) | Q(attempt__gte=1), name="daily_game_has_attempt"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-created_at", "id"], name="games_of_player"),
            # Counts the challengers. Not over seq: an indexed column that every command
            # changes would end HOT updates.
            models.Index(
                fields=["daily", "begun_at"],
                condition=Q(is_first_go=True, is_bot=False, begun_at__isnull=False),
                name="challengers_of_daily",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.variant}, {self.status})"

    @property
    def score(self) -> int:
        """The score by RULES 13."""
        return engine.score(self.moves, self.sequences)


class Hint(models.Model):
    """A hint that a player asked for: counted when it is asked, answered at once or by a worker.

    It lies here and not in the queue, so that a lost queue loses nothing.
    """

    class Mode(models.TextChoices):
        """What the hint is made from."""

        VISIBLE = "visible"
        SOLVER = "solver"

    class State(models.TextChoices):
        """How far the answer is."""

        PENDING = "pending"
        FOUND = "found"
        NOT_FOUND = "not_found_within_limit"
        LOST = "proven_lost"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="given_hints")
    seq = models.PositiveIntegerField(help_text="The version of the game that it was asked on.")
    mode = models.CharField(max_length=8, choices=Mode.choices)
    state = models.CharField(max_length=24, choices=State.choices)
    token = models.CharField(max_length=5, blank=True, help_text="The move it advises, once that is found.")
    reference = models.CharField(
        max_length=5, blank=True, help_text="What looks best to the player; empty where no move is legal."
    )
    created_at = models.DateTimeField(default=timezone.now)
    deadline_at = models.DateTimeField(help_text="A pending hint is not searched for after it.")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One hint per version of a game and mode."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seq", "mode"], name="one_hint_per_seq_and_mode"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["deadline_at"], condition=Q(state="pending"), name="pending_hints"),
        ]

    def __str__(self) -> str:
        return f"{self.mode} hint at {self.seq} of {self.game_id}"
