"""What requests and answers about games look like. Described here, read and written elsewhere."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games import engine
from games.api.dailies_serializers import OpeningSerializer, StockSerializer
from games.models import Game, Hint
from games.services.commands import BATCH_LIMIT

STATUSES = Game.Status.values
SOURCE_TYPES = ("daily", "number", "code", "random", "solvable")


class CountersSerializer(serializers.Serializer[Any]):
    """What is counted in a game. Undone moves are taken back from moves, score and stock deals only."""

    moves = serializers.IntegerField(help_text="Moves and stock deals.")
    actions = serializers.IntegerField(help_text="Accepted commands that changed the table; never goes down.")
    stock_deals = serializers.IntegerField()
    undos = serializers.IntegerField()
    hints = serializers.IntegerField()
    score = serializers.IntegerField()
    time_ms = serializers.IntegerField(
        help_text="By the server's clock, each action from 200 ms to 5 minutes."
    )


class GameSummarySerializer(serializers.Serializer[Any]):
    """A game without its cards."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=STATUSES)
    seq = serializers.IntegerField(help_text="How many commands were accepted: what the next is made on.")
    attempt = serializers.IntegerField(
        allow_null=True, help_text="From 1, among the player's goes at the daily."
    )
    ranked = serializers.BooleanField(
        help_text="Whether this go is the one that counts at its daily: the first."
    )
    pools = serializers.ListField(
        child=serializers.ChoiceField(choices=["ranked", "pure", "all", "bot"]),
        help_text="The pools in which a win of it, as played so far, would stand.",
    )
    assisted = serializers.BooleanField(help_text="Whether the solver gave a hint.")
    variant = serializers.ChoiceField(choices=list(engine.VARIANTS))
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=Game.Source.values, help_text="`archive`: a daily begun after its `final_at`."
    )
    daily = serializers.CharField(allow_null=True, help_text="Such as 2026-11-29/spider-2.")
    number = serializers.IntegerField(allow_null=True, help_text="Of numbered deals only.")
    code = serializers.CharField(allow_null=True, help_text="The game code, of numbered deals only.")
    counters = CountersSerializer()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class GamePageSerializer(serializers.Serializer[Any]):
    """A page of one's games."""

    items = GameSummarySerializer(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class GameSerializer(GameSummarySerializer):
    """A game as its player sees it."""

    rules_version = serializers.IntegerField()
    commitment = serializers.CharField(allow_null=True)
    acted_at = serializers.DateTimeField(
        help_text="When the last command was accepted, or the game began: since then the next one costs time."
    )
    stock = StockSerializer()
    columns = serializers.ListField(child=serializers.DictField(), help_text="As in a daily's opening.")
    foundations = serializers.ListField(
        child=serializers.CharField(), help_text="The suit of each sequence removed."
    )
    notices = serializers.ListField(child=serializers.CharField())
    legal_moves = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Only with `?include=legal_moves`."
    )


class SourceSerializer(serializers.Serializer[Any]):
    """Where the deal comes from; which other members are needed depends on the type."""

    type = serializers.ChoiceField(choices=SOURCE_TYPES)
    date = serializers.DateField(
        required=False, help_text="Of a daily: required, so that nothing is guessed at midnight."
    )
    variant = serializers.ChoiceField(
        choices=list(engine.VARIANTS), required=False, help_text="Of all but code."
    )
    number = serializers.IntegerField(required=False, min_value=0, max_value=engine.LARGEST_NUMBER)
    code = serializers.CharField(required=False)


class StartSerializer(serializers.Serializer[Any]):
    """What to play."""

    source = SourceSerializer()  # type: ignore[assignment]


class SubmissionSerializer(serializers.Serializer[Any]):
    """One command, or a batch of up to 200."""

    seq = serializers.IntegerField(
        min_value=0, help_text="The `seq` of the game that the commands are made on."
    )
    command = serializers.JSONField(
        required=False, help_text="A token (`ch3`, `+`, `-`) or an object with a `type`."
    )
    commands = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        min_length=1,
        max_length=BATCH_LIMIT,
        help_text="A batch, instead of `command`.",
    )
    atomic = serializers.BooleanField(required=False, default=False, help_text="Of a batch: all or none.")


