"""What staff may do: disqualify, ban, and take either back; histograms follow at once."""

from collections import Counter
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from leaderboards.models import Bar, Entry
from leaderboards.ranking import Order, Pool
from leaderboards.selectors import standings
from leaderboards.services import histograms, sanctions
from players.models import Player
from tests.leaderboards import boards
from tests.leaderboards.boards import NOON

pytestmark = pytest.mark.django_db


def held() -> dict[Any, tuple[int, ...]]:
    """Return the bars as they are kept, empty ones left out."""
    rows = Bar.objects.values_list(
        "daily_id", "histogram", "key_1", "key_2", "key_3",
        "ranked_count", "pure_count", "all_count", "bot_count", "finisher_count",
    )  # fmt: skip
    return {row[:5]: row[5:] for row in rows if any(row[5:])}


def due() -> dict[Any, tuple[int, ...]]:
    """Return the bars as the counted entries make them."""
    found: dict[Any, Counter[int]] = {}
    for entry in Entry.objects.filter(is_counted=True):
        keys, counts = histograms.bars(entry)
        for key in keys:
            bar = found.setdefault((entry.daily_id, *key), Counter())
            for place, count in enumerate(counts):
                bar[place] += count
    return {key: tuple(bar[place] for place in range(5)) for key, bar in found.items()}


def total(daily_id: int, pool: Pool = Pool.RANKED) -> int:
    return standings.page(daily_id=daily_id, order=Order.MOVES, pool=pool, limit=9).total


@pytest.fixture
def entries() -> list[Entry]:
    """Three entries on one board, the first player's also on another."""
    daily, other = boards.daily(), boards.daily(variant="spider-4")
    players = [boards.player() for _ in range(3)]
    made = [boards.win(player, daily, moves=100 + place) for place, player in enumerate(players)]
    return [*made, boards.win(players[0], other)]


class TestDisqualify:
    def test_takes_the_entry_off_the_board_and_moves_the_others_up(self, entries):
        sanctions.disqualify(entry_id=entries[0].pk, reason=" Used  two hands. ", by="carol", now=NOON)
        page = standings.page(daily_id=entries[0].daily_id, order=Order.MOVES, pool=Pool.RANKED, limit=9)
        assert [(row.rank, row.entry_id) for row in page.rows] == [(1, entries[1].pk), (2, entries[2].pk)]
        entry = Entry.objects.get(pk=entries[0].pk)
        assert (entry.disqualified_at, entry.disqualify_reason) == (NOON, "Used two hands.")
        assert held() == due()

    def test_needs_a_reason(self, entries):
        with pytest.raises(ValueError, match="reason"):
            sanctions.disqualify(entry_id=entries[0].pk, reason=" \n", by="carol", now=NOON)

    def test_twice_counts_once_and_keeps_the_first_reason(self, entries):
        for reason in ("First.", "Second."):
            sanctions.disqualify(entry_id=entries[0].pk, reason=reason, by="carol", now=NOON)
        assert Entry.objects.get(pk=entries[0].pk).disqualify_reason == "First."
        assert held() == due()

    def test_can_be_taken_back(self, entries):
        before = held()
        sanctions.disqualify(entry_id=entries[0].pk, reason="No.", by="carol", now=NOON)
        for _twice in range(2):
            sanctions.reinstate(entry_id=entries[0].pk, by="carol")
        assert held() == before == due()
        assert total(entries[0].daily_id) == 3

    def test_of_an_entry_whose_bars_are_damaged_is_refused(self, entries):
        Bar.objects.filter(histogram=1).update(ranked_count=0)
        with pytest.raises(IntegrityError):
            sanctions.disqualify(entry_id=entries[0].pk, reason="No.", by="carol", now=NOON)


