"""PostgreSQL and Valkey from wheels: real servers, started and killed for each test."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from config.embedded import postgres, valkey
from config.embedded.errors import EmbeddedError, FolderBusyError
from config.embedded.lock import FolderLock
from config.embedded.paths import Places
from config.embedded.services import Services

ROOT = Path(__file__).resolve().parents[2]


def query(places: Places, sql: str) -> object:
    with psycopg.connect(
        host=str(places.sockets), port=5432, user="postgres", dbname="orbweaver", autocommit=True
    ) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchone() if cursor.description else None


def servers_of(folder: Path) -> list[str]:
    found = []
    for process in psutil.process_iter():
        try:
            if str(folder) in " ".join(process.cmdline()) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.name())
        except psutil.Error:
            continue
    return found


class TestServices:
    def test_answer_under_a_path_with_a_space_and_leave_nothing_running(self, tmp_path: Path):
        folder = tmp_path / "my games, ünïcode"
        with Services(folder, throwaway=True) as services:
            places = services.places
            assert query(places, "SELECT 1") == (1,)
            with redis.Redis.from_url(places.redis_url()) as client:
                assert client.ping()
            assert servers_of(folder)
        assert servers_of(folder) == []
        assert not places.sockets.exists()

    def test_work_where_a_socket_s_path_would_be_too_long(self, tmp_path: Path):
        folder = tmp_path / ("long" * 25)
        with Services(folder, with_valkey=True, throwaway=True) as services:
            assert query(services.places, "SELECT 1") == (1,)
            assert len(str(services.places.postgres_socket)) < 100

    def test_keep_their_data_and_come_back_after_every_kill(self, tmp_path: Path):
        owner = _start_owner(tmp_path, throwaway=False)
        places = Places(tmp_path)
        query(places, "CREATE TABLE kept (n int)")
        postgres_pid, valkey_pid = postgres.running_pid(places), valkey.running_pid(places)
        assert postgres_pid
        assert valkey_pid
        for pid in (owner.pid, postgres_pid, valkey_pid):
            os.kill(pid, signal.SIGKILL)
        owner.wait()
        with Services(tmp_path, throwaway=True):
            assert query(places, "SELECT count(*) FROM kept") == (0,)

    def test_take_over_from_an_owner_that_was_killed_alone(self, tmp_path: Path):
        owner = _start_owner(tmp_path)
        places = Places(tmp_path)
        before = postgres.running_pid(places)
        owner.kill()
        owner.wait()
        with Services(tmp_path, throwaway=True):
            assert postgres.running_pid(places) not in (None, before)
        assert servers_of(tmp_path) == []

    def test_start_although_another_program_has_the_number_in_the_pid_file(self, tmp_path: Path):
        with Services(tmp_path, with_valkey=False, throwaway=True) as services:
            pid_file = services.places.postgres / "postmaster.pid"
            lines = pid_file.read_text().splitlines(keepends=True)
        # Process 1 is always somebody, and never ours.
        pid_file.write_text("".join(["1\n", *lines[1:]]))
        with Services(tmp_path, with_valkey=False, throwaway=True) as services:
            assert query(services.places, "SELECT 1") == (1,)

    def test_survive_a_set_up_that_was_killed_half_way(self, tmp_path: Path):
        half_made = tmp_path / "postgres-18.new"
        half_made.mkdir()
        (half_made / "PG_VERSION").write_text("18\n")
        with Services(tmp_path, with_valkey=False, throwaway=True) as services:
            assert query(services.places, "SELECT 1") == (1,)

    def test_say_what_postgresql_said_when_it_does_not_start(self, tmp_path: Path):
        with Services(tmp_path, with_valkey=False, throwaway=True) as services:
            configuration = services.places.postgres / "postgresql.conf"
        configuration.write_text(configuration.read_text() + "\nno_such_setting = 1\n")
        with pytest.raises(EmbeddedError, match=r"PostgreSQL did not start: .*postgresql\.conf"):
            Services(tmp_path, with_valkey=False, throwaway=True).start()
        assert servers_of(tmp_path) == []

    def test_are_closed_to_other_users(self, tmp_path: Path):
        with Services(tmp_path, throwaway=True) as services:
            assert stat.S_IMODE(services.places.sockets.stat().st_mode) == 0o700
            with redis.Redis.from_url(services.places.redis_url()) as client:
                assert client.config_get("port")["port"] == "0"
            assert query(services.places, "SHOW listen_addresses") == ("",)


class TestFolderLock:
    def test_lets_one_process_have_the_folder(self, tmp_path: Path):
        owner = _start_owner(tmp_path)
        try:
            with pytest.raises(FolderBusyError) as busy:
                FolderLock(Places(tmp_path)).take()
            assert busy.value.owner[0] == str(owner.pid)
        finally:
            owner.terminate()
            owner.wait()

    def test_refuses_a_socket_folder_that_somebody_else_has_made(self, tmp_path: Path):
        places = Places(tmp_path / ("long" * 25))
        places.sockets.symlink_to(tmp_path)
        try:
            with pytest.raises(EmbeddedError, match="belongs to somebody else"):
                FolderLock(places).take()
        finally:
            places.sockets.unlink()


def _start_owner(folder: Path, *, throwaway: bool = True) -> subprocess.Popen[bytes]:
    """Start a process that owns the services of *folder* until it is ended."""
    code = (
        "import pathlib, signal, sys, threading\n"
        "from config.embedded.services import Services\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit())\n"
        f"with Services(pathlib.Path({str(folder)!r}), throwaway={throwaway}):\n"
        "    print('up', flush=True)\n"
        "    threading.Event().wait()\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
    assert owner.stdout is not None
    line = owner.stdout.readline()
    owner.stdout.close()
    assert line == b"up\n"
    return owner


class TestStop:
    def test_does_not_wait_for_clients(self, tmp_path: Path):
        services = Services(tmp_path, with_valkey=False, throwaway=True)
        services.start()
        places = services.places
        client = psycopg.connect(host=str(places.sockets), port=5432, user="postgres", dbname="orbweaver")
        began = time.monotonic()
        services.stop()
        assert time.monotonic() - began < postgres.STOP_LIMIT_S / 2
        client.close()
