"""What staff see of players, and may do: rename, hide, erase. Credentials are not among it.

A ban takes entries off the boards in the same transaction, so it is made where those are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from players.errors import InvalidInput, NameTaken
from players.models import Player
from players.names import clean_name, name_key
from players.services import profiles

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Player]
    ModelAdmin = admin.ModelAdmin[Player]
else:
    ModelForm = forms.ModelForm
    ModelAdmin = admin.ModelAdmin

_FILTERS = frozenset({"is_guest__exact", "is_bot__exact", "is_staff__exact", "banned_at__isempty"})


class PlayerForm(ModelForm):
    """A player as staff may change them."""

    class Meta:
        model = Player
        fields: ClassVar[list[str]] = [
            "name",
            "is_listed",
            "is_bot",
            "is_staff",
            "is_superuser",
            "groups",
        ]

    def clean_name(self) -> str:
        """Return the name if it is as it was, or good and free."""
        name = str(self.cleaned_data["name"])
        if name == self.instance.name:
            return name
        try:
            cleaned = clean_name(name)
        except InvalidInput as error:
            raise forms.ValidationError(f"No good name: {error.errors[0].code}.") from error
        if Player.objects.filter(name_key=name_key(cleaned)).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError("Somebody has this name, or one that looks like it.")
        return cleaned


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    """Players, by name."""

    form = PlayerForm
    list_display = ("name", "is_guest", "is_bot", "is_listed", "created_at", "last_seen_at", "banned_at")
    list_filter = ("is_guest", "is_bot", "is_staff", ("banned_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "name_key")
    ordering = ("-created_at", "-pk")
    readonly_fields = (
        "is_guest",
        "banned_at",
        "ban_reason",
        "created_at",
        "claimed_at",
        "last_seen_at",
        "erased_at",
    )
    filter_horizontal = ("groups",)
    actions = ("erase",)
    show_full_result_count = False

    fieldsets = (
        (None, {"fields": ("name", "is_guest", "is_bot", "is_listed")}),
        ("Ban", {"fields": ("banned_at", "ban_reason")}),
        ("Staff", {"fields": ("is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("created_at", "claimed_at", "last_seen_at", "erased_at")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Keep who is staff to superusers."""
        staff_fields = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *staff_fields)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Keep superusers to superusers."""
        if obj is not None and obj.is_superuser and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Tell whether the address may filter by *lookup*: a hash could be spelled out letter by letter."""
        return lookup in _FILTERS

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let players come by the API only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Let nobody delete: entries would go too. Erasing leaves them."""
        return False

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Store the change by way of the services."""
        name = obj.name
        plain = [
            field
            for field in form.changed_data
            if field in ("is_listed", "is_bot", "is_staff", "is_superuser")
        ]
        obj.save(update_fields=plain)
        if "name" in form.changed_data:
            try:
                profiles.rename(player=obj, name=name)
            except NameTaken:
                self.message_user(request, "The name was taken meanwhile.", level="ERROR")

    @admin.action(description="Erase the selected players for good", permissions=["change"])
    def erase(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Erase players: their names and credentials go, their entries stay."""
        chosen = [player for player in players if self.has_change_permission(request, player)]
        for player in chosen:
            profiles.erase(player=player, now=timezone.now())
        self.message_user(request, f"Erased: {len(chosen)}.")
