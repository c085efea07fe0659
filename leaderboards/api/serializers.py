"""What the questions and answers of standings look like."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games import engine
from leaderboards.ranking import Order, Pool
from players.api.paging import DEFAULT_LIMIT, LARGEST_LIMIT


class BoardQuerySerializer(serializers.Serializer[Any]):
    """Which part of which board is asked for."""

    by = serializers.ChoiceField(
        choices=[order.value for order in Order],
        default=Order.MOVES.value,
        help_text="`moves`: moves, undos, seconds. `score`: score, undos, seconds. `time`: seconds, moves. "
        "For the wins of one daily the first two are the same order, since the score of a win is a constant "
        "(1300 in Spider, 900 in Spiderette) less the moves.",
    )
    pool = serializers.ChoiceField(
        choices=[pool.value for pool in Pool],
        default=Pool.RANKED.value,
        help_text="`ranked`: first goes of accounts without a solver hint. `pure`: ranked, with no undo and "
        "no hint at all. `all`: also guests and assisted games. `bot`: bots.",
    )
    around = serializers.ChoiceField(
        choices=["me"],
        required=False,
        help_text="`me`: the page around the caller's entry; from the top where the caller has none.",
    )
    limit = serializers.IntegerField(
        min_value=1,
        default=DEFAULT_LIMIT,
        help_text=f"Rows of a page; more than {LARGEST_LIMIT} are taken for {LARGEST_LIMIT}.",
    )
    cursor = serializers.CharField(
        required=False, max_length=400, help_text="`next_cursor` or `prev_cursor` of another page."
    )


class BoardPlayerSerializer(serializers.Serializer[Any]):
    """Whose entry it is."""

    name = serializers.CharField(allow_null=True, help_text="Null for a player who is not listed.")
    bot = serializers.BooleanField()
    hidden = serializers.BooleanField(help_text="The player is not listed, and holds the rank all the same.")


class BoardItemSerializer(serializers.Serializer[Any]):
    """One entry in its place."""

    rank = serializers.IntegerField(help_text="Equals share a rank: 1, 2, 2, 4.")
    player = BoardPlayerSerializer()
    is_me = serializers.BooleanField(help_text="Whether it is the caller's.")
    moves = serializers.IntegerField()
    score = serializers.IntegerField()
    undos = serializers.IntegerField()
    time_s = serializers.IntegerField(help_text="Whole seconds, rounded down.")
    replay = serializers.CharField(
        allow_null=True, help_text="Address of the replay: from `final_at` on, of listed players."
    )


class BoardMeSerializer(serializers.Serializer[Any]):
    """Where the caller stands in this pool and order."""

    rank = serializers.IntegerField()
    top_percent = serializers.FloatField(
        help_text="Share strictly better plus half of those equal, the caller included."
    )


class DisqualifiedSerializer(serializers.Serializer[Any]):
    """An entry that staff took off the board, and why."""

    player = BoardPlayerSerializer()
    is_me = serializers.BooleanField()
    reason = serializers.CharField()


class BoardSerializer(serializers.Serializer[Any]):
    """A page of a board."""

    by = serializers.ChoiceField(choices=[order.value for order in Order])
    order = serializers.ListField(
        child=serializers.CharField(), help_text="What the ranks depend on, the weightiest first."
    )
    pool = serializers.ChoiceField(choices=[pool.value for pool in Pool])
    final = serializers.BooleanField(help_text="Since `final_at` no entry joins.")
    as_of = serializers.DateTimeField()
    total = serializers.IntegerField(help_text="Entries of this pool.")
    me = BoardMeSerializer(allow_null=True, help_text="Null for a caller without an entry in this pool.")
    items = BoardItemSerializer(many=True)
    next_cursor = serializers.CharField(allow_null=True)
    prev_cursor = serializers.CharField(allow_null=True, help_text="For the rows before the first one.")
    disqualified = DisqualifiedSerializer(
        many=True, help_text="The latest exclusions from this pool, at most 20; not on pages of a cursor."
    )


class MovesBarSerializer(serializers.Serializer[Any]):
    """Finishers with one number of moves."""

    moves = serializers.IntegerField()
    count = serializers.IntegerField()


class TimeBarSerializer(serializers.Serializer[Any]):
    """Finishers within one minute."""

    from_s = serializers.IntegerField(help_text="First second of the minute.")
    to_s = serializers.IntegerField(help_text="First second after it.")
    count = serializers.IntegerField()


class HistogramsSerializer(serializers.Serializer[Any]):
    """How the finishers are spread; empty bars are left out."""

    moves = MovesBarSerializer(many=True)
    time = TimeBarSerializer(many=True)


class PercentilesSerializer(serializers.Serializer[Any]):
    """Share of finishers strictly better plus half of those equal, in percent."""

    moves = serializers.FloatField()
    time = serializers.FloatField()


class StatisticsMeSerializer(serializers.Serializer[Any]):
    """The caller's own result among the finishers."""

    moves = serializers.IntegerField()
    time_s = serializers.IntegerField()
    top_percent = PercentilesSerializer(allow_null=True)


class StatisticsSerializer(serializers.Serializer[Any]):
    """What everybody made of a daily."""

    final = serializers.BooleanField(help_text="Since `final_at` nothing changes.")
    as_of = serializers.DateTimeField()
    challengers = serializers.IntegerField(
        help_text="First goes of people with at least one command before `final_at`."
    )
    finishers = serializers.IntegerField(help_text="Those of them won before `final_at`.")
    share = serializers.FloatField(allow_null=True, help_text="Finishers per challenger, 0 to 1.")
    histograms = HistogramsSerializer(allow_null=True)
    me = StatisticsMeSerializer(allow_null=True, help_text="Null for a caller who has not won in time.")
    shown_from = serializers.IntegerField(
        help_text="Finishers needed before share, histograms and percentiles are shown; null until then."
    )


class TallySerializer(serializers.Serializer[Any]):
    """What the ended games of one kind amount to."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="Wins since the last ended game that was not won.")
    best_streak = serializers.IntegerField()
    best_time_s = serializers.IntegerField(allow_null=True)
    fewest_moves = serializers.IntegerField(allow_null=True)


class VariantRecordsSerializer(serializers.Serializer[Any]):
    """The records of one variant."""

    variant = serializers.ChoiceField(choices=list(engine.VARIANTS))
    daily = TallySerializer(help_text="First goes at dailies; one not won by `final_at` is lost.")
    practice = TallySerializer(help_text="All other games.")


class RecordsSerializer(serializers.Serializer[Any]):
    """The caller's records, variants in their order."""

    as_of = serializers.DateTimeField()
    items = VariantRecordsSerializer(many=True)


class StreakSerializer(serializers.Serializer[Any]):
    """Consecutive dates with a win."""

    variant = serializers.ChoiceField(
        choices=list(engine.VARIANTS), allow_null=True, help_text="Null: a win in any variant makes the date."
    )
    current = serializers.IntegerField(help_text="Goes on until a daily not won becomes final.")
    best = serializers.IntegerField()
    last_date = serializers.DateField(allow_null=True, help_text="The last date with a win.")


class StreaksSerializer(serializers.Serializer[Any]):
    """The caller's streaks, the one of any variant first."""

    as_of = serializers.DateTimeField()
    items = StreakSerializer(many=True)
