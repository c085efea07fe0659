"""The anticipated errors of the service: their common base, and those of the people who play.

    DomainError
    ├── MalformedBody             a body that is not a JSON object as the API reads it
    ├── BodyTooLarge
    ├── UnsupportedMediaType      a body that does not even claim to be JSON
    ├── InvalidInput              fields that cannot be accepted, each named
    ├── InvalidCursor             a page that this service never offered
    ├── Unauthenticated           no, unknown, malformed or expired credentials
    ├── InvalidCredentials        the wrong name or password
    ├── CsrfFailed                a call by cookie without its CSRF token
    ├── InsufficientScope
    ├── AccountNeeded             a guest asked for what only accounts have
    ├── Banned                    by staff, with a public reason
    ├── PlayerNotFound            nobody of that name is listed
    ├── TokenNotFound             no such token, or another player's
    ├── NameTaken                 somebody's name looks like it
    ├── NotAGuest                 an account cannot be claimed again
    ├── InvalidResetToken         unknown, used or outdated
    ├── TooManyTokens
    ├── RateLimited               come back in `retry_after` seconds
    ├── PreconditionFailed        `If-Match` names another version
    ├── ServiceUnavailable        what must not fail open is away
    ├── IdempotencyKeyReused      with another body
    └── IdempotencyInProgress     the first request still runs

The apps' own hierarchies begin at `DomainError` too. `config.problems` gives each code its
status and its words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class FieldError(NamedTuple):
    """What is wrong with one field; `code` is stable, `params` are for the sentence about it."""

    field: str
    code: str
    params: Mapping[str, Any] = {}


class DomainError(Exception):
    """Something that was anticipated, with a stable code that clients may rely on.

    `params` are the facts that the code's sentence needs, `extra` further top-level members of
    the problem (such as seq or available_at), `retry_after` seconds. Everything in them is public.
    """

    code: str = "internal_error"

    def __init__(
        self,
        message: str = "",
        *,
        params: Mapping[str, Any] | None = None,
        extra: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
        errors: Sequence[FieldError] = (),
    ) -> None:
        super().__init__(message or self.code)
        self.params: dict[str, Any] = dict(params or {})
        self.extra: dict[str, Any] = dict(extra or {})
        self.retry_after = retry_after
        self.errors = tuple(errors)


class MalformedBody(DomainError):
    """The body cannot be read; `reason` says why in one word, the rest of the params where."""

    code = "malformed_body"

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(f"malformed body: {reason}", params={"reason": reason, **params})


class BodyTooLarge(DomainError):
    """The body is longer than the API reads."""

    code = "body_too_large"

    def __init__(self, *, limit: int) -> None:
        super().__init__(params={"limit": limit})


class UnsupportedMediaType(DomainError):
    """The body is of a media type that the API does not read."""

    code = "unsupported_media_type"

    def __init__(self, *, media_type: str) -> None:
        super().__init__(params={"media_type": media_type[:80]})


class InvalidInput(DomainError):
    """One or more fields cannot be accepted; nothing is changed."""

    code = "invalid_input"

    def __init__(self, *errors: FieldError) -> None:
        super().__init__(errors=errors)


class InvalidCursor(DomainError):
    """The cursor was not made by this service, or not for this list."""

    code = "invalid_cursor"


class Unauthenticated(DomainError):
    """Nobody can be told from the request's credentials; `reason` says which way."""

    code = "unauthenticated"

    def __init__(self, reason: str = "missing") -> None:
        super().__init__(f"unauthenticated: {reason}", params={"reason": reason})


class InvalidCredentials(DomainError):
    """The name and the password do not belong together; which of them is wrong stays unsaid."""

    code = "invalid_credentials"


class CsrfFailed(DomainError):
    """A call that a cookie speaks for did not prove that our own page made it."""

    code = "csrf_failed"


class InsufficientScope(DomainError):
    """The token may not do this."""

    code = "insufficient_scope"

    def __init__(self, *, needed: str) -> None:
        super().__init__(params={"needed": needed})


class AccountNeeded(DomainError):
    """Guests cannot do this; claiming makes the guest an account."""

    code = "account_needed"


class Banned(DomainError):
    """Staff have banned the player, for a public reason."""

    code = "banned"

    def __init__(self, *, reason: str) -> None:
        super().__init__(params={"reason": reason})


class PlayerNotFound(DomainError):
    """Nobody of that name is listed."""

    code = "not_found"


class TokenNotFound(DomainError):
    """There is no such token, or it is another player's."""

    code = "not_found"


class NameTaken(DomainError):
    """Somebody already has that name, or one that looks like it."""

    code = "name_taken"

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("name", "name_taken")])


class NotAGuest(DomainError):
    """Only a guest can be claimed."""

    code = "not_a_guest"


class InvalidResetToken(DomainError):
    """The token of a password reset is unknown, used or too old."""

    code = "invalid_reset_token"


class TooManyTokens(DomainError):
    """The player has as many personal tokens as one may have."""

    code = "too_many_tokens"

    def __init__(self, *, limit: int) -> None:
        super().__init__(params={"limit": limit})


class RateLimited(DomainError):
    """The caller used up a quota; `retry_after` says when there is more."""

    code = "rate_limited"

    def __init__(self, *, policy: str, retry_after: int) -> None:
        super().__init__(params={"policy": policy}, retry_after=retry_after)
        self.standings: tuple[Any, ...] = ()


class PreconditionFailed(DomainError):
    """The thing is not, or no longer, as the condition in the request's header says."""

    code = "precondition_failed"


class ServiceUnavailable(DomainError):
    """A part that this call cannot do without is away."""

    code = "service_unavailable"

    def __init__(self, *, retry_after: int = 5) -> None:
        super().__init__(retry_after=retry_after)


class IdempotencyKeyReused(DomainError):
    """The Idempotency-Key came before, with another body."""

    code = "idempotency_key_reused"


class IdempotencyInProgress(DomainError):
    """The first request with this Idempotency-Key has no answer yet."""

    code = "idempotency_in_progress"

    def __init__(self) -> None:
        super().__init__(retry_after=1)
