"""The Idempotency-Key of calls that a known caller may send twice.

The key is noted before the call runs, and its answer is stored in the call's own transaction:
a process that dies in between leaves a note without an answer and nothing done, which the next
try takes over once it is older than any request may run.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from django.db import transaction
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.auth import raw
from players.errors import FieldError, IdempotencyInProgress, IdempotencyKeyReused, InvalidInput
from players.models import IdempotencyKey, Player
from players.services.housekeeping import KEPT_ANSWER_LIFE

_TAKEOVER_AFTER: Final = timedelta(seconds=60)
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
_KEPT_HEADERS: Final = ("ETag", "Location", "Retry-After")

P = ParamSpec("P")
V = TypeVar("V", bound=APIView)
Handler = Callable[Concatenate[V, Request, P], Response]


def idempotent(handler: Handler[V, P]) -> Handler[V, P]:
    """Make a view's method answer a repeat with its first answer, if the caller sent a key.

    With a key the method runs inside a transaction. Answers of 500 and above are not kept.
    """

    @functools.wraps(handler)
    def answer(view: V, request: Request, *args: P.args, **kwargs: P.kwargs) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None or not isinstance(request.user, Player):
            return handler(view, request, *args, **kwargs)
        if not _KEY.fullmatch(key):
            raise InvalidInput(FieldError("Idempotency-Key", "bad_idempotency_key"))
        now = timezone.now()
        note = _note(request, key, now)
        if note.status is not None:
            return _replay(note)
        try:
            with transaction.atomic():
                response = handler(view, request, *args, **kwargs)
                _keep(note, response)
        except Exception as error:  # noqa: BLE001  (answered as the view itself would)
            # The transaction is undone, so a refusal is all that this call has come to.
            response = view.handle_exception(error)
            _keep(note, response)
        return response

    return cast("Handler[V, P]", answer)


def _note(request: Request, key: str, now: datetime) -> IdempotencyKey:
    """Return this request's own note, without a status, or the answered one of its first sending.

    Raises:
        IdempotencyKeyReused: the first sending had another body.
        IdempotencyInProgress: it has no answer yet.
    """
    owned = {"player": request.user, "path": raw(request).path[:200], "key": key}
    body = json.dumps(request.data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    request_hash = hashlib.sha256(body.encode()).digest()
    IdempotencyKey.objects.filter(**owned, created_at__lte=now - KEPT_ANSWER_LIFE).delete()
    note, is_new = IdempotencyKey.objects.get_or_create(
        **owned, defaults={"request_hash": request_hash, "created_at": now}
    )
    if bytes(note.request_hash) != request_hash:
        raise IdempotencyKeyReused
    if is_new or note.status is not None:
        return note
    taken_over = IdempotencyKey.objects.filter(
        pk=note.pk, status=None, created_at=note.created_at, created_at__lte=now - _TAKEOVER_AFTER
    ).update(created_at=now)
    if not taken_over:
        raise IdempotencyInProgress
    return note


def _keep(note: IdempotencyKey, response: Response) -> None:
    if response.status_code >= 500:
        _forget(note)
        return
    headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
    if response.content_type:  # a problem's; the header of an answer not rendered yet would say text/html
        headers["Content-Type"] = response.content_type
    body = JSONRenderer().render(response.data).decode()
    IdempotencyKey.objects.filter(pk=note.pk).update(status=response.status_code, headers=headers, body=body)


def _forget(note: IdempotencyKey) -> None:
    IdempotencyKey.objects.filter(pk=note.pk).delete()


def _replay(note: IdempotencyKey) -> Response:
    headers: dict[str, Any] = dict(note.headers)
    content_type = headers.pop("Content-Type", None)
    data = json.loads(note.body) if note.body else None
    headers["Idempotent-Replayed"] = "true"
    return Response(data, status=note.status, headers=headers, content_type=content_type)
