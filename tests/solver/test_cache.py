"""Compiled code is kept for as long as the sources are the same, and no longer."""

import os
from pathlib import Path

import pytest

from games.solver import cache


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "chosen"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    return folder


def folder() -> Path:
    cache.choose_cache_folder()
    return Path(os.environ["NUMBA_CACHE_DIR"])


class TestChooseCacheFolder:
    def test_takes_one_in_the_operator_s(self, chosen: Path):
        assert folder().parent == chosen
        assert folder().is_dir()

    def test_takes_one_in_the_data_folder(
        self, chosen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.delenv("NUMBA_CACHE_DIR")
        monkeypatch.setenv("VAR_DIR", str(tmp_path))
        assert folder().parent == tmp_path / "numba"

    def test_leaves_a_child_process_that_of_its_parent(self, chosen: Path):
        assert folder() == folder()

    def test_takes_another_when_any_source_changes(
        self, chosen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(cache, "HERE", tmp_path)
        seen = set()
        for text in ("one", "two", "one"):
            (tmp_path / "core.py").write_text(text)
            monkeypatch.setenv("NUMBA_CACHE_DIR", str(chosen))
            seen.add(folder())
        assert len(seen) == 2
