"""How long answers that are the same for everybody may be kept, and by whom."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.auth import raw

LONGEST_S = 30
"""A daily can be withdrawn, and par improved, at any time: nobody should show the old one for long."""


def shared_answer(
    request: Request, body: Mapping[str, Any], *, now: datetime, changes_at: datetime | None = None
) -> HttpResponseBase:
    """Answer with what anybody may see: an ETag of it, and at most until *changes_at* in caches."""
    longest = timedelta(seconds=LONGEST_S)
    if changes_at is not None:
        longest = min(longest, changes_at - now)
    etag = f'"{hashlib.sha256(JSONRenderer().render(body)).hexdigest()[:32]}"'
    response = Response(
        body, headers={"Cache-Control": f"public, max-age={int(longest.total_seconds())}", "ETag": etag}
    )
    return cast("HttpResponseBase", get_conditional_response(raw(request), etag=etag, response=response))


def private_answer(body: Mapping[str, Any]) -> Response:
    """Answer with what is for this caller alone, or true for this second only."""
    return Response(body, headers={"Cache-Control": "private, no-store"})
