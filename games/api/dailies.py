"""Variants, the clock, dailies with their reveal, and game codes: all of it reads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date as Date  # noqa: N812  (a parameter in the address is called date)
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import Q
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import engine
from games.api import dailies_examples as examples
from games.api import dailies_serializers as serializers
from games.api.caching import private_answer, shared_answer
from games.api.enqueue import ask_for_missing_dailies
from games.errors import DailyNotFound, DailyNotReady
from games.models import Daily
from games.selectors import dailies
from players.api.base import ApiView
from players.api.paging import encode_cursor, read_page_request
from players.errors import FieldError, InvalidCursor, InvalidInput
from players.models import Player

_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")

DATE = OpenApiParameter(
    "date", OpenApiTypes.DATE, OpenApiParameter.PATH, description="The daily's date, such as 2026-11-29."
)
VARIANT = OpenApiParameter("variant", OpenApiTypes.STR, OpenApiParameter.PATH, enum=list(engine.VARIANTS))


def read_date(text: str, *, name: str = "date") -> Date:
    """Read the date in the parameter called *name*, in its one spelling.

    Raises:
        InvalidInput: it is no date of the calendar.
    """
    if _DATE.fullmatch(text):
        try:
            return Date.fromisoformat(text)
        except ValueError:
            pass
    raise InvalidInput(FieldError(name, "invalid_date"))


def find_daily(date: str, variant: str, *, now: datetime) -> Daily:
    """Return the daily that an address names.

    Raises:
        InvalidInput: the date is none.
        DailyNotFound: it is not published.
        DailyNotReady: it is today's, and is still being made.
    """
    on = read_date(date)
    if variant not in engine.VARIANTS:
        raise DailyNotFound(on=on, variant=variant[:40])
    return dailies.find(on=on, variant=variant, now=now)


class DailiesView(ApiView):
    """What views of dailies share: one that is missing today is made now."""

    def handle_exception(self, exc: Exception) -> Response:
        """Ask the workers for what the caller is told to come back for."""
        if isinstance(exc, DailyNotReady):
            ask_for_missing_dailies()
        return super().handle_exception(exc)


class VariantsApi(ApiView):
    """The six variants."""

    @extend_schema(
        operation_id="list_variants",
        tags=["dailies"],
        summary="The six variants",
        description="The rules that differ between the variants, as data. `rules_version` changes when "
        "a rule does.",
        responses=serializers.VariantsSerializer,
        examples=[examples.VARIANTS],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List the variants."""
        body = {
            "rules_version": serializers.RULES_VERSION,
            "shuffle_version": engine.SHUFFLE_VERSION,
            "items": [serializers.variant_json(variant) for variant in engine.VARIANTS.values()],
        }
        return shared_answer(request, body, now=timezone.now())


class TimeApi(ApiView):
    """The server's clock."""

    @extend_schema(
        operation_id="get_time",
        tags=["dailies"],
        summary="The server's clock",
        description="The server's time, the date of today's dailies, and when the next day begins. "
        "The only way to ask which daily is today's: clients need no time zone of their own.",
        responses=serializers.TimeSerializer,
        examples=[examples.TIME],
    )
    def get(self, request: Request) -> Response:
        """Tell the time."""
        now = timezone.now()
        return private_answer(
            {
                "now": now,
                "date": dailies.today(now),
                "next_switch_at": dailies.next_switch(now),
                "time_zone": str(dailies.day_zone()),
            }
        )


