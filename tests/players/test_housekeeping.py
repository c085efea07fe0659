"""What is removed by the clock."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from leaderboards.models import Entry
from players import sections
from players.models import IdempotencyKey, Player, Session, Token
from players.services import guests, housekeeping
from players.tasks import keep_house
from tests.players.callers import guest_client, guest_page
from tests.playing import NOON, new_caller, new_player

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def visitor():
    """A guest who came at noon and was not seen since."""
    return guests.create(now=NOON)


class TestUnplayedGuests:
    def test_are_removed_after_a_day_with_all_they_had(self, visitor):
        Token.objects.create(player=visitor, prefix="p", digest=b"", kind="guest")
        assert housekeeping.remove_unplayed_guests(now=NOON + DAY - timedelta(seconds=1)) == 0
        assert housekeeping.remove_unplayed_guests(now=NOON + DAY) == 1
        assert not Player.objects.exists()
        assert not Token.objects.exists()

    def test_are_removed_once(self, visitor):
        housekeeping.remove_unplayed_guests(now=NOON + DAY)
        assert housekeeping.remove_unplayed_guests(now=NOON + DAY) == 0

    def test_stay_while_they_are_seen(self, visitor):
        Player.objects.update(last_seen_at=NOON + timedelta(hours=3))
        assert housekeeping.remove_unplayed_guests(now=NOON + DAY) == 0

    def test_stay_for_one_accepted_command(self):
        caller = guest_client()
        game = caller.start(type="number", variant="spider-1", number=7)
        looked = guest_client()
        assert looked.start(type="number", variant="spider-1", number=7).status == 201
        token = caller.get(f"/games/{game['id']}?include=legal_moves")["legal_moves"][0]
        assert caller.play(game["id"], 0, token).status == 200
        now = timezone.now() + 2 * DAY
        assert housekeeping.remove_unplayed_guests(now=now) == 1
        assert (caller.get("/me").status, looked.get("/me").status) == (200, 401)
        assert Game.objects.count() == 1

    def test_are_guests_only(self):
        new_player(created_at=NOON, last_seen_at=NOON)
        assert housekeeping.remove_unplayed_guests(now=NOON + DAY) == 0

    def test_are_all_when_no_app_knows_of_play(self, visitor, monkeypatch):
        monkeypatch.setattr(sections, "_activities", [])
        assert housekeeping.remove_unplayed_guests(now=NOON + DAY) == 1


class TestIdleGuests:
    def test_are_erased_after_400_days(self, visitor):
        assert housekeeping.erase_idle_guests(now=NOON + 400 * DAY - timedelta(seconds=1)) == 0
        assert housekeeping.erase_idle_guests(now=NOON + 400 * DAY) == 1
        visitor.refresh_from_db()
        assert visitor.name.startswith("Erased-")
        assert housekeeping.erase_idle_guests(now=NOON + 400 * DAY) == 0

    def test_are_guests_only(self):
        new_player(created_at=NOON, last_seen_at=NOON)
        assert housekeeping.erase_idle_guests(now=NOON + 500 * DAY) == 0


class TestExpiredCredentials:
    def test_are_removed(self):
        new_caller()
        guest_page()
        now = timezone.now()
        assert housekeeping.remove_expired_credentials(now=now) == 0
        Token.objects.update(expires_at=now)
        Session.objects.update(expire_date=now)
        assert housekeeping.remove_expired_credentials(now=now) == 2
        assert not Token.objects.exists()
        assert not Session.objects.exists()


class TestTask:
    def test_does_all_of_it_twice_in_a_row(self, visitor):
        key = IdempotencyKey.objects.create(
            player=new_player(), path="/x", key="k", request_hash=b"", created_at=NOON
        )
        key.created_at = timezone.now() - 2 * DAY
        key.save()
        Player.objects.filter(pk=visitor.pk).update(
            created_at=timezone.now() - 2 * DAY, last_seen_at=timezone.now() - 2 * DAY
        )
        keep_house()
        keep_house(later="a newer caller's argument")
        assert not IdempotencyKey.objects.exists()
        assert not Player.objects.filter(is_guest=True).exists()
        assert not Entry.objects.exists()
