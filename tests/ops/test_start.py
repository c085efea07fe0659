"""What keeps `make run` from starting is said in one plain line; what runs ends with all of its parts."""

import fcntl
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]

Prepare = Callable[..., tuple[int, list[str]]]


def run(*command: str, folder: Path = ROOT, **variables: str) -> tuple[int, list[str]]:
    """Run a command; return its exit code and all its lines."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout.splitlines()


def copy_scripts(folder: Path) -> Path:
    """Copy the scripts to a folder where nothing can be built, should they get that far."""
    copy = folder / "copy"
    shutil.copytree(ROOT / "scripts", copy / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


class TestPrepare:
    @pytest.fixture
    def prepare(self, tmp_path: Path) -> Prepare:
        copy = copy_scripts(tmp_path)

        def prepare(**variables: str) -> tuple[int, list[str]]:
            return run("sh", "scripts/python.sh", "scripts.prepare", "run", folder=copy, **variables)

        return prepare

    def test_says_that_the_port_is_taken(self, prepare: Prepare, tmp_path: Path):
        with socket.socket() as listener:
            port = _listen(listener)
            assert prepare(PORT=str(port), VAR_DIR=str(tmp_path)) == (
                1,
                [f"Port {port} is already taken by another program. Choose another: PORT=8001 make run"],
            )

    @pytest.mark.parametrize("port", ["eight", "0", "65536", "-1", "８０"])
    def test_says_that_the_port_is_none(self, prepare: Prepare, port: str, tmp_path: Path):
        assert prepare(PORT=port, VAR_DIR=str(tmp_path)) == (
            1,
            [f"PORT must be a number from 1 to 65535, not {port!r}."],
        )

    def test_says_that_the_data_folder_cannot_be_written(self, prepare: Prepare, tmp_path: Path):
        # A file where the folder should be stops root as well.
        blocked = tmp_path / "blocked"
        blocked.write_text("")
        code, lines = prepare(VAR_DIR=str(blocked / "var"))
        assert code == 1
        assert lines == [f"Orbweaver cannot write to the folder {blocked}/var: Not a directory."]

    def test_says_that_the_project_s_folder_cannot_be_written(self):
        # Outside of pytest's own folders, which nobody else may even look into.
        with tempfile.TemporaryDirectory() as name:
            open_to_all = Path(name)
            open_to_all.chmod(0o755)
            copy = copy_scripts(open_to_all)
            copy.chmod(0o555)
            # Root may write anywhere, so it becomes somebody else once everything is imported.
            code = "import os; from scripts import prepare; os.geteuid() or os.seteuid(65534); prepare.main()"
            answer = run(sys.executable, "-c", code, "run", folder=copy, VAR_DIR=str(copy / "var"))
            copy.chmod(0o755)
        assert answer == (1, [f"Orbweaver cannot write to the folder {copy}: Permission denied."])

    def test_says_that_orbweaver_already_runs_here_and_where(self, prepare: Prepare, tmp_path: Path):
        with (tmp_path / "services.lock").open("w") as lock:
            lock.write("4711 http://localhost:8009\n")
            lock.flush()
            fcntl.lockf(lock, fcntl.LOCK_EX)
            code, lines = prepare(VAR_DIR=str(tmp_path))
        assert code == 1
        message = "Orbweaver is already running in this folder at http://localhost:8009 (process 4711)."
        assert lines == [f"{message} Stop it first, or give this one another VAR_DIR."]

    def test_is_not_misled_by_the_lock_file_of_a_killed_run(self, prepare: Prepare, tmp_path: Path):
        (tmp_path / "services.lock").write_text("4711 http://localhost:8009\n")
        with socket.socket() as listener:
            code, lines = prepare(VAR_DIR=str(tmp_path), PORT=str(_listen(listener)))
        assert code == 1
        assert "already taken" in lines[0]


class TestPythonScript:
    def test_says_that_python_is_missing(self, tmp_path: Path):
        code, lines = self._run_with_python(tmp_path, None)
        assert code == 1
        message = "Orbweaver needs Python 3.11 to 3.14, and no Python was found."
        assert lines == [f"{message} Install one, or name it: PYTHON=/path/to/python make run"]

    @pytest.mark.parametrize("version", [(3, 9, 2), (3, 10, 99), (3, 15, 0)])
    def test_says_that_python_is_too_old_or_too_new(self, tmp_path: Path, version: tuple[int, int, int]):
        code, lines = self._run_with_python(tmp_path, version)
        assert code == 1
        text = ".".join(map(str, version))
        assert lines[0].startswith(f"Orbweaver needs Python 3.11 to 3.14, and only Python {text} was found.")
        assert len(lines) == 1

    @pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 9)])
    def test_takes_a_python_that_is_new_enough(self, tmp_path: Path, version: tuple[int, int, int]):
        assert self._run_with_python(tmp_path, version) == (0, ["it ran: -m scripts.prepare run"])

    def test_takes_the_python_that_is_named(self, tmp_path: Path):
        named = tmp_path / "named"
        named.write_text('#!/bin/sh\n[ "$1" = -c ] && exit 0\necho "named: $*"\n')
        named.chmod(0o755)
        assert run("sh", "scripts/python.sh", "scripts.prepare", "run", PYTHON=str(named)) == (
            0,
            ["named: -m scripts.prepare run"],
        )

    @pytest.mark.parametrize(("is_tuned", "taken"), [(True, "second"), (False, "first")])
    def test_takes_one_that_its_makers_tuned_before_others(self, tmp_path: Path, is_tuned: bool, taken: str):
        for name in ("first", "second"):
            options = "--enable-optimizations" if is_tuned and name == "second" else "--prefix=/home"
            pretend = "import sys, sysconfig; sys.prefix = '/home'"
            pretend += f"; sysconfig.get_config_var = lambda _name: '{options}'"
            self._write_python(tmp_path / name / "python3", pretend)
        path = f"{tmp_path / 'first'}:{tmp_path / 'second'}"
        assert self._run(tmp_path, path) == (0, [f"{taken} ran: -m scripts.prepare run"])

    def _run_with_python(self, tmp_path: Path, version: tuple[int, int, int] | None) -> tuple[int, list[str]]:
        """Run the script where the only `python3` takes itself for *version*."""
        if version is not None:
            text = ".".join(map(str, version))
            pretend = f"import platform, sys; sys.version_info = {version}"
            pretend += f"; platform.python_version = lambda: '{text}'"
            self._write_python(tmp_path / "it" / "python3", pretend)
        return self._run(tmp_path, str(tmp_path / "it"))

    def _write_python(self, path: Path, pretend: str) -> None:
        """Write a Python that runs *pretend* before anything else, and says the name of its folder."""
        path.parent.mkdir()
        path.write_text(
            f'#!/bin/sh\n[ "$1" = -c ] || {{ echo "{path.parent.name} ran: $*"; exit; }}\n'
            f'exec {shlex.quote(sys.executable)} -c "{pretend}; exec(sys.argv[1])" "$2"\n'
        )
        path.chmod(0o755)

    def _run(self, tmp_path: Path, path: str) -> tuple[int, list[str]]:
        """Run the script in a copy of the folder, with nothing else on the PATH."""
        programs = tmp_path / "bin"
        programs.mkdir()
        for name in ("sh", "dirname", "echo"):
            (programs / name).symlink_to(shutil.which(name) or "/bin/" + name)
        copy = tmp_path / "scripts"
        copy.mkdir()
        shutil.copy(ROOT / "scripts" / "python.sh", copy)
        command = (str(programs / "sh"), "scripts/python.sh", "scripts.prepare", "run")
        return run(*command, folder=tmp_path, PATH=f"{path}:{programs}", PYTHON="")


SUPERVISED = """
import pathlib, subprocess, sys
from config.supervisor import GaveUp, Supervisor, Unit, spawn
script = sys.argv[1]
supervisor = Supervisor()
try:
    command = ["sh", "-c", script]
    supervisor.add(Unit("The thing", lambda: spawn(command, folder=pathlib.Path("/"), environment={})))
    print("up", supervisor._units[0].process.pid, flush=True)
    supervisor.run()
