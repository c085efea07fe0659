"""Which day it is, and when it begins and ends."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import LazySettings

from games.selectors import dailies

SECOND = timedelta(seconds=1)


@pytest.fixture(params=["America/Los_Angeles", "Pacific/Auckland", "UTC", "Asia/Kathmandu"])
def zone(request: pytest.FixtureRequest, settings: LazySettings) -> str:
    settings.DAILY_TIME_ZONE = request.param
    return str(request.param)


class TestDayBounds:
    def test_are_midnights_of_utc_by_default(self):
        bounds = dailies.day_bounds(date(2026, 11, 29))
        assert bounds == (datetime(2026, 11, 29, tzinfo=UTC), datetime(2026, 11, 30, tzinfo=UTC))
        assert bounds.final_at == datetime(2026, 11, 30, 2, tzinfo=UTC)

    @pytest.mark.parametrize(
        ("name", "on", "hours"),
        [
            ("America/Los_Angeles", date(2026, 3, 8), 23),
            ("America/Los_Angeles", date(2026, 11, 1), 25),
            ("America/Los_Angeles", date(2026, 11, 29), 24),
            ("Pacific/Auckland", date(2026, 9, 27), 23),
            ("Pacific/Auckland", date(2027, 4, 4), 25),
            ("America/Santiago", date(2026, 9, 6), 23),  # the clock goes from 23:59:59 to 01:00
            ("America/Havana", date(2026, 11, 1), 25),  # 00:00 to 01:00 comes twice
        ],
    )
    def test_are_shorter_or_longer_where_clocks_change(self, settings, name, on, hours):
        settings.DAILY_TIME_ZONE = name
        bounds = dailies.day_bounds(on)
        assert bounds.closes_at - bounds.opens_at == timedelta(hours=hours)

    def test_leave_no_instant_out_and_none_twice(self, zone):
        first = date(2026, 1, 1)
        for offset in range(500):
            on = first + timedelta(days=offset)
            bounds = dailies.day_bounds(on)
            assert bounds.closes_at == dailies.day_bounds(on + timedelta(days=1)).opens_at
            assert dailies.today(bounds.opens_at) == on
            assert dailies.today(bounds.closes_at - SECOND) == on

    def test_follow_the_zone_where_it_is_not_utc(self, settings):
        settings.DAILY_TIME_ZONE = "Pacific/Auckland"
        assert dailies.day_bounds(date(2026, 11, 29)).opens_at == datetime(2026, 11, 28, 11, tzinfo=UTC)


class TestToday:
    def test_changes_at_midnight_and_not_before(self):
        midnight = datetime(2026, 11, 30, tzinfo=UTC)
        assert dailies.today(midnight - timedelta(microseconds=1)) == date(2026, 11, 29)
        assert dailies.today(midnight) == date(2026, 11, 30)

    def test_does_not_depend_on_the_zone_of_the_instant(self, zone):
        now = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
        shifted = now.astimezone(ZoneInfo("Asia/Tokyo"))
        assert dailies.today(shifted) == dailies.today(now)
        assert dailies.next_switch(shifted) == dailies.next_switch(now)

    @pytest.mark.parametrize(
        ("host", "name"),
        [
            ("Pacific/Auckland", "UTC"),
            ("America/Los_Angeles", "Pacific/Auckland"),
            ("Pacific/Auckland", "America/Los_Angeles"),
        ],
    )
    def test_does_not_depend_on_the_clock_of_the_host(self, name, host):
        """A process with TZ set says the same as the zone's own arithmetic here."""
        code = (
            "import time, django; django.setup(); time.tzset()\n"
            "from datetime import UTC, datetime\n"
            "from games.selectors import dailies\n"
            "for hour in range(24):\n"
            "    now = datetime(2026, 11, 29, hour, 59, 59, tzinfo=UTC)\n"
            "    print(dailies.today(now), dailies.next_switch(now).isoformat())\n"
        )
        environment = os.environ | {"TZ": host, "DAILY_TIME_ZONE": name}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        command = [sys.executable, "-W", "error", "-c", code]
        said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        utc_offset = {"America/Los_Angeles": -8, "Pacific/Auckland": 13, "UTC": 0}[name]
        expected = []
        for hour in range(24):
            local = datetime(2026, 11, 29, hour, 59, 59) + timedelta(hours=utc_offset)  # noqa: DTZ001
            switch = datetime.combine(local.date() + timedelta(days=1), datetime.min.time(), tzinfo=UTC)
            expected.append(f"{local.date()} {(switch - timedelta(hours=utc_offset)).isoformat()}")
        assert said.stdout.splitlines() == expected
