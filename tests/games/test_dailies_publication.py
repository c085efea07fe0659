"""Making the dailies: once each, whoever tries, and however long nobody did."""

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from structlog.testing import capture_logs

from games import engine, solver
from games.models import Daily, DailySecret
from games.selectors import dailies
from games.services import publication, seeds
from games.services.seeds import ChosenSeed, fresh_seed
from tests.games.publishing import unsearched

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
TODAY = date(2026, 11, 29)


def prepare(*, now: datetime, days: int = dailies.PREPARED_DAYS) -> list[Daily]:
    return publication.prepare(now=now, days=days, choose=unsearched())


def in_threads(count: int, work: Callable[[int], object]) -> list[object]:
    """Run *work* in so many threads at the same moment; return what each returned or raised."""
    start = threading.Barrier(count)
    results: list[object] = [None] * count

    def run(index: int) -> None:
        try:
            start.wait(timeout=30)
            results[index] = work(index)
        except Exception as error:  # noqa: BLE001  (handed to the test, which looks at it)
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


class TestPublish:
    @pytest.mark.django_db
    def test_publishes_the_commitment_and_keeps_the_seed(self):
        seed = bytes(range(32))
        daily = publication.publish(on=TODAY, variant="spider-2", now=NOW, choose=unsearched(lambda: seed))
        daily.refresh_from_db()
        assert daily.commitment == engine.commitment("2026-11-29", "spider-2", seed)
        assert (daily.opens_at, daily.closes_at) == dailies.day_bounds(TODAY)
        assert daily.final_at == daily.closes_at + timedelta(hours=2)
        assert bytes(DailySecret.objects.get(daily=daily).seed) == seed

    @pytest.mark.django_db
    def test_draws_a_seed_of_its_own_for_each(self):
        made = prepare(now=NOW, days=1)
        seeds = {bytes(seed) for seed in DailySecret.objects.values_list("seed", flat=True)}
        assert len(made) == len(seeds) == 12
        assert {len(seed) for seed in seeds} == {32}

    @pytest.mark.django_db
    def test_changes_nothing_the_second_time(self):
        first = publication.publish(on=TODAY, variant="spider-2", now=NOW, choose=unsearched())
        secret = bytes(first.secret.seed)

        def never(_variant: engine.Variant) -> ChosenSeed:
            raise AssertionError("a seed was drawn for a daily that is there")

        again = publication.publish(on=TODAY, variant="spider-2", now=NOW + timedelta(hours=1), choose=never)
        assert again == first
        assert bytes(DailySecret.objects.get().seed) == secret

    @pytest.mark.django_db(transaction=True)
    def test_lets_one_of_many_workers_win(self):
        """All have drawn a seed before any of them writes it."""
        together = threading.Barrier(8)

        def draw(index: int) -> bytes:
            together.wait(timeout=30)
            return bytes([index]) * 32

        def publish(index: int) -> Daily:
            return publication.publish(
                on=TODAY, variant="spider-4", now=NOW, choose=unsearched(lambda: draw(index))
            )

        made = in_threads(8, publish)
        daily = Daily.objects.get()
        assert made == [daily] * 8
        assert {one.commitment for one in made} == {daily.commitment}  # type: ignore[attr-defined]
        seed = bytes(DailySecret.objects.get().seed)
        assert engine.commitment("2026-11-29", "spider-4", seed) == daily.commitment

    @pytest.mark.django_db(transaction=True)
    def test_waits_for_a_worker_that_is_about_to_commit(self):
        """The loser's insert meets a row that is not committed yet, and returns that one."""
        inserted, results = threading.Event(), []

        def late() -> None:
            inserted.wait(timeout=30)
            results.append(
                publication.publish(
                    on=TODAY, variant="spider-1", now=NOW, choose=unsearched(lambda: b"l" * 32)
                )
            )
            connection.close()

        loser = threading.Thread(target=late)
        loser.start()
        with transaction.atomic():
            winner = publication.publish(
                on=TODAY, variant="spider-1", now=NOW, choose=unsearched(lambda: b"w" * 32)
            )
            inserted.set()
            loser.join(timeout=0.5)
            assert loser.is_alive()
        loser.join(timeout=30)
        assert results == [winner]
        assert bytes(DailySecret.objects.get().seed) == b"w" * 32

    @pytest.mark.django_db(transaction=True)
    def test_leaves_no_daily_without_its_secret(self):
        """Killed between the two inserts, it has done nothing."""
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_dailysecret ADD CONSTRAINT none_for_now CHECK (false)")
        try:
            with pytest.raises(Exception, match="none_for_now"):
                publication.publish(on=TODAY, variant="spider-1", now=NOW, choose=unsearched())
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ALTER TABLE games_dailysecret DROP CONSTRAINT none_for_now")
        assert not Daily.objects.exists()
        publication.publish(on=TODAY, variant="spider-1", now=NOW, choose=unsearched())
        assert DailySecret.objects.count() == 1