class TestBan:
    def test_takes_all_entries_of_the_player_off(self, entries):
        sanctions.ban(player_id=entries[0].player_id, reason="A bot.", by="carol", now=NOON)
        assert [total(entries[0].daily_id), total(entries[3].daily_id)] == [2, 0]
        player = Player.objects.get(pk=entries[0].player_id)
        assert (player.banned_at, player.ban_reason) == (NOON, "A bot.")
        assert held() == due()

    def test_can_be_taken_back_but_for_disqualified_entries(self, entries):
        sanctions.disqualify(entry_id=entries[3].pk, reason="No.", by="carol", now=NOON)
        for _twice in range(2):
            sanctions.ban(player_id=entries[0].player_id, reason="A bot.", by="carol", now=NOON)
        for _twice in range(2):
            sanctions.unban(player_id=entries[0].player_id, by="carol")
        assert [total(entries[0].daily_id), total(entries[3].daily_id)] == [3, 0]
        assert held() == due()

    def test_outlasts_a_reinstatement(self, entries):
        sanctions.disqualify(entry_id=entries[0].pk, reason="No.", by="carol", now=NOON)
        sanctions.ban(player_id=entries[0].player_id, reason="A bot.", by="carol", now=NOON)
        sanctions.reinstate(entry_id=entries[0].pk, by="carol")
        assert not Entry.objects.get(pk=entries[0].pk).is_counted
        sanctions.unban(player_id=entries[0].player_id, by="carol")
        assert Entry.objects.get(pk=entries[0].pk).is_counted
        assert held() == due()

    def test_needs_a_reason(self, entries):
        with pytest.raises(ValueError, match="reason"):
            sanctions.ban(player_id=entries[0].player_id, reason="", by="carol", now=NOON)


class TestAdmin:
    @pytest.fixture
    def carol(self) -> Client:
        client = Client()
        client.force_login(boards.player(name="carol", is_staff=True, is_superuser=True))
        return client

    def act(self, client: Client, path: str, action: str, pk: int, **more: str) -> Any:
        data = {"action": action, "_selected_action": str(pk), **more}
        return client.post(f"/admin/leaderboards/{path}/", data, follow=True)

    def test_asks_for_the_reason_and_disqualifies(self, carol, entries):
        asked = self.act(carol, "entry", "disqualify", entries[0].pk)
        assert asked.status_code == 200
        assert b'name="reason"' in asked.content
        assert Entry.objects.get(pk=entries[0].pk).is_counted
        self.act(carol, "entry", "disqualify", entries[0].pk, reason="Too fast.")
        assert Entry.objects.get(pk=entries[0].pk).disqualify_reason == "Too fast."
        self.act(carol, "entry", "reinstate", entries[0].pk)
        assert Entry.objects.get(pk=entries[0].pk).is_counted
        assert held() == due()

    def test_does_nothing_for_an_empty_reason(self, carol, entries):
        self.act(carol, "entry", "disqualify", entries[0].pk, reason=" ")
        assert Entry.objects.get(pk=entries[0].pk).is_counted

    def test_bans_and_lets_back_in(self, carol, entries):
        player_id = entries[0].player_id
        self.act(carol, "contestant", "ban", player_id, reason="A bot.")
        assert Player.objects.get(pk=player_id).ban_reason == "A bot."
        assert total(entries[0].daily_id) == 2
        self.act(carol, "contestant", "unban", player_id)
        assert Player.objects.get(pk=player_id).banned_at is None
        assert held() == due()

    def test_shows_lists_and_rows_and_edits_nothing(self, carol, entries):
        for path in ("entry", "contestant"):
            assert carol.get(f"/admin/leaderboards/{path}/").status_code == 200
            assert carol.get(f"/admin/leaderboards/{path}/add/").status_code == 403
        entry = entries[0]
        assert carol.get(f"/admin/leaderboards/entry/{entry.pk}/change/").status_code == 200
        carol.post(f"/admin/leaderboards/entry/{entry.pk}/change/", {"moves": "1", "is_counted": ""})
        carol.post(f"/admin/leaderboards/entry/{entry.pk}/delete/", {"post": "yes"})
        assert Entry.objects.get(pk=entry.pk).moves == entry.moves
        assert held() == due()

    @pytest.mark.parametrize(
        "address",
        [
            "contestant/?password__startswith=argon2",
            "contestant/?email__contains=@",
            "contestant/?sessions__session_key__startswith=a",
            "entry/?player__password__startswith=argon2",
            "entry/?game__position__contains=QS",
        ],
    )
    def test_cannot_spell_out_a_secret_by_filtering(self, carol, entries, address):
        assert carol.get(f"/admin/leaderboards/{address}").status_code in (302, 400)

    @pytest.mark.parametrize(
        "address",
        [
            "contestant/?banned_at__isempty=1&is_guest__exact=0&is_bot__exact=0",
            "entry/?is_counted__exact=1&is_ranked__exact=1&is_bot__exact=0&daily__variant__exact=spider-2",
        ],
    )
    def test_filters_by_what_is_shown(self, carol, entries, address):
        assert carol.get(f"/admin/leaderboards/{address}").status_code == 200

    def test_is_for_staff(self, entries):
        client = Client()
        client.force_login(Player.objects.get(pk=entries[0].player_id))
        self.act(client, "entry", "disqualify", entries[1].pk, reason="Mine is better.")
        assert Entry.objects.get(pk=entries[1].pk).is_counted
