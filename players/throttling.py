"""Quotas per caller and per address.

Each is a leaky bucket (GCRA) of `quota` calls that refills evenly within `window_s`: a caller
may spend all at once, then gets them back one by one. The buckets lie in Redis, all of one call
asked in one round trip; those of moves lie in the process (`MOVES`), where asking costs next to
nothing, so each web process grants its own.

When Redis is away, play goes on without quotas; what guards passwords is refused instead.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import redis
from django.conf import settings
from django.http import HttpRequest

from players.credentials import are_shown
from players.errors import RateLimited, ServiceUnavailable

logger = logging.getLogger(__name__)


class Policy(NamedTuple):
    """A quota: so many calls within a window, counted for a caller or for an address."""

    name: str
    quota: int
    window_s: int
    closed_without_redis: bool = False

    def as_field(self) -> str:
        """Return the policy as the RateLimit-Policy field writes it."""
        return f'"{self.name}";q={self.quota};w={self.window_s}'


class Standing(NamedTuple):
    """How a bucket stands after a call."""

    policy: Policy
    is_allowed: bool
    remaining: int
    reset_s: int
    """Until the whole quota is there again."""
    retry_after_s: int
    """Until one more call is granted; 0 when it is now."""

    def as_field(self) -> str:
        """Return the standing as the RateLimit field writes it."""
        return f'"{self.policy.name}";r={self.remaining};t={self.reset_s}'


POLICIES: Final = {
    policy.name: policy
    for policy in (
        # Any call, by whoever shares an address: a school behind one router is many players.
        Policy("address", quota=6000, window_s=60),
        # Any call of one session or token but moves.
        Policy("caller", quota=600, window_s=60),
        # Judged commands, each of a batch. In the process.
        Policy("moves", quota=6000, window_s=60),
        # New games of one caller.
        Policy("games", quota=300, window_s=60),
        # New guests and accounts from one address.
        Policy("guests", quota=600, window_s=3600),
        Policy("accounts", quota=60, window_s=3600),
        # Passwords: tries from one address, and wrong ones for one name.
        Policy("passwords", quota=60, window_s=600, closed_without_redis=True),
        Policy("wrong-passwords", quota=10, window_s=600, closed_without_redis=True),
        # Mails to one address, and mails asked for from one.
        Policy("resets", quota=5, window_s=3600, closed_without_redis=True),
        # New personal tokens, exports and changes of name: work that nobody needs often.
        Policy("tokens", quota=30, window_s=3600),
        Policy("exports", quota=20, window_s=3600),
    )
}


@cache
def policy(name: str) -> Policy:
    """Return the policy *name*, with the quota that `settings.RATE_LIMIT_QUOTAS` may give it."""
    found = POLICIES[name]
    return found._replace(quota=settings.RATE_LIMIT_QUOTAS.get(name, found.quota))


# KEYS: buckets. ARGV: for each its emission interval and its burst in microseconds, then 1 to take
# one or -1 to give one back. A bucket holds the theoretical arrival time. The server's own clock counts.
# All are asked, and one is taken from each only if all would grant it.
_SCRIPT: Final = """
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local granted, tats, answer = true, {}, {}
for i, key in ipairs(KEYS) do
  local interval, burst = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local tat = math.max(tonumber(redis.call('GET', key) or now), now)
  tats[i] = tat
  if tat + interval - now > burst then granted = false end
end
for i, key in ipairs(KEYS) do
  local interval, burst = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local ok = tats[i] + interval - now <= burst
  local count = tonumber(ARGV[3 * i])
  if granted or count < 0 then
    tats[i] = math.max(tats[i] + count * interval, now)
    redis.call('SET', key, string.format('%.0f', tats[i]), 'PX', math.ceil((tats[i] - now) / 1000) + 1)
  end
  local wait = 0
  if not ok then wait = tats[i] + interval - burst - now end
  answer[i] = {ok and 1 or 0, math.floor((burst - (tats[i] - now)) / interval),
    math.ceil((tats[i] - now) / 1000000), math.ceil(wait / 1000000)}