class DailiesApi(DailiesView):
    """The dailies of one date, or of the archive."""

    problem_statuses: ClassVar = {"GET": (404,)}

    @extend_schema(
        operation_id="list_dailies",
        tags=["dailies"],
        summary="The dailies of a date, or the archive",
        description="Without `from` and `to`: the six dailies of one date, today's by default, in the order "
        "of the variants. With either: all published dailies of that span, both dates included, the latest "
        "first, page by page. Callers who are signed in find in `me` what they have made of each.",
        parameters=[
            OpenApiParameter(
                "date", OpenApiTypes.DATE, description="One date; default: today by the server."
            ),
            OpenApiParameter("from", OpenApiTypes.DATE, description="First date of the archive."),
            OpenApiParameter("to", OpenApiTypes.DATE, description="Last date of the archive."),
            OpenApiParameter(
                "limit", OpenApiTypes.INT, description="Of the archive: at most 200, default 50."
            ),
            OpenApiParameter(
                "cursor", OpenApiTypes.STR, description="Of the archive: `next_cursor` of the page before."
            ),
        ],
        responses=serializers.DailyPageSerializer,
        examples=[examples.DAILIES],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List dailies."""
        now = timezone.now()
        asked = {
            name: read_date(text, name=name)
            for name in ("date", "from", "to")
            if (text := request.query_params.get(name)) is not None
        }
        if "from" not in asked and "to" not in asked:
            found = dailies.of_date(asked.get("date", dailies.today(now)), now=now)
            if len(found) < len(engine.VARIANTS):
                ask_for_missing_dailies()
            return _page(request, found, next_cursor=None, now=now)
        if "date" in asked:
            raise InvalidInput(FieldError("date", "excludes_from_and_to"))
        if "from" in asked and "to" in asked and asked["from"] > asked["to"]:
            raise InvalidInput(FieldError("to", "before_from"))
        return _archive_page(request, asked.get("from"), asked.get("to"), now=now)


class DailyApi(DailiesView):
    """One daily."""

    @extend_schema(
        operation_id="get_daily",
        tags=["dailies"],
        summary="One daily",
        description="Before it opens: its commitment and times. Once open: also what everybody sees before "
        "the first move. Looking begins no game. Answers 404 for dates that are not published (yet).",
        parameters=[DATE, VARIANT],
        responses=serializers.DailyDetailSerializer,
        examples=[examples.DAILY],
    )
    def get(self, request: Request, date: str, variant: str) -> HttpResponseBase:
        """Show one daily."""
        now = timezone.now()
        daily = find_daily(date, variant, now=now)
        observation = dailies.opening(daily, now=now)
        opening = None if observation is None else observation.as_json()
        if isinstance(request.user, Player):
            me = dailies.own_states(request.user, [daily]).get(daily.pk, dailies.NOT_BEGUN)
            return private_answer({**serializers.daily_json(daily, now=now, me=me), "opening": opening})
        body = {**serializers.daily_json(daily, now=now, me=None), "opening": opening}
        return shared_answer(request, body, now=now, changes_at=_next_change([daily], now))


class RevealApi(DailiesView):
    """What was secret about a daily."""

    problem_statuses: ClassVar = {"GET": (403,)}

    @extend_schema(
        operation_id="get_reveal",
        tags=["dailies"],
        summary="Seed, order, winning line and par",
        description="From `final_at` on, also of withdrawn dailies: the seed behind the commitment, the "
        "order of the cards that follows from it, the shortest winning line known and its length. Anyone can "
        "recompute commitment and order. Before that 403 `reveal_locked` with `available_at`.",
        parameters=[DATE, VARIANT],
        responses=serializers.RevealSerializer,
        examples=[examples.REVEAL],
    )
    def get(self, request: Request, date: str, variant: str) -> HttpResponseBase:
        """Reveal a daily."""
        now = timezone.now()
        daily = find_daily(date, variant, now=now)
        secret = dailies.revealed(daily, now=now)
        return shared_answer(request, serializers.reveal_json(daily, secret, now=now), now=now)


class CodeApi(ApiView):
    """A game code."""

    @extend_schema(
        operation_id="get_code",
        tags=["games"],
        summary="Decode and check a game code",
        description="The variant and the number of the deal that a code stands for; case does not matter. A "
        "code that is none is refused with a `code` that names the wrong part. Dailies have no game code.",
        parameters=[
            OpenApiParameter(
                "code", OpenApiTypes.STR, OpenApiParameter.PATH, description="Such as SD1-S1-AAAAABD."
            )
        ],
        responses=serializers.CodeSerializer,
        examples=[examples.CODE],
    )
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """Decode a code."""
        variant, number = engine.parse_game_code(code)
        body = {"code": engine.game_code(variant, number), "variant": variant.name, "number": number}
        return shared_answer(request, body, now=timezone.now())


def _archive_page(
    request: Request, first: Date | None, last: Date | None, *, now: datetime
) -> HttpResponseBase:
    page = read_page_request(request, types=(str, str))
    rows = dailies.between(first, last)
    if page.cursor is not None:
        shown, variant = str(page.cursor[0]), page.cursor[1]
        try:
            on = Date.fromisoformat(shown)
        except ValueError:
            raise InvalidCursor from None
        rows = rows.filter(Q(date__lt=on) | Q(date=on, variant__gt=variant))
    found = list(rows[: page.limit + 1])
    more = len(found) > page.limit
    found = found[: page.limit]
    next_cursor = encode_cursor([found[-1].date.isoformat(), found[-1].variant]) if more else None
    return _page(request, found, next_cursor=next_cursor, now=now)


def _page(
    request: Request, found: list[Daily], *, next_cursor: str | None, now: datetime
) -> HttpResponseBase:
    if isinstance(request.user, Player):
        states = dailies.own_states(request.user, found)
        items = [
            serializers.daily_json(daily, now=now, me=states.get(daily.pk, dailies.NOT_BEGUN))
            for daily in found
        ]
        return private_answer({"items": items, "next_cursor": next_cursor})
    body: dict[str, Any] = {
        "items": [serializers.daily_json(daily, now=now, me=None) for daily in found],
        "next_cursor": next_cursor,
    }
    return shared_answer(request, body, now=now, changes_at=_next_change(found, now))


def _next_change(found: Iterable[Daily], now: datetime) -> datetime | None:
    """Return when the clock next changes what is said of any of *found*."""
    instants = [at for daily in found for at in (daily.opens_at, daily.closes_at, daily.final_at) if at > now]
    return min(instants, default=None)
