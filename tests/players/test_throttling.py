"""Quotas: the buckets in Redis and in the process, their fields, and Redis away."""

import re
import threading

import pytest
from django.test import RequestFactory

from players import throttling
from players.errors import RateLimited, ServiceUnavailable
from players.throttling import Policy, ProcessBuckets, client_address
from tests.players.callers import PASSWORD, account_client, guest_client
from tests.playing import Caller

FEW = Policy("few", quota=3, window_s=60)
SHUT = Policy("shut", quota=3, window_s=60, closed_without_redis=True)


@pytest.fixture
def away(settings):
    """Let Redis be away: nobody listens there."""
    settings.REDIS_URL = "redis://127.0.0.1:1/0"


@pytest.mark.usefixtures("db")
class TestTake:
    def test_grants_the_quota_at_once_then_refuses(self):
        remaining = [throttling.take((FEW, "a"))[0].remaining for _ in range(3)]
        assert remaining == [2, 1, 0]
        with pytest.raises(RateLimited) as refusal:
            throttling.take((FEW, "a"))
        assert refusal.value.params == {"policy": "few"}
        assert refusal.value.retry_after in (19, 20)  # a third of the window gives one back

    def test_counts_keys_and_policies_apart(self):
        for _ in range(3):
            throttling.take((FEW, "a"))
        assert throttling.take((FEW, "b"))[0].remaining == 2
        assert throttling.take((FEW._replace(name="other"), "a"))[0].remaining == 2

    def test_gives_back_evenly(self):
        quick = Policy("quick", quota=10, window_s=1)
        for _ in range(10):
            throttling.take((quick, "a"))
        with pytest.raises(RateLimited):
            throttling.take((quick, "a"))
        threading.Event().wait(0.25)
        assert throttling.take((quick, "a"))[0].remaining in (0, 1, 2)

    def test_takes_from_none_when_one_refuses(self):
        for _ in range(3):
            throttling.take((FEW, "a"))
        wide = Policy("wide", quota=100, window_s=60)
        with pytest.raises(RateLimited):
            throttling.take((wide, "a"), (FEW, "a"))
        assert throttling.take((wide, "a"))[0].remaining == 99

    def test_grants_no_more_than_the_quota_to_many_at_once(self):
        granted = []

        def call():
            for _ in range(4):
                try:
                    throttling.take((FEW, "together"))
                    granted.append(1)
                except RateLimited:
                    pass

        threads = [threading.Thread(target=call) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(granted) == 3

    def test_is_taken_back(self):
        for _ in range(3):
            throttling.take((FEW, "a"))
        throttling.give_back((FEW, "a"))
        assert throttling.take((FEW, "a"))[0].remaining == 0
        with pytest.raises(RateLimited):
            throttling.take((FEW, "a"))

    def test_is_never_taken_back_beyond_the_quota(self):
        throttling.give_back((FEW, "a"))
        assert throttling.take((FEW, "a"))[0].remaining == 2

    def test_leaves_nothing_behind_for_longer_than_the_window(self, settings):
        import redis

        throttling.take((FEW, "a"))
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            assert 0 < client.pttl("rate:few:a") <= 20_001

    def test_has_its_quotas_from_the_settings(self, settings):
        settings.RATE_LIMIT_QUOTAS = {"caller": 5}
        throttling.policy.cache_clear()
        assert throttling.policy("caller").quota == 5


class TestRedisAway:
    def test_grants_what_may_stay_open(self, away):
        assert throttling.take((FEW, "a")) == []

    def test_refuses_what_must_not(self, away):
        with pytest.raises(ServiceUnavailable):
            throttling.take((FEW, "a"), (SHUT, "a"))
        throttling.give_back((SHUT, "a"))

    @pytest.mark.django_db
    def test_lets_people_in_and_play_but_nobody_try_passwords(self, away):
        guest = guest_client()
        assert guest.get("/me").status == 200
        client = account_client()
        assert client.call("PATCH", "/me", {"is_listed": False}).status == 200
        answer = Caller().post("/auth/login", {"name": "haneul", "password": PASSWORD})
        assert (answer.status, answer["code"]) == (503, "service_unavailable")
        assert answer.headers["Retry-After"] == "5"
        for path, body in [
            ("/auth/password/reset", {"email": "h@example.org"}),
            ("/auth/password", {"current_password": PASSWORD, "password": "eight louder beetles"}),
        ]:
            assert client.post(path, body).status == 503

    @pytest.mark.django_db
    def test_is_noticed_without_waiting_each_time(self, settings, monkeypatch):
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        asked = []
        buckets = throttling._buckets(settings.REDIS_URL)
        script = buckets._script

        def counted(**call):
            asked.append(1)
            return script(**call)

        monkeypatch.setattr(buckets, "_script", counted)
        for _ in range(20):
            throttling.take((FEW, "a"))
        assert len(asked) == 1


@pytest.mark.django_db
class TestAnswers:
    def test_say_how_the_quotas_stand(self):
        answer = guest_client().get("/me")
        assert answer.headers["RateLimit-Policy"] == '"address";q=6000;w=60, "caller";q=600;w=60'
        assert answer.headers["RateLimit"].startswith('"address";r=')
        assert '"caller";r=599;t=1' in answer.headers["RateLimit"]

    def test_are_429_problems_when_a_quota_is_used_up(self, settings):
        settings.RATE_LIMIT_QUOTAS = {"caller": 2}
        throttling.policy.cache_clear()
        client = guest_client()
        assert [client.get("/me").status for _ in range(3)] == [200, 200, 429]
        answer = client.get("/me")
        assert (answer["code"], answer["params"]) == ("rate_limited", {"policy": "caller"})
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert 1 <= int(answer.headers["Retry-After"]) <= 30
        assert '"caller";r=0' in answer.headers["RateLimit"]
        assert guest_client().get("/me").status == 200

    def test_are_429_for_too_many_guests_of_one_address(self, settings):
        settings.RATE_LIMIT_QUOTAS = {"guests": 2}
        settings.TRUSTED_PROXY_COUNT = 1
        throttling.policy.cache_clear()
        one, other = {"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "198.51.100.8"}
        assert [Caller().post("/guests", {}, **one).status for _ in range(3)] == [201, 201, 429]
        assert Caller().post("/guests", {}, **other).status == 201

    def test_count_head_as_the_get_that_it_costs(self, settings):
        settings.RATE_LIMIT_QUOTAS = {"exports": 2}
        throttling.policy.cache_clear()
        client = account_client()
        answers = [client.call("HEAD", "/me/export") for _ in range(3)]
        assert [answer.status for answer in answers] == [200, 200, 429]
        assert client.get("/me/export").status == 429

    @pytest.mark.parametrize("token", ["orb_0123456789_" + "x" * 32, "orb_nonsense"])
    def test_count_credentials_that_are_not_good_for_the_address(self, settings, token):
        settings.RATE_LIMIT_QUOTAS = {"address": 3}
        throttling.policy.cache_clear()
        stranger = Caller(token=token)
        answers = [stranger.get("/me") for _ in range(2)]
        answers += [stranger.post("/games/g_1/commands", {"seq": 0, "command": "+"}) for _ in range(2)]
        assert [answer.status for answer in answers] == [401, 401, 401, 429]
        assert [answer.headers["RateLimit"].partition(";t=")[0] for answer in answers] == [
            f'"address";r={left}' for left in (2, 1, 0, 0)
        ]
        assert answers[3]["params"] == {"policy": "address"}
        assert stranger.get("/me").status == 429
        assert Caller().get("/variants").status == 429

    def test_count_sessions_that_are_no_longer_good(self, settings):
        settings.RATE_LIMIT_QUOTAS = {"address": 2}
        throttling.policy.cache_clear()
        stranger = Caller(player=None)
        stranger.client.cookies["sessionid"] = "0123456789abcdefghijklmnopqrstuv"
        assert [stranger.get("/me").status for _ in range(3)] == [401, 401, 429]

    def test_let_strangers_off_when_nobody_counts(self, away):
        stranger = Caller(token="orb_0123456789_" + "x" * 32)
        assert stranger.get("/me").status == 401
        assert stranger.post("/games/g_1/commands", {}).status == 401

    def test_judge_credentials_and_scope_before_the_quota(self, settings):
        settings.RATE_LIMIT_QUOTAS = {"address": 1}
        throttling.policy.cache_clear()
        Caller().get("/players/nobody")
        assert Caller().get("/players/nobody").status == 429
        assert Caller().get("/me").status == 401


class TestProcessBuckets:
    def test_grants_the_quota_then_refuses(self, settings):
        settings.RATE_LIMIT_QUOTAS = {"moves": 3}
        throttling.policy.cache_clear()
        buckets = ProcessBuckets("moves")
        assert [buckets.take("a").remaining for _ in range(3)] == [2, 1, 0]
        with pytest.raises(RateLimited) as refusal:
            buckets.take("a")
        assert refusal.value.retry_after in range(1, 21)
        assert buckets.take("b").remaining == 2

    def test_charges_what_was_granted_and_lets_the_next_call_wait(self, settings):
        settings.RATE_LIMIT_QUOTAS = {"moves": 60}
        throttling.policy.cache_clear()
        buckets = ProcessBuckets("moves")
        assert buckets.take("a").remaining == 59
        standing = buckets.charge("a", 49)
        assert (standing.is_allowed, standing.remaining, standing.reset_s) == (True, 10, 50)
        assert buckets.charge("a", 15).remaining == 0
        with pytest.raises(RateLimited) as refusal:
            buckets.take("a")
        assert refusal.value.retry_after in (6, 7)  # five are owed, and a sixth is asked for
        assert refusal.value.standings[0].reset_s in (65, 66)
        assert buckets.take("b").remaining == 59

    def test_forgets_the_oldest_keys_first(self):
        buckets = ProcessBuckets("moves", size=2)
        for key in ("a", "b", "a", "c"):
            buckets.take(key)
        assert list(buckets._tats) == ["a", "c"]


class TestClientAddress:
    def address(self, forwarded=None, remote="203.0.113.9"):
        extra = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
        return client_address(RequestFactory().get("/", REMOTE_ADDR=remote, **extra))

    def test_believes_no_header_without_proxies(self, settings):
        settings.TRUSTED_PROXY_COUNT = 0
        assert self.address("198.51.100.7") == "203.0.113.9"

    @pytest.mark.parametrize(
        ("count", "forwarded", "expected"),
        [
            (1, "198.51.100.7", "198.51.100.7"),
            (1, "6.6.6.6, 198.51.100.7", "198.51.100.7"),  # the first was made up by the client
            (2, "6.6.6.6, 198.51.100.7, 10.0.0.1", "198.51.100.7"),
            (2, "198.51.100.7", "198.51.100.7"),
            (1, None, "203.0.113.9"),
            (1, "nonsense", "unknown"),
            (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            (1, "::ffff:198.51.100.7", "198.51.100.7"),
        ],
    )
    def test_believes_as_many_hops_as_there_are_proxies(self, settings, count, forwarded, expected):
        settings.TRUSTED_PROXY_COUNT = count
        assert self.address(forwarded) == expected


class TestGuide:
    def test_lists_every_quota_as_it_is(self, settings):
        rows = re.findall(
            r"^\| `([a-z-]+)` \| ([0-9,]+) \| ([0-9,]+) s \|",
            (settings.BASE_DIR / "docs/api.md").read_text(),
            re.MULTILINE,
        )
        told = {
            name: (int(quota.replace(",", "")), int(window.replace(",", ""))) for name, quota, window in rows
        }
        assert told == {name: (each.quota, each.window_s) for name, each in throttling.POLICIES.items()}
