"""Real processes killed in the middle of play: no accepted move is lost, none is made twice."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import psutil
import psycopg
import pytest

from config.embedded import postgres, valkey
from config.embedded.services import Services

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60
PAUSE_S = 0.05

SET_UP = """
import django; django.setup()
import json
from tests import playing
line = playing.won_line()
daily = playing.new_daily()
games = []
for _ in range(4):
    caller = playing.new_caller()
    game = caller.start_daily(daily)["id"]
    playing.lay_out(game, line.deal)
    games.append([caller.token, game])
print(json.dumps({"tokens": line.tokens, "games": games}))
"""


class Player(threading.Thread):
    """A client that sends each move until it is answered, whatever becomes of the connection."""

    def __init__(self, port: int, token: str, game: str, moves: list[str]):
        super().__init__()
        self.port, self.token, self.game, self.moves = port, token, game, moves
        self.troubles: Counter[str] = Counter()
        self.failure = ""
        self.status = ""

    def run(self):
        try:
            for seq, move in enumerate(self.moves):
                answer = self.insist(seq, move)
                assert answer["seq"] == seq + 1, answer
                self.status = answer["status"]
                time.sleep(PAUSE_S)
        except AssertionError as error:
            self.failure = repr(error)

    def insist(self, seq, move):
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                status, kind, body = self.send(seq, move)
            except (OSError, http.client.HTTPException) as error:
                self.troubles[type(error).__name__] += 1
                time.sleep(0.05)
                continue
            if status == 200:
                return body
            assert (status, kind) == (503, "application/problem+json"), (status, body)
            self.troubles[body["code"]] += 1
            time.sleep(0.05)
        raise AssertionError(f"no answer to {move} on {seq}")

    def send(self, seq, move):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
            text = json.dumps({"seq": seq, "command": move}).encode()
            body = iter([text[:9], text[9:]]) if seq % 2 else text  # in chunks, without a length
            connection.request("POST", f"/api/v1/games/{self.game}/commands", body, headers)
            response = connection.getresponse()
            return response.status, response.headers["Content-Type"], json.loads(response.read())
        finally:
            connection.close()


class Deployment:
    """Web and worker as they run in production, over servers of their own."""

    def __init__(self, folder: Path):
        self.services = Services(folder)
        self.port = free_port()
        self.environment = {
            **{
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("PYTEST", "DATABASE", "REDIS"))
            },
            "VAR_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONWARNINGS": "ignore",
        }
        self.started: list[subprocess.Popen[bytes]] = []
        self.database: subprocess.Popen[bytes] | None = None
        """The server that took the place of a killed one; `services` stops it with the rest."""

    def __enter__(self):
        self.services.start()
        self.manage("migrate", "--verbosity", "0")
        return self

    def __exit__(self, *_error):
        for process in self.started:
            kill(process)
        self.services.stop()
        if self.database is not None:
            self.database.wait()

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=self.environment)
        self.started.append(process)
        return process

    def start_web(self):
        options = ["--interface", "wsgi", "--no-ws", "--workers", "2", "--blocking-threads", "4"]
        options += ["--respawn-failed-workers", "--log-level", "warning"]
        options += ["--host", "127.0.0.1", "--port", str(self.port)]
        web = self.start("granian", *options, "config.wsgi:application")
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return web
        raise AssertionError("the web did not start")

    def start_worker(self):
        return self.start(
            "celery",
            "--app",
            "config.celery",
            "--quiet",
            "worker",
            "--concurrency",
            "1",
            "--loglevel",
            "ERROR",
        )

    def manage(self, *arguments: str) -> str:
        return self.python("manage.py", *arguments)

    def python(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def query(self, statement: str):
        places = self.services.places
        with psycopg.connect(
            host=str(places.sockets), port=5432, user="postgres", dbname="orbweaver", autocommit=True
        ) as connection:
            return connection.execute(statement).fetchall()


def free_port() -> int:
    """Return a port below those that the kernel gives to clients, so that none takes it in between."""
    for port in range(18_700, 28_700):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no free port")


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children as the kernel does when memory runs out."""
    try:
        children = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        children = []
    for each in [process, *children]:
        try:
            os.kill(each.pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    process.wait()


def kill_one_worker(web: subprocess.Popen[bytes]) -> None:
    workers = [
        child for child in psutil.Process(web.pid).children() if "tracker" not in " ".join(child.cmdline())
    ]
    workers[0].kill()


def kill_server(pid: int | None) -> None:
    assert pid is not None, "the server does not run"
    os.kill(pid, signal.SIGKILL)


@pytest.mark.timeout(600)
def test_play_survives_every_kill(tmp_path):
    tmp_path.chmod(0o755)
    with Deployment(tmp_path) as deployment:
        world = json.loads(deployment.python("-c", SET_UP).splitlines()[-1])
        moves = world["tokens"]
        web = deployment.start_web()
        worker = deployment.start_worker()
        undisturbed, *players = [
            Player(deployment.port, token, game, moves) for token, game in world["games"]
        ]

        # Without Valkey and without a worker, play and wins go on, and nobody notices.
        places = deployment.services.places
        kill_server(valkey.running_pid(places))
        kill(worker)
        undisturbed.start()
        undisturbed.join()
        assert (undisturbed.failure, undisturbed.status, undisturbed.troubles) == ("", "won", Counter())

        for player in players:
            player.start()
        for _time in range(3):
            time.sleep(0.5)
            kill_one_worker(web)
        time.sleep(0.5)
        kill(web)
        web = deployment.start_web()
        time.sleep(0.5)
        kill_server(postgres.running_pid(places))
        deployment.database = postgres.start(places, throwaway=False)
        for player in players:
            player.join()

        assert [player.failure for player in players] == [""] * 3
        assert [player.status for player in players] == ["won"] * 3
        assert sum(sum(player.troubles.values()) for player in players) > 0  # the kills were felt
        for log, seq in deployment.query("SELECT log || log_tail, seq FROM games_game"):
            assert [entry.partition(":")[0] for entry in log.split()] == moves
            assert seq == len(moves)
        assert deployment.query("SELECT count(*), count(DISTINCT game_id) FROM leaderboards_entry") == [
            (4, 4)
        ]
        assert "All is as the games say." in deployment.manage("reconcile")
