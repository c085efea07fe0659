"""What staff may see and do with players."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import Player, Token
from players.services import profiles
from tests.players.callers import NEW_PASSWORD, PASSWORD, Page, account_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def carol():
    return Player.objects.create_superuser("carol", PASSWORD, claimed_at=None)


@pytest.fixture
def browser(carol):
    browser = Client()
    browser.force_login(carol)
    return browser


@pytest.fixture
def moderator():
    """The browser of staff who may change players, and nothing else."""
    dana = Player.objects.create_superuser("dana", PASSWORD, claimed_at=None)
    dana.is_superuser = False
    dana.save()
    dana.user_permissions.add(Permission.objects.get(codename="change_player"))
    browser = Client()
    browser.force_login(dana)
    return browser


@pytest.fixture
def haneul():
    account_client()
    return Player.objects.get(name="haneul")


def change(browser, player, **fields):
    address = reverse("admin:players_player_change", args=[player.pk])
    form = {"name": player.name, "is_listed": "on", **fields}
    response = browser.post(address, form)
    player.refresh_from_db()
    return response


class TestAdmin:
    def test_lets_staff_sign_in_by_name_and_password(self, carol):
        browser = Client()
        answer = browser.post(reverse("admin:login"), {"username": "CAROL", "password": PASSWORD})
        assert answer.status_code == 302
        assert browser.get(reverse("admin:players_player_changelist")).status_code == 200

    def test_takes_only_so_many_wrong_passwords(self, carol):
        browser = Client()
        for number in range(10):
            browser.post(reverse("admin:login"), {"username": "carol", "password": f"wrong {number}"})
        answer = browser.post(reverse("admin:login"), {"username": "carol", "password": PASSWORD})
        assert answer.status_code == 200
        assert "errornote" in answer.content.decode()

    def test_takes_no_password_while_nobody_counts(self, carol, settings):
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        form = {"username": "carol", "password": PASSWORD}
        assert Client().post(reverse("admin:login"), form).status_code == 200

    def test_is_closed_to_players(self, haneul):
        browser = Client()
        browser.force_login(haneul)
        assert browser.get(reverse("admin:players_player_changelist")).status_code == 302

    def test_finds_players_by_name(self, browser, haneul):
        page = browser.get(reverse("admin:players_player_changelist"), {"q": "haneul"}).content.decode()
        assert "haneul" in page

    def test_shows_no_credential(self, browser, haneul):
        page = browser.get(reverse("admin:players_player_change", args=[haneul.pk])).content.decode()
        assert haneul.password not in page
        assert "argon2" not in page
        assert Token.objects.get().prefix not in page

    @pytest.mark.parametrize(
        "lookup",
        [
            "password__startswith=argon2",
            "email__startswith=h",
            "tokens__prefix__startswith=a",
            "games__deal__contains=QS",
        ],
    )
    def test_cannot_spell_out_a_secret_by_filtering(self, browser, haneul, lookup):
        answer = browser.get(f"{reverse('admin:players_player_changelist')}?{lookup}")
        assert answer.status_code in (302, 400)

    def test_renames(self, browser, haneul):
        change(browser, haneul, name="mina")
        assert (haneul.name, haneul.name_key) == ("mina", "rnlna")

    @pytest.mark.parametrize("name", ["ab", "admin", "аlice", "c a r o l  l", "CAR0L"])
    def test_gives_no_bad_or_taken_name(self, browser, haneul, name):
        assert change(browser, haneul, name=name).status_code == 200
        assert haneul.name == "haneul"

    def test_bans_nobody_without_the_boards(self, browser, haneul):
        change(browser, haneul, is_banned="on", ban_reason="two hands, one brain")
        assert (haneul.banned_at, haneul.ban_reason) == (None, "")

    def test_lets_nobody_back_in_without_the_boards(self, browser, haneul):
        profiles.ban(player=haneul, reason="two hands, one brain", now=timezone.now())
        change(browser, haneul, name="mina")
        assert (haneul.name, haneul.ban_reason) == ("mina", "two hands, one brain")
        assert haneul.banned_at is not None

    def test_hides_and_marks_bots(self, browser, haneul):
        change(browser, haneul, is_listed="", is_bot="on")
        assert (haneul.is_listed, haneul.is_bot) == (False, True)

    def test_erases(self, browser, haneul):
        form = {"action": "erase", "_selected_action": [haneul.pk]}
        browser.post(reverse("admin:players_player_changelist"), form)
        haneul.refresh_from_db()
        assert haneul.erased_at is not None

    def test_adds_and_deletes_nobody(self, browser, haneul):
        assert browser.get(reverse("admin:players_player_add")).status_code == 403
        assert browser.post(reverse("admin:players_player_delete", args=[haneul.pk])).status_code == 403

    def test_keeps_who_is_staff_to_superusers(self, moderator, haneul):
        change(moderator, haneul, is_staff="on", is_superuser="on")
        assert (haneul.is_staff, haneul.is_superuser) == (False, False)

    def test_keeps_superusers_to_superusers(self, carol, moderator, haneul):
        answer = change(moderator, carol, name="mina")
        assert (answer.status_code, carol.name) == (403, "carol")
        form = {"action": "erase", "_selected_action": [carol.pk, haneul.pk]}
        moderator.post(reverse("admin:players_player_changelist"), form)
        carol.refresh_from_db()
        haneul.refresh_from_db()
        assert (carol.erased_at, haneul.erased_at is not None) == (None, True)

    def test_ends_other_sessions_with_a_new_password(self, carol, browser):
        page = Page().open()
        page.post("/auth/login", {"name": "carol", "password": PASSWORD, "session": True})
        assert page.get("/me").status == 200
        form = {"old_password": PASSWORD, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
        assert browser.post(reverse("admin:password_change"), form).status_code == 302
        assert page.get("/me").status == 401
        assert browser.get(reverse("admin:index")).status_code == 200
        carol.refresh_from_db()
        assert carol.check_password(NEW_PASSWORD)
