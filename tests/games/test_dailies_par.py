"""Seeds are chosen for a known win; par only ever falls, each time by a line that the engine plays."""

from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest

from games import engine, solver
from games.models import Daily, DailySecret, Game
from games.services import par
from games.services.dailies import void
from games.services.seeds import ChosenSeed, NoWinnableSeedError, check_line, choose_seed
from players.models import Player
from tests.games.publishing import publish
from tests.playing import new_player

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
TOMORROW = date(2026, 11, 30)
FINAL = datetime(2026, 12, 1, 2, tzinfo=UTC)

SPIDERETTE = engine.variant("spiderette-1")


def winning_line(seed: bytes) -> tuple[str, ...]:
    """Return the first win that the solver finds, unshortened."""
    deal = engine.Deal.from_seed(SPIDERETTE, seed)
    found = solver.solve(deal.opening(), solver.Limits(examined=200_000))
    assert found.line is not None
    return found.line


@pytest.fixture(scope="module")
def chosen() -> ChosenSeed:
    """A winnable seed with a win that is longer than it need be."""
    return next(
        ChosenSeed(seed, line)
        for number in count()
        if len(line := winning_line(seed := bytes([number]) * 32)) > 50
    )


@pytest.fixture
def daily(chosen: ChosenSeed, db: None) -> Daily:
    return publish(TOMORROW, "spiderette-1", now=NOW, seed=chosen.seed, line=chosen.line)


def unwinnable_seed() -> bytes:
    """Return a seed whose deal has neither a move nor, once dealt out, a win."""
    for number in count():
        seed = number.to_bytes(32, "big")
        deal = engine.Deal.from_seed(engine.variant("spiderette-4"), seed)
        if solver.solve(deal.opening(), solver.Limits(examined=5_000)).line is None:
            return seed
    raise AssertionError


class TestChooseSeed:
    @pytest.mark.parametrize("name", list(engine.VARIANTS))
    def test_takes_one_whose_win_the_engine_plays(self, name, monkeypatch):
        monkeypatch.setattr("games.services.seeds.SHORTENING_LIMITS", solver.Limits(examined=10_000))
        variant = engine.variant(name)
        chosen = choose_seed(variant)
        position = engine.replay(engine.Deal.from_seed(variant, chosen.seed), chosen.line)
        assert position.is_won
        assert chosen.par == len(chosen.line)

    def test_draws_again_until_a_win_is_found(self, monkeypatch):
        monkeypatch.setattr("games.services.seeds.SEARCH_LIMITS", solver.Limits(examined=5_000))
        lost = unwinnable_seed()
        drawn = iter([lost, lost, *(bytes([number]) * 32 for number in range(40))])
        chosen = choose_seed(engine.variant("spiderette-4"), draw=lambda: next(drawn))
        assert chosen.seed != lost
        assert chosen.statistics["draws"] >= 3  # type: ignore[operator]
        assert sum(chosen.statistics["verdicts"].values()) == chosen.statistics["draws"]  # type: ignore[attr-defined]
        assert chosen.statistics["verdicts"]["winnable"] == 1  # type: ignore[index]

    def test_gives_up_loudly_when_nothing_can_be_won(self, monkeypatch):
        monkeypatch.setattr("games.services.seeds.SEARCH_LIMITS", solver.Limits(examined=5_000))
        lost = unwinnable_seed()
        with pytest.raises(NoWinnableSeedError, match=r"spiderette-4: .*40"):
            choose_seed(engine.variant("spiderette-4"), draw=lambda: lost)

    def test_shows_neither_seed_nor_line(self, chosen):
        assert chosen.seed.hex() not in repr(chosen)
        assert repr(chosen.seed) not in repr(chosen)
        assert chosen.line[0] not in repr(chosen)


class TestCheckLine:
    def test_takes_a_win(self, chosen):
        check_line(engine.Deal.from_seed(SPIDERETTE, chosen.seed), chosen.line)

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda line: line[:-1],
            lambda line: line[1:],
            lambda line: (*line, "+"),
            lambda line: ("aa1", *line),
            lambda line: ("nonsense", *line),
            lambda line: (line[0], "-", *line),
            lambda line: line[:0],
        ],
    )
    def test_refuses_anything_else(self, chosen, spoil):
        with pytest.raises(solver.SolverError):
            check_line(engine.Deal.from_seed(SPIDERETTE, chosen.seed), spoil(chosen.line))


