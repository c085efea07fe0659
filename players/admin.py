"""What staff see of players, and may do: rename, ban, erase. Credentials are not among it."""

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

    is_banned = forms.BooleanField(required=False, help_text="Shuts the player out of play and groups.")

    class Meta:
        model = Player
        fields: ClassVar[list[str]] = [
            "name",
            "is_listed",
            "is_bot",
            "ban_reason",
            "is_staff",
            "is_superuser",
            "groups",
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["is_banned"].initial = self.instance.banned_at is not None

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

    def clean(self) -> dict[str, Any] | None:
        """Let nobody be banned without a reason."""
        data = super().clean()
        if data and data.get("is_banned") and not data.get("ban_reason"):
            self.add_error("ban_reason", "A ban needs a reason; it is public.")
        return data


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    """Players, by name."""

    form = PlayerForm
    list_display = ("name", "is_guest", "is_bot", "is_listed", "created_at", "last_seen_at", "banned_at")
    list_filter = ("is_guest", "is_bot", "is_staff", ("banned_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "name_key")
    ordering = ("-created_at", "-pk")
    readonly_fields = ("is_guest", "created_at", "claimed_at", "last_seen_at", "banned_at", "erased_at")
    filter_horizontal = ("groups",)
    actions = ("erase",)
    show_full_result_count = False

    fieldsets = (
        (None, {"fields": ("name", "is_guest", "is_bot", "is_listed")}),
        ("Ban", {"fields": ("is_banned", "ban_reason", "banned_at")}),
        ("Staff", {"fields": ("is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("created_at", "claimed_at", "last_seen_at", "erased_at")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Keep who is staff to superusers."""
        staff_fields = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *staff_fields)

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
        name, reason, is_banned = obj.name, obj.ban_reason, form.cleaned_data["is_banned"]
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
        if is_banned:
            profiles.ban(player=obj, reason=reason, now=timezone.now())
        elif "is_banned" in form.changed_data or "ban_reason" in form.changed_data:
            profiles.unban(player=obj)

    @admin.action(description="Erase the selected players for good", permissions=["change"])
    def erase(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Erase players: their names and credentials go, their entries stay."""
        for player in players:
            profiles.erase(player=player, now=timezone.now())
        self.message_user(request, f"Erased: {len(players)}.")