class CommandResultSerializer(serializers.Serializer[Any]):
    """What an accepted command did."""

    seq = serializers.IntegerField()
    token = serializers.CharField(allow_null=True, help_text="Null of a give-up.")
    preference = serializers.ChoiceField(
        choices=["same_suit", "other_suit", "empty_column"],
        required=False,
        help_text="Of auto: why that column.",
    )
    effects = serializers.ListField(
        child=serializers.DictField(),
        help_text="`moved`, `dealt`, `sequence_removed`, `turned_up`, `undone`, in the order in which they "
        "happened.",
    )
    counters = CountersSerializer()
    status = serializers.ChoiceField(choices=STATUSES)
    notices = serializers.ListField(child=serializers.CharField())
    stock = StockSerializer(required=False, help_text="Of an undo, which may cover cards again.")
    columns = serializers.ListField(child=serializers.DictField(), required=False, help_text="Of an undo.")
    foundations = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Of an undo."
    )


class StoppedSerializer(serializers.Serializer[Any]):
    """Why a batch stopped."""

    index = serializers.IntegerField(help_text="Of the command that was refused, from 0.")
    problem = serializers.DictField()


class BatchResultSerializer(serializers.Serializer[Any]):
    """What the applied commands of a batch did."""

    seq = serializers.IntegerField()
    applied = serializers.IntegerField()
    results = CommandResultSerializer(many=True)
    stopped = StoppedSerializer(allow_null=True)


SUBMISSION_ANSWERS = PolymorphicProxySerializer(
    component_name="SubmissionAnswer",
    serializers=[CommandResultSerializer, BatchResultSerializer],
    resource_type_field_name=None,
)


class PlayerNameSerializer(serializers.Serializer[Any]):
    """Whose game it is."""

    name = serializers.CharField()
    bot = serializers.BooleanField()


class ResultSerializer(GameSummarySerializer):
    """How a game ended, or how it stands."""

    player = PlayerNameSerializer()
    sequences = serializers.IntegerField(help_text="Sequences on the foundations.")
    time_s = serializers.IntegerField(help_text="Whole seconds, as leaderboards rank them.")


class StepSerializer(serializers.Serializer[Any]):
    """One action of a replay."""

    token = serializers.CharField()
    at_ms = serializers.IntegerField(help_text="Since the game began.")
    effects = serializers.ListField(child=serializers.DictField(), help_text="As in the answer to a command.")


class ReplaySerializer(ResultSerializer):
    """A game from its opening on."""

    rules_version = serializers.IntegerField()
    opening = OpeningSerializer()
    line = serializers.CharField(help_text="All tokens, undos among them, joined by spaces.")
    steps = StepSerializer(many=True)


class HintRequestSerializer(serializers.Serializer[Any]):
    """A wish for a hint."""

    seq = serializers.IntegerField(min_value=0, help_text="The `seq` of the game that it is for.")
    mode = serializers.ChoiceField(
        choices=Hint.Mode.choices, help_text="`visible`: from what the player sees. `solver`: from all cards."
    )


class HintSerializer(serializers.Serializer[Any]):
    """A hint, or how far it is."""

    seq = serializers.IntegerField()
    mode = serializers.ChoiceField(choices=Hint.Mode.choices)
    state = serializers.ChoiceField(choices=Hint.State.choices)
    token = serializers.CharField(allow_null=True, help_text="The move that is advised, once it is found.")
    reference = serializers.CharField(
        allow_null=True, help_text="What looks best from what the player sees; null where no move is legal."
    )
    known_winnable = serializers.BooleanField(help_text="Whether a win of this deal is on record.")
    hints = serializers.IntegerField(help_text="Hints counted in this game so far.")