end
return answer
"""

_AWAY_S: Final = 1.0
"""After a failure Redis is not asked again for so long: a call must not wait for every timeout."""


class _Buckets:
    """The buckets in Redis, with a connection of their own and short timeouts."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(url, socket_timeout=0.25, socket_connect_timeout=0.25)
        self._script = self._client.register_script(_SCRIPT)
        self._away_until = 0.0

    def ask(self, buckets: Sequence[tuple[Policy, str]], *, count: int) -> list[Standing] | None:
        """Take 1 from each bucket, or -1, and return how it stands; None when Redis is away."""
        if time.monotonic() < self._away_until:
            return None
        arguments: list[int] = []
        for each, _key in buckets:
            window_us = each.window_s * 1_000_000
            arguments += [window_us // each.quota, window_us, count]
        keys = [f"rate:{each.name}:{key}" for each, key in buckets]
        try:
            answer = self._script(keys=keys, args=arguments)
        except (redis.RedisError, OSError) as error:
            self._away_until = time.monotonic() + _AWAY_S
            logger.warning("rate limits are off: Redis is away (%s)", type(error).__name__)
            return None
        return [
            Standing(each, bool(ok), max(int(remaining), 0), int(reset), int(wait))
            for (each, _key), (ok, remaining, reset, wait) in zip(buckets, answer, strict=True)
        ]


@cache
def _buckets(url: str) -> _Buckets:
    return _Buckets(url)


def take(*buckets: tuple[Policy, str]) -> list[Standing]:
    """Count one call in each bucket, given as policy and key; return how they stand.

    None is counted when one of them refuses. Without Redis the list is empty.

    Raises:
        RateLimited: a bucket is used up.
        ServiceUnavailable: Redis is away, and a policy must not be left open.
    """
    standings = _buckets(settings.REDIS_URL).ask(buckets, count=1)
    if standings is None:
        if any(each.closed_without_redis for each, _key in buckets):
            raise ServiceUnavailable
        return []
    refuse_exhausted(standings)
    return standings


def take_for_stranger(request: HttpRequest, error: Exception) -> tuple[Exception, Sequence[Standing]]:
    """Count a call that *error* says is nobody's for the address that it came from.

    Only if it showed credentials: finding out that they are not good has cost a read. Returns
    what to answer, *error* or that too many such calls came from there, and the standings.
    """
    if not are_shown(request):
        return error, ()
    try:
        return error, take((policy("address"), hashed(client_address(request))))
    except RateLimited as refusal:
        return refusal, refusal.standings


def give_back(*buckets: tuple[Policy, str]) -> None:
    """Take back what `take` counted in each bucket, for a call that turned out not to count."""
    _buckets(settings.REDIS_URL).ask(buckets, count=-1)


def refuse_exhausted(standings: Sequence[Standing]) -> None:
    """Raise `RateLimited` for the bucket that takes longest to grant a call, if any refuses.

    Raises:
        RateLimited: with all *standings* in its attribute of that name.
    """
    refusing = [standing for standing in standings if not standing.is_allowed]
    if refusing:
        worst = max(refusing, key=lambda standing: standing.retry_after_s)
        error = RateLimited(policy=worst.policy.name, retry_after=max(worst.retry_after_s, 1))
        error.standings = tuple(standings)
        raise error


class ProcessBuckets:
    """The buckets of one policy in this process, for calls that are too cheap to ask Redis."""

    def __init__(self, policy_name: str, *, size: int = 100_000) -> None:
        self._policy_name = policy_name
        self._size = size
        self._tats: OrderedDict[str, int] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str) -> Standing:
        """Count one call for *key*; return how its bucket stands.

        Raises:
            RateLimited: it is used up.
        """
        limit = policy(self._policy_name)
        interval = _interval_ns(limit)
        now = time.monotonic_ns()
        with self._lock:
            tat = max(self._tats.get(key, now), now)
            allowed = tat + interval - now <= limit.window_s * _NS
            if allowed:
                tat += interval
                self._tats[key] = tat
                self._tats.move_to_end(key)
                if len(self._tats) > self._size:
                    self._tats.popitem(last=False)
        standing = _standing(limit, interval, tat, now, is_allowed=allowed)
        if not allowed:
            refuse_exhausted([standing])
        return standing

    def charge(self, key: str, count: int) -> Standing:
        """Count *count* more of a call that was granted; return how the bucket stands.

        Nothing is refused: what exceeds the quota is owed, and the next call waits for it.
        """
        limit = policy(self._policy_name)
        interval = _interval_ns(limit)
        now = time.monotonic_ns()
        with self._lock:
            tat = max(self._tats.get(key, now), now) + count * interval
            self._tats[key] = tat
        return _standing(limit, interval, tat, now, is_allowed=True)

    def clear(self) -> None:
        """Forget every bucket."""
        with self._lock:
            self._tats.clear()


_NS: Final = 1_000_000_000
"""Whole nanoseconds: with seconds in floats, a call counted as two on a machine that had run for long."""


def _interval_ns(limit: Policy) -> int:
    return max(limit.window_s * _NS // limit.quota, 1)


def _standing(limit: Policy, interval: int, tat: int, now: int, *, is_allowed: bool) -> Standing:
    left = limit.window_s * _NS - (tat - now)
    wait_s = 0 if is_allowed else -(-(interval - left) // _NS)
    return Standing(limit, is_allowed, max(left // interval, 0), (tat - now) // _NS + 1, wait_s)


MOVES: Final = ProcessBuckets("moves")


def as_fields(standings: Sequence[Standing]) -> dict[str, str]:
    """Return the RateLimit and RateLimit-Policy fields of an answer."""
    if not standings:
        return {}
    return {
        "RateLimit": ", ".join([standing.as_field() for standing in standings]),
        "RateLimit-Policy": ", ".join([standing.policy.as_field() for standing in standings]),
    }


def client_address(request: HttpRequest) -> str:
    """Return the address that a request came from, IPv6 cut to its /64.

    ``X-Forwarded-For`` is believed as far as `settings.TRUSTED_PROXY_COUNT` proxies wrote it.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", ""))
    if settings.TRUSTED_PROXY_COUNT and forwarded:
        hops = forwarded.split(",")[-settings.TRUSTED_PROXY_COUNT :]
        address = hops[0].strip()
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)


def hashed(text: str) -> str:
    """Return a key for *text*, which itself (a name, an e-mail address) should not lie in Redis."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]