@pytest.mark.django_db
class TestShortenOne:
    def test_finds_a_shorter_line_that_wins(self, daily, chosen):
        assert par.shorten_one(now=NOW, seconds=2.0) is not None
        secret = DailySecret.objects.get(daily=daily)
        assert secret.par is not None
        assert secret.par < len(chosen.line)
        check_line(engine.Deal.from_seed(SPIDERETTE, chosen.seed), secret.line.split())
        assert secret.par == len(secret.line.split())
        assert secret.solve_statistics["slices"] == 1

    def test_looks_at_the_daily_that_was_searched_least(self, daily, chosen):
        other = publish(date(2026, 12, 3), "spiderette-1", now=NOW, seed=chosen.seed, line=chosen.line)
        searched = [par.shorten_one(now=NOW, seconds=0.05) for _slice in range(4)]
        assert sorted(secret.pk for secret in searched[:2] if secret) == sorted([daily.pk, other.pk])
        assert sorted(secret.pk for secret in searched[2:] if secret) == sorted([daily.pk, other.pk])

    def test_ends_when_the_day_opens(self, daily):
        assert par.shorten_one(now=daily.opens_at, seconds=0.05) is None

    def test_leaves_a_daily_alone_after_so_many_searches_in_vain(self, daily):
        DailySecret.objects.update(solve_statistics={"slices": 20, "fruitless": par.FRUITLESS_SLICES})
        assert par.shorten_one(now=NOW, seconds=0.05) is None

    def test_leaves_alone_what_was_never_solved(self, daily):
        DailySecret.objects.update(line="", par=None)
        assert par.shorten_one(now=NOW, seconds=0.05) is None

    def test_leaves_alone_what_was_withdrawn(self, daily):
        void(daily_id=daily.pk, reason="Leaked.", by="carol", now=NOW)
        assert par.shorten_one(now=NOW, seconds=0.05) is None


@pytest.mark.django_db
class TestImprove:
    def test_never_lengthens_what_another_worker_shortened(self, daily, chosen):
        """The other worker wrote between this one's read and its write."""
        stale = DailySecret.objects.select_related("daily").get(daily=daily)
        stale.par = 1_000
        DailySecret.objects.update(line=" ".join(chosen.line), par=len(chosen.line) - 1)
        assert not par.improve(stale, chosen.line)
        assert DailySecret.objects.get().par == len(chosen.line) - 1

    def test_refuses_a_line_that_does_not_win(self, daily, chosen):
        secret = DailySecret.objects.select_related("daily").get(daily=daily)
        with pytest.raises(solver.SolverError):
            par.improve(secret, chosen.line[:-1])
        secret.refresh_from_db()
        assert secret.line == " ".join(chosen.line)


def won_game(daily: Daily, line: tuple[str, ...], player: Player, **fields: object) -> Game:
    log = "".join(f"{token}:{1000 * at} " for at, token in enumerate(line, start=1))
    moves = len(engine.surviving(line))
    won: dict[str, object] = {
        "status": "won",
        "moves": moves,
        "finished_at": daily.final_at - timedelta(hours=3),
    }
    first: dict[str, object] = {"attempt": 1, "is_first_go": True, "log": log[:40], "log_tail": log[40:]}
    return Game.objects.create(
        player=player, daily=daily, variant=daily.variant, source="daily", **{**won, **first, **fields}
    )


@pytest.mark.django_db
class TestAdoptPlayersLines:
    @pytest.fixture
    def unsolved(self, daily: Daily, chosen: ChosenSeed) -> Daily:
        """The daily with a par that players have beaten."""
        DailySecret.objects.update(line="+", par=1_000)
        return daily

    def test_takes_the_shortest_win_without_its_undone_moves(self, unsolved, chosen):
        longer = (chosen.line[0], "-", *chosen.line)
        won_game(unsolved, longer, new_player())
        assert par.adopt_players_lines(now=FINAL) == 1
        secret = DailySecret.objects.get()
        assert (secret.line, secret.par) == (" ".join(chosen.line), len(chosen.line))

    def test_waits_for_the_daily_to_be_final(self, unsolved, chosen):
        won_game(unsolved, chosen.line, new_player())
        assert par.adopt_players_lines(now=FINAL - timedelta(seconds=1)) == 0
        assert DailySecret.objects.get().par == 1_000
        assert par.adopt_players_lines(now=FINAL) == 1

    def test_looks_at_each_daily_once(self, unsolved, chosen, django_assert_num_queries):
        assert par.adopt_players_lines(now=FINAL) == 0
        with django_assert_num_queries(1):
            assert par.adopt_players_lines(now=FINAL) == 0

    @pytest.mark.parametrize(
        "fields",
        [
            {"is_first_go": False},
            {"status": "given_up"},
            {"finished_at": FINAL},
        ],
    )
    def test_counts_first_goes_won_in_time(self, unsolved, chosen, fields):
        won_game(unsolved, chosen.line, new_player(), **fields)
        assert par.adopt_players_lines(now=FINAL) == 0

    def test_leaves_out_who_is_not_in_statistics(self, unsolved, chosen):
        won_game(unsolved, chosen.line, new_player(is_in_statistics=False))
        assert par.adopt_players_lines(now=FINAL) == 0

    def test_keeps_a_par_that_nobody_beat(self, daily, chosen):
        won_game(daily, chosen.line, new_player())
        assert par.adopt_players_lines(now=FINAL) == 0
        assert DailySecret.objects.get().par == len(chosen.line)
