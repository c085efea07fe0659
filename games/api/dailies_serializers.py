"""What the answers about dailies look like, and how dailies become them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework import serializers

from games import engine
from games.models import Daily, DailySecret
from games.selectors import dailies

RULES_VERSION = 1
"""Raised when a rule changes what may be played or how it counts; the deals have their own version."""


class VariantSerializer(serializers.Serializer[Any]):
    """The facts and rule flags of one variant."""

    name = serializers.CharField()
    game = serializers.ChoiceField(choices=["spider", "spiderette"])
    suits = serializers.ChoiceField(choices=[1, 2, 4])
    cards = serializers.IntegerField()
    columns = serializers.IntegerField()
    column_sizes = serializers.ListField(child=serializers.IntegerField())
    stock = serializers.IntegerField(help_text="Cards in the stock at the start.")
    sequences_to_win = serializers.IntegerField()
    empty_column_takes_any_run = serializers.BooleanField()
    deals_onto_empty_columns = serializers.ChoiceField(
        choices=["never", "when_short"],
        help_text="`when_short`: once the tableau holds fewer cards than there are columns.",
    )


class VariantsSerializer(serializers.Serializer[Any]):
    """All variants, in the order in which they are listed everywhere."""

    rules_version = serializers.IntegerField()
    shuffle_version = serializers.IntegerField()
    items = VariantSerializer(many=True)


class TimeSerializer(serializers.Serializer[Any]):
    """The server's clock, and which day it is."""

    now = serializers.DateTimeField()
    date = serializers.DateField(help_text="The date of today's dailies.")
    next_switch_at = serializers.DateTimeField(
        help_text="When the next day's dailies open and today's close."
    )
    time_zone = serializers.CharField(help_text="The zone whose midnights part the days.")


class OwnStateSerializer(serializers.Serializer[Any]):
    """What the caller has made of a daily so far."""

    state = serializers.ChoiceField(
        choices=["not_begun", "open", "won", "given_up"],
        help_text="Of the first go, else of the best later one.",
    )
    game = serializers.CharField(allow_null=True, help_text="The id of that go.")
    first_go = serializers.BooleanField(help_text="Whether that go is the one that counts.")
    moves = serializers.IntegerField(allow_null=True)
    open_game = serializers.CharField(allow_null=True, help_text="The go that can be taken up again.")


class DailySerializer(serializers.Serializer[Any]):
    """The public facts of a daily."""

    date = serializers.DateField()
    variant = serializers.ChoiceField(choices=list(engine.VARIANTS))
    status = serializers.ChoiceField(choices=["scheduled", "open", "closed", "final", "void"])
    rules_version = serializers.IntegerField()
    commitment = serializers.CharField(
        help_text="`sha256:` and hex, of the seed that is revealed at `final_at`."
    )
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField(help_text="A ranked game begins before it.")
    final_at = serializers.DateTimeField(
        help_text="A ranked win comes before it; everything is public from then on."
    )
    void_reason = serializers.CharField(allow_null=True, help_text="Why staff have withdrawn it.")
    me = OwnStateSerializer(allow_null=True, help_text="Null for callers who are not signed in.")


class DailyPageSerializer(serializers.Serializer[Any]):
    """A page of dailies."""

    items = DailySerializer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class StockSerializer(serializers.Serializer[Any]):
    """What can be seen of the stock."""

    cards = serializers.IntegerField()
    deals_left = serializers.IntegerField()
    can_deal = serializers.BooleanField()


class ColumnSerializer(serializers.Serializer[Any]):
    """What can be seen of a column."""

    down = serializers.IntegerField(help_text="How many cards lie face down.")
    up = serializers.ListField(
        child=serializers.CharField(), help_text="The face-up cards; the playable end is last."
    )


class OpeningSerializer(serializers.Serializer[Any]):
    """What everybody sees before the first move."""

    stock = StockSerializer()
    columns = ColumnSerializer(many=True)
    foundations = serializers.ListField(child=serializers.CharField())


class DailyDetailSerializer(DailySerializer):
    """A daily with its opening."""

    opening = OpeningSerializer(allow_null=True, help_text="Null before it opens.")


class RevealSerializer(serializers.Serializer[Any]):
    """Everything about a daily that was secret, for anyone to check."""

    date = serializers.DateField()
    variant = serializers.ChoiceField(choices=list(engine.VARIANTS))
    status = serializers.ChoiceField(choices=["final", "void"])
    final_at = serializers.DateTimeField()
    shuffle_version = serializers.IntegerField()
    seed = serializers.CharField(help_text="64 hex digits.")
    commitment = serializers.CharField()
    order = serializers.ListField(child=serializers.CharField(), help_text="All cards in dealing order.")
    line = serializers.CharField(allow_null=True, help_text="A winning line: tokens joined by spaces.")
    par = serializers.IntegerField(
        allow_null=True, help_text="The fewest moves known to win; those of the line."
    )


class CodeSerializer(serializers.Serializer[Any]):
    """The numbered deal that a game code stands for."""

    code = serializers.CharField(help_text="In its one spelling.")
    variant = serializers.ChoiceField(choices=list(engine.VARIANTS))
    number = serializers.IntegerField(min_value=0, max_value=engine.LARGEST_NUMBER)


def variant_json(variant: engine.Variant) -> dict[str, object]:
    """Return a variant as `VariantSerializer` describes it."""
    return {
        "name": variant.name,
        "game": variant.game,
        "suits": variant.suits,
        "cards": variant.card_count,
        "columns": variant.columns,
        "column_sizes": list(variant.column_sizes),
        "stock": variant.stock_size,
        "sequences_to_win": variant.sequences_to_win,
        "empty_column_takes_any_run": True,
        "deals_onto_empty_columns": "when_short" if variant.deals_when_short else "never",
    }


def daily_json(daily: Daily, *, now: datetime, me: dailies.OwnState | None) -> dict[str, object]:
    """Return a daily as `DailySerializer` describes it."""
    return {
        "date": daily.date,
        "variant": daily.variant,
        "status": daily.status(now),
        "rules_version": RULES_VERSION,
        "commitment": daily.commitment,
        "opens_at": daily.opens_at,
        "closes_at": daily.closes_at,
        "final_at": daily.final_at,
        "void_reason": daily.void_reason or None,
        "me": me and own_state_json(me),
    }


def own_state_json(me: dailies.OwnState) -> dict[str, object]:
    """Return a caller's state as `OwnStateSerializer` describes it."""
    return {
        "state": me.state,
        "game": me.game,
        "first_go": me.is_first_go,
        "moves": me.moves,
        "open_game": me.open_game,
    }


def reveal_json(daily: Daily, secret: DailySecret, *, now: datetime) -> dict[str, object]:
    """Return what `RevealSerializer` describes; its time has come, the caller made sure."""
    seed = bytes(secret.seed)
    return {
        "date": daily.date,
        "variant": daily.variant,
        "status": daily.status(now),
        "final_at": daily.final_at,
        "shuffle_version": engine.SHUFFLE_VERSION,
        "seed": seed.hex(),
        "commitment": daily.commitment,
        "order": engine.split_cards(engine.Deal.from_seed(engine.variant(daily.variant), seed).cards),
        "line": secret.line or None,
        "par": secret.par,
    }
