"""The tables of the people who play: players, their tokens and sessions."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models, transaction
from django.db.models.functions import Upper
from django.utils import timezone


class PlayerManager(BaseUserManager["Player"]):
    """Finds players by the key of their name, whatever look-alikes are typed."""

    def get_by_natural_key(self, username: str | None) -> Player:
        """Return the player whose name looks like *username*.

        Raises:
            Player.DoesNotExist: nobody has that name.
        """
        from players.names import name_key

        return self.get(name_key=name_key(username or ""))

    def create_superuser(self, name: str, password: str | None = None, **extra: Any) -> Player:
        """Make a member of staff with every permission (``manage.py createsuperuser``)."""
        from players.names import clean_name, name_key

        cleaned = clean_name(name, reserved_allowed=True)
        player = Player(name=cleaned, name_key=name_key(cleaned), is_guest=False, **extra)
        player.is_staff = player.is_superuser = True
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """One person or bot who plays: a guest at first, an account once claimed.

    Only `name` addresses a player outside the database; the primary key never leaves it.
    """

    name = models.CharField(max_length=40, help_text="As shown: 3 to 20 visible characters, or Guest-NNNN.")
    name_key = models.CharField(
        max_length=160, unique=True, help_text="NFKC, case-folded, confusables mapped: equal for look-alikes."
    )
    email = models.EmailField(blank=True, help_text="Optional; serves password reset only.")
    locale = models.CharField(
        max_length=10, blank=True, help_text="Preferred language, empty for the caller's."
    )
    preferences = models.JSONField(default=dict, blank=True)

    is_guest = models.BooleanField(default=True)
    is_bot = models.BooleanField(default=False)
    is_listed = models.BooleanField(
        default=True, help_text="Off: boards show a hidden row, the profile answers 404."
    )
    is_in_statistics = models.BooleanField(default=True)
    is_active = models.BooleanField(default=True, help_text="Off once erased.")
    is_staff = models.BooleanField(default=False)

    created_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True, help_text="When the account began to exist.")
    last_seen_at = models.DateTimeField(default=timezone.now, help_text="Coarse: at most one write an hour.")
    banned_at = models.DateTimeField(null=True, blank=True)
    ban_reason = models.CharField(max_length=200, blank=True, help_text="Public.")
    erased_at = models.DateTimeField(null=True, blank=True)

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        """Constraints of a player."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(is_guest=True)
                | models.Q(claimed_at__isnull=False)
                | models.Q(is_staff=True),
                name="account_has_claimed_at",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["last_seen_at"], condition=models.Q(is_guest=True), name="idle_guests"),
            models.Index(Upper("email"), condition=~models.Q(email=""), name="player_email"),
            # The few whom the count of a daily's challengers leaves out.
            models.Index(
                fields=["id"], condition=models.Q(is_in_statistics=False), name="players_out_of_statistics"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **options: Any) -> None:
        """Store the player; a new password, whoever set it, ends every session that the old one began."""
        has_new_password = getattr(self, "_password", None) is not None and not self._state.adding
        with transaction.atomic():
            super().save(**options)
            if has_new_password:
                self.sessions.all().delete()


class Token(models.Model):
    """A secret that speaks for a player: a guest's own, or a personal one for a client.

    The text is ``orb_<prefix>_<secret>``; only the prefix and a SHA-256 of the whole are stored.
    """

    class Kind(models.TextChoices):
        """Who asked for the token."""

        GUEST = "guest"
        PERSONAL = "personal"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    prefix = models.CharField(max_length=12, unique=True, db_collation="C")
    digest = models.BinaryField(max_length=32, help_text="SHA-256 of the token's text.")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField(max_length=60, blank=True)
    scopes = ArrayField(models.CharField(max_length=12), default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="Coarse: at most one write an hour.")

    def __str__(self) -> str:
        return f"{self.kind} token {self.prefix}…"


class Session(AbstractBaseSession):
    """A browser's session, with its player in a column.

    The column lets a judged move find session, player and game in one read, and lets a
    change of password end every session of one player with one DELETE.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        """The name of the table's rows."""

    @classmethod
    def get_session_store_class(cls) -> type[Any]:
        """Return the store that reads and writes these rows."""
        from players.sessions import SessionStore

        return SessionStore


class IdempotencyKey(models.Model):
    """The kept answer of one request that a caller may send twice (API.md, retries)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    path = models.CharField(max_length=200)
    key = models.CharField(max_length=255)
    request_hash = models.BinaryField(max_length=32, help_text="SHA-256 of the body.")
    created_at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(null=True, help_text="Null while the first request still runs.")
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)

    class Meta:
        """One answer per caller, path and key."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "path", "key"], name="one_answer_per_idempotency_key"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["created_at"], name="idempotency_age")]

    def __str__(self) -> str:
        return f"{self.path} {self.key}"