except GaveUp as error:
    print(error, flush=True)
finally:
    supervisor.stop()
    print("down", flush=True)
"""


class TestSupervisor:
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
    def test_ends_with_everything_when_asked_to(self, number: signal.Signals):
        with self._supervise("sleep 1000 & sleep 1000") as supervisor:
            group = self._pid(supervisor)
            supervisor.send_signal(number)
            assert self._words(supervisor) == ["down"]
            assert supervisor.wait() == 0
            assert members(group) == []

    def test_leaves_nothing_behind_when_killed(self):
        with self._supervise("trap '' TERM; sleep 1000 & sleep 1000") as supervisor:
            group = self._pid(supervisor)
            assert members(group)
            supervisor.kill()
            supervisor.wait()
            _wait_until(lambda: members(group) == [], seconds=15)

    def test_starts_again_what_dies(self):
        with self._supervise("sleep 1000") as supervisor:
            first = self._pid(supervisor)
            os.kill(first, signal.SIGKILL)
            assert supervisor.stdout is not None
            assert supervisor.stdout.readline() == "The thing ended (SIGKILL); it is started again.\n"
            _wait_until(lambda: len(psutil.Process(supervisor.pid).children()) == 2, seconds=10)
            supervisor.terminate()
            assert self._words(supervisor) == ["down"]

    def test_gives_up_what_does_not_stay_up(self):
        with self._supervise("exit 3") as supervisor:
            words = self._words(supervisor)
        assert words[-2:] == ["The thing does not stay up (exit code 3); everything is stopped.", "down"]
        assert len(words) < 10

    def test_ends_with_its_parent(self):
        # The parent is a shell between us and the supervisor, as make is.
        code = f"{shlex.quote(sys.executable)} -c '{SUPERVISED}' 'sleep 1000'; true"
        with subprocess.Popen(
            ["sh", "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as shell:
            group = self._pid(shell)
            shell.kill()
            _wait_until(lambda: members(group) == [], seconds=15)

    def _supervise(self, script: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", SUPERVISED, script],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _pid(self, supervisor: subprocess.Popen[str]) -> int:
        assert supervisor.stdout is not None
        return int(supervisor.stdout.readline().split()[1])

    def _words(self, supervisor: subprocess.Popen[str]) -> list[str]:
        assert supervisor.stdout is not None
        return [line for line in supervisor.stdout.read().splitlines() if not line.startswith("up ")]


def members(group: int) -> list[int]:
    """Return the living processes of a process group."""
    found = []
    for process in psutil.process_iter():
        try:
            if os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except (OSError, psutil.Error):
            continue
    return found


def _wait_until(condition, *, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.05)


def _listen(listener: socket.socket) -> int:
    """Listen on some free port below the ephemeral range; return it."""
    for port in range(21000, 21500):
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            continue
        listener.listen()
        return port
    raise AssertionError("no port is free")
