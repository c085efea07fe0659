"""What every view of the API shares: quotas, and headers that keep personal answers out of caches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players import throttling
from players.api.auth import raw
from players.credentials import Credential
from players.errors import RateLimited, Unauthenticated
from players.throttling import Standing

VARY = ("Accept-Language", "Authorization", "Cookie")


class ApiView(APIView):
    """A view with quotas and careful headers.

    `rate_policies` names, for an HTTP method, further policies that are counted by address when
    they are listed in `ADDRESS_POLICIES`, else by caller. A view may set its own Cache-Control
    header where an answer is for everyone.
    """

    ADDRESS_POLICIES: ClassVar[frozenset[str]] = frozenset(
        {"address", "guests", "accounts", "passwords", "resets"}
    )

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    rate_policies: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    own_policies: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """For the description: what a method counts that does all of its counting itself."""

    problem_statuses: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    """For the description: the statuses of problems that a method may answer besides those of any call."""

    def check_throttles(self, request: Request) -> None:
        """Count the call in its buckets.

        Raises:
            RateLimited: one of them is used up.
            ServiceUnavailable: Redis is away, and a bucket guards passwords.
        """
        address = throttling.client_address(raw(request))
        caller = request.auth.id if isinstance(request.auth, Credential) else None
        names = ["address", "caller"] if caller is not None else ["address"]
        # HEAD costs what GET does.
        names += self.rate_policies.get("GET" if request.method == "HEAD" else request.method or "", ())
        keys = [address if name in self.ADDRESS_POLICIES else caller or address for name in names]
        buckets = [
            (throttling.policy(name), throttling.hashed(key)) for name, key in zip(names, keys, strict=True)
        ]
        try:
            self.note_standings(request, throttling.take(*buckets))
        except RateLimited as error:
            self.note_standings(request, error.standings)
            raise

    def handle_exception(self, exc: Exception) -> Response:
        """Count, for the address, calls with credentials that are not good; too many are refused as such."""
        if isinstance(exc, (Unauthenticated, NotAuthenticated)) and not hasattr(self, "_standings"):
            exc, standings = throttling.take_for_stranger(raw(self.request), exc)
            self.note_standings(self.request, standings)
        return super().handle_exception(exc)

    def note_standings(self, request: Request, standings: Sequence[Standing]) -> None:
        """Remember what the answer's RateLimit fields say."""
        self._standings = standings

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Add the RateLimit fields, Vary, and the Cache-Control of a personal answer."""
        final = super().finalize_response(request, response, *args, **kwargs)
        for name, value in throttling.as_fields(getattr(self, "_standings", ())).items():
            final.headers[name] = value
        patch_vary_headers(final, VARY)
        final.headers.setdefault("Cache-Control", "private, no-store")
        return final
