"""What staff see of standings, and may do to them.

Nothing is edited by hand: an exclusion goes through the service that keeps the histograms, and
asks for a reason that everybody can read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from leaderboards.models import Contestant, Entry
from leaderboards.services import sanctions

_Response = HttpResponse | None
if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin

_ENTRY_FIELDS: tuple[str, ...] = (
    "daily", "player", "game_id", "moves", "undos", "seconds", "score", "is_ranked", "is_pure", "is_bot",
    "is_in_statistics", "finished_at", "is_counted", "disqualified_at", "disqualify_reason",
)  # fmt: skip
_CONTESTANT_FIELDS: tuple[str, ...] = (
    "name",
    "is_guest",
    "is_bot",
    "created_at",
    "claimed_at",
    "banned_at",
    "ban_reason",
)


class ReasonForm(forms.Form):
    """Why somebody is excluded."""

    reason = forms.CharField(max_length=200, help_text="Everybody can read it.")


class _Sanctioned(_ModelAdmin):
    """A list to look at and to pick from; rows come and go by themselves.

    The address can filter by what is listed in `lookups`, and nothing else: a column that is not
    shown, such as the hash of a password, could be spelled out letter by letter.
    """

    actions_on_bottom = True
    lookups: ClassVar[frozenset[str]] = frozenset()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Tell whether the address may filter by *lookup*."""
        return lookup in self.lookups

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Tell who may act on the list; the page of one row is to look at."""
        return obj is None and super().has_change_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes rows here."""
        return False

    def exclude_for_reason(
        self, request: HttpRequest, chosen: QuerySet[Any], *, action: str, do: Callable[[Any, str], object]
    ) -> _Response:
        """Ask for the reason, then *do* it to each of the *chosen* rows."""
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if form.is_valid():
            for row in chosen:
                do(row, form.cleaned_data["reason"])
            self.message_user(request, f"Done for {len(chosen)}.", messages.SUCCESS)
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": action.replace("_", " ").capitalize(),
            "opts": self.model._meta,  # noqa: SLF001
            "chosen": chosen,
            "action": action,
            "form": form,
            "media": self.media + form.media,
        }
        return TemplateResponse(request, "leaderboards/admin/reason.html", context)

    def undo(self, request: HttpRequest, chosen: Iterable[Any], do: Callable[[Any], object]) -> None:
        """*do* it to each of the *chosen* rows."""
        for row in chosen:
            do(row)
        self.message_user(request, "Done.", messages.SUCCESS)


@admin.register(Entry)
class EntryAdmin(_Sanctioned):
    """Entries: seen, disqualified, reinstated."""

    list_display = ("daily", "player", "moves", "undos", "seconds", "pool", "finished_at", "is_counted")
    list_filter = ("is_counted", "is_ranked", "is_bot", "daily__variant")
    lookups = frozenset({"is_counted__exact", "is_ranked__exact", "is_bot__exact", "daily__variant__exact"})
    list_select_related = ("daily", "player")
    search_fields = ("player__name", "game__id")
    ordering = ("-finished_at", "-pk")
    show_full_result_count = False
    fields = readonly_fields = _ENTRY_FIELDS
    actions = ("disqualify", "reinstate")

    @admin.display(description="pool")
    def pool(self, entry: Entry) -> str:
        """Return the narrowest pool that the entry stands in."""
        if entry.is_bot:
            return "bot"
        if entry.is_pure:
            return "pure"
        return "ranked" if entry.is_ranked else "all"

    @admin.action(description="Disqualify, for a public reason", permissions=["change"])
    def disqualify(self, request: HttpRequest, chosen: QuerySet[Entry]) -> _Response:
        """Take entries off the boards."""
        by, now = str(request.user), timezone.now()
        return self.exclude_for_reason(
            request,
            chosen,
            action="disqualify",
            do=lambda entry, reason: sanctions.disqualify(entry_id=entry.pk, reason=reason, by=by, now=now),
        )

    @admin.action(description="Reinstate", permissions=["change"])
    def reinstate(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        """Put disqualified entries back."""
        by = str(request.user)
        self.undo(request, chosen, lambda entry: sanctions.reinstate(entry_id=entry.pk, by=by))


@admin.register(Contestant)
class ContestantAdmin(_Sanctioned):
    """Players on the boards: banned, and let back in."""

    list_display = ("name", "is_guest", "is_bot", "banned_at", "ban_reason")
    list_filter = (("banned_at", admin.EmptyFieldListFilter), "is_guest", "is_bot")
    lookups = frozenset({"banned_at__isempty", "is_guest__exact", "is_bot__exact"})
    search_fields = ("name",)
    ordering = ("-pk",)
    show_full_result_count = False
    fields = readonly_fields = _CONTESTANT_FIELDS
    actions = ("ban", "unban")

    @admin.action(description="Ban, for a public reason", permissions=["change"])
    def ban(self, request: HttpRequest, chosen: QuerySet[Contestant]) -> _Response:
        """Shut players out, and take their entries off the boards."""
        by, now = str(request.user), timezone.now()
        return self.exclude_for_reason(
            request,
            chosen,
            action="ban",
            do=lambda player, reason: sanctions.ban(player_id=player.pk, reason=reason, by=by, now=now),
        )

    @admin.action(description="Lift the ban", permissions=["change"])
    def unban(self, request: HttpRequest, chosen: QuerySet[Contestant]) -> None:
        """Let players back in, and their entries back onto the boards."""
        by = str(request.user)
        self.undo(request, chosen, lambda player: sanctions.unban(player_id=player.pk, by=by))