@pytest.mark.django_db
class TestPrepare:
    def test_keeps_today_and_seven_days_ahead_for_all_variants(self):
        made = prepare(now=NOW)
        assert len(made) == 48
        assert {daily.date for daily in made} == {TODAY + timedelta(days=ahead) for ahead in range(8)}
        assert {daily.variant for daily in made} == set(engine.VARIANTS)
        assert dailies.missing(NOW) == []

    def test_makes_the_most_urgent_first(self):
        made = prepare(now=NOW)
        assert [daily.date for daily in made] == sorted(daily.date for daily in made)
        assert {daily.date for daily in made[:6]} == {TODAY}

    def test_makes_only_what_is_missing(self):
        prepare(now=NOW)
        kept = set(Daily.objects.values_list("pk", flat=True))
        Daily.objects.filter(date=TODAY + timedelta(days=3), variant="spider-1").delete()
        [made] = prepare(now=NOW)
        assert str(made) == "2026-12-02/spider-1"
        assert len(set(Daily.objects.values_list("pk", flat=True)) - kept) == 1

    def test_adds_one_day_each_day(self):
        prepare(now=NOW)
        made = prepare(now=NOW + timedelta(days=1))
        assert {daily.date for daily in made} == {TODAY + timedelta(days=8)}

    def test_catches_up_after_days_of_downtime(self):
        prepare(now=NOW)
        late = NOW + timedelta(days=12)
        made = prepare(now=late)
        assert {daily.date for daily in made} == {TODAY + timedelta(days=12 + ahead) for ahead in range(8)}
        assert {daily.status(late) for daily in made[:6]} == {"open"}

    def test_makes_no_daily_of_a_day_that_is_over(self):
        """Nobody could have played it, and its commitment would come after the fact."""
        prepare(now=NOW)
        prepare(now=NOW + timedelta(days=30))
        assert not Daily.objects.filter(date=TODAY + timedelta(days=20)).exists()

    def test_counts_days_in_the_zone_of_the_dailies(self, settings):
        settings.DAILY_TIME_ZONE = "Pacific/Auckland"
        [first, *_others] = prepare(now=NOW)
        assert first.date == date(2026, 11, 30)
        assert first.opens_at == datetime(2026, 11, 29, 11, tzinfo=UTC)

    def test_makes_the_others_when_one_fails(self):
        drawn = 0

        def draw() -> bytes:
            nonlocal drawn
            drawn += 1
            if drawn == 9:
                raise OSError("no entropy")
            return fresh_seed()

        with capture_logs() as logs, pytest.raises(ExceptionGroup) as failed:
            publication.prepare(now=NOW, choose=unsearched(draw))
        assert [type(error) for error in failed.value.exceptions] == [OSError]
        [(on, variant)] = dailies.missing(NOW)
        assert on == TODAY + timedelta(days=1)
        said = [(entry["event"], entry["daily"]) for entry in logs if entry["log_level"] == "error"]
        assert said == [("daily_failed", f"2026-11-30/{variant}"), ("daily_missing", f"2026-11-30/{variant}")]

    def test_says_nothing_of_seeds_in_the_log(self):
        with capture_logs() as logs:
            prepare(now=NOW, days=0)
        told = repr(logs)
        for seed in DailySecret.objects.values_list("seed", flat=True):
            assert bytes(seed).hex() not in told
            assert repr(bytes(seed)) not in told

    def test_is_what_the_command_does_with_a_win_on_record_for_each(self, capsys, monkeypatch):
        monkeypatch.setattr(seeds, "SHORTENING_LIMITS", solver.Limits(examined=2_000))
        call_command("prepare_dailies", days=0)
        assert Daily.objects.count() == 6
        assert "6 dailies published" in capsys.readouterr().out
        call_command("prepare_dailies", days=0)
        assert "0 dailies published" in capsys.readouterr().out
        for secret in DailySecret.objects.select_related("daily"):
            deal = engine.Deal.from_seed(engine.variant(secret.daily.variant), bytes(secret.seed))
            line = secret.line.split()
            assert engine.replay(deal, line).is_won
            assert secret.par == len(line)
            assert secret.solve_statistics["verdicts"]["winnable"] == 1


@pytest.mark.django_db(transaction=True)
def test_many_workers_prepare_the_same_days_at_the_same_moment():
    made = in_threads(6, lambda _index: prepare(now=NOW, days=2))
    assert not [result for result in made if isinstance(result, Exception)]
    assert Daily.objects.count() == DailySecret.objects.count() == 18
    for secret in DailySecret.objects.select_related("daily"):
        on, variant = str(secret.daily).split("/")
        assert engine.commitment(on, variant, bytes(secret.seed)) == secret.daily.commitment
