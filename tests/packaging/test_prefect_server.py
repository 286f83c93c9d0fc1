"""Prefect, fastapi and SQLAlchemy as installed: the server starts, answers, schedules and stops.

Neither pip nor Prefect's own metadata excludes those that do not: the pins in pyproject.toml do.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

STARTS_WITHIN = 120.0  # seconds; about 12 on two busy cores
STOPS_WITHIN = 30.0
SCHEDULES_WITHIN = 90.0  # it looks at new deployments every 5 s, and at all every minute
BUSY_WITHIN = 30.0
LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy


@pytest.fixture
def port() -> int:
    """A port of the loopback interface that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "server.log"


@pytest.fixture
def server(port: int, tmp_path: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A Prefect server with a home of its own, stopped by its process id however the test ends."""
    quiet = {"PREFECT_SERVER_ANALYTICS_ENABLED": "false", "DO_NOT_TRACK": "1"}
    foreign = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    environment = foreign | quiet | {"PREFECT_HOME": str(tmp_path / "prefect")}
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield process
        finally:
            stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask twice, as Prefect wants it, then insist."""
    for sign in (signal.SIGTERM, signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            return
        process.send_signal(sign)
        try:
            process.wait(2.0 if sign is signal.SIGTERM else STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            continue


def healthy(port: int) -> bool:
    try:
        with LOCAL.open(f"http://127.0.0.1:{port}/api/health", timeout=2.0) as answer:
            return bool(answer.read().strip() == b"true")
    except (urllib.error.URLError, OSError):
        return False


def takes_null_for_a_default(port: int) -> bool:
    """Prefect's client sends it (for one, in ``prefect deploy``); fastapi refuses it since 0.151."""
    content = b'{"limit": null, "offset": null}'
    question = urllib.request.Request(f"http://127.0.0.1:{port}/api/work_pools/filter", content)
    question.add_header("Content-Type", "application/json")
    try:
        with LOCAL.open(question, timeout=30.0) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError:
        return False


def ask(port: int, path: str, content: object) -> Any:
    """What the server answers. While its database is busy that is 503, and clients ask again."""
    question = urllib.request.Request(f"http://127.0.0.1:{port}/api{path}", json.dumps(content).encode())
    question.add_header("Content-Type", "application/json")
    deadline = time.monotonic() + BUSY_WITHIN
    while True:
        try:
            with LOCAL.open(question, timeout=30.0) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def schedules(port: int) -> bool:
    """Whether a deployment with a schedule gets runs, within the time in which the server looks for such ones."""
    flow = ask(port, "/flows/", {"name": "each night"})
    schedule = {"schedule": {"cron": "0 1 * * *", "timezone": "UTC"}, "active": True}
    ask(port, "/deployments/", {"name": "night", "flow_id": flow["id"], "schedules": [schedule]})
    deadline = time.monotonic() + SCHEDULES_WITHIN
    while time.monotonic() < deadline:
        if ask(port, "/flow_runs/count", {"flow_runs": {"state": {"type": {"any_": ["SCHEDULED"]}}}}):
            return True
        time.sleep(0.5)
    return False


@pytest.mark.prefect
def test_server_starts_answers_and_stops(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while not healthy(port):
        assert server.poll() is None, f"the server died at start:\n{log.read_text()[-2000:]}"
        assert time.monotonic() < deadline, f"the server does not answer:\n{log.read_text()[-2000:]}"
        time.sleep(0.2)
    assert takes_null_for_a_default(port)
    assert schedules(port), f"no run is scheduled:\n{log.read_text()[-2000:]}"
    stop(server)
    assert server.returncode is not None
    assert not healthy(port)
