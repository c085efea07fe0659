"""What staff see of dailies and games, and the one thing they may do: withdraw a daily.

Nothing here shows, finds by, or filters by a seed, a deal, a position, a log or a line: staff play too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html

from games.errors import DailyVoid
from games.models import Daily, DailySecret, Game
from games.services import dailies
from players.names import name_key

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnlyAdmin(ModelAdmin):
    """Rows to look at. Lists can be filtered by what is listed in `lookups`, and nothing else.

    Django lets staff filter by any column of the table in the address; a column that may not be
    shown could be spelled out letter by letter that way.
    """

    lookups: ClassVar[frozenset[str]] = frozenset()
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows come from the service alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody edits them here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody removes them here."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Tell whether the address may filter by *lookup*."""
        return lookup in self.lookups


class VoidForm(forms.Form):
    """Why a daily is withdrawn."""

    reason = forms.CharField(
        max_length=200,
        strip=True,
        help_text="Everybody can read it: on the daily, and when they try to begin it.",
    )


@admin.register(Daily)
class DailyAdmin(ReadOnlyAdmin):
    """Dailies with their public facts, and how hard the solver found them once they are final."""

    list_display = ("date", "variant", "status", "commitment", "void_reason")
    list_filter = ("variant", ("voided_at", admin.EmptyFieldListFilter))
    date_hierarchy = "date"
    lookups = frozenset(
        {
            "variant__exact",
            "voided_at__isempty",
            "date__year",
            "date__month",
            "date__day",
            "date__gte",
            "date__lt",
        }
    )
    fields = (
        "date",
        "variant",
        "status",
        "commitment",
        "opens_at",
        "closes_at",
        "final_at",
        "created_at",
        "search",
        "voided_at",
        "void_reason",
        "withdraw",
    )
    readonly_fields = fields

    @admin.display(description="status")
    def status(self, daily: Daily) -> str:
        """Return the status now."""
        return daily.status(timezone.now())

    @admin.display(description="search for a win")
    def search(self, daily: Daily) -> str:
        """Tell what the search took; what it found only once everybody may know."""
        secret = DailySecret.objects.filter(pk=daily.pk).only("solve_statistics", "par").first()
        if secret is None:
            return "-"
        statistics = secret.solve_statistics
        told = {
            name: statistics[name]
            for name in ("draws", "generated", "examined", "seconds", "slices")
            if name in statistics
        }
        if timezone.now() >= daily.final_at:
            told |= {"par": secret.par} | {
                name: statistics[name] for name in ("first_moves", "verdicts") if name in statistics
            }
        return ", ".join(f"{name}: {value}" for name, value in told.items()) or "-"

    @admin.display(description="withdraw")
    def withdraw(self, daily: Daily) -> str:
        """Link to the page that withdraws it."""
        if daily.voided_at is not None:
            return "withdrawn"
        return format_html(
            '<a href="{}">Withdraw this daily…</a>', reverse("admin:games_daily_void", args=[daily.pk])
        )

    def get_urls(self) -> list[URLPattern]:
        """Add the page that withdraws a daily."""
        own = path(
            "<path:object_id>/void/", self.admin_site.admin_view(self.void_view), name="games_daily_void"
        )
        return [own, *super().get_urls()]

    def void_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the public reason, then withdraw."""
        if not request.user.has_perm("games.change_daily"):
            raise PermissionDenied
        key = unquote(object_id)
        daily = (
            Daily.objects.filter(pk=key).first()
            if key.isascii() and key.isdigit() and len(key) < 19
            else None
        )
        if daily is None:
            raise Http404
        form = VoidForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            self._void(request, daily, form.cleaned_data["reason"])
            return HttpResponseRedirect(reverse("admin:games_daily_change", args=[daily.pk]))
        context = {
            **self.admin_site.each_context(request),
            "title": f"Withdraw {daily}",
            "daily": daily,
            "form": form,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/games/daily/void.html", context)

    def _void(self, request: HttpRequest, daily: Daily, reason: str) -> None:
        now = timezone.now()
        try:
            dailies.void(daily_id=daily.pk, reason=reason, by=request.user.get_username(), now=now)
        except DailyVoid:
            self.message_user(request, f"{daily} had been withdrawn before.", messages.WARNING)
            return
        self.log_change(request, daily, f"Withdrawn: {reason}")
        self.message_user(request, f"{daily} is withdrawn.")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games by what everybody could count: no card, no move."""

    list_display = (
        "id",
        "player",
        "daily",
        "variant",
        "source",
        "status",
        "moves",
        "actions",
        "undos",
        "created_at",
    )
    list_filter = ("status", "source", "variant", "is_bot")
    list_select_related = ("player", "daily")
    search_fields = ("id", "player")
    search_help_text = "the id of a game, or the name of a player"
    show_full_result_count = False
    ordering = ("-id",)
    lookups = frozenset(
        {
            "status__exact",
            "source__exact",
            "variant__exact",
            "is_bot__exact",
            "daily__id__exact",
            "player__id__exact",
        }
    )
    fields = (
        "id",
        "player",
        "daily",
        "variant",
        "source",
        "attempt",
        "is_first_go",
        "begun_as_guest",
        "is_bot",
        "is_assisted",
        "status",
        "seq",
        "moves",
        "sequences",
        "score",
        "actions",
        "stock_deals",
        "undos",
        "hints",
        "time_ms",
        "created_at",
        "acted_at",
        "finished_at",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Leave in the database what is not shown."""
        return super().get_queryset(request).defer("deal", "position", "log", "log_tail")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Game | None:
        """Return the game of an id; none for what PostgreSQL could not even compare."""
        found: Game | None = None if "\0" in object_id else super().get_object(request, object_id, from_field)
        return found

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Find a game by its id, or the games of a player by the name."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.filter(Q(id=term) | Q(player__name_key=name_key(term))), False
