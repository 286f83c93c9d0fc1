"""Prefect's server is killed while a night runs: the night goes on to its end, and the same table comes out."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from coveriflow.flows.batch.result_folder import ResultFolder
from coveriflow.flows.prefect_backend.temporary_server import _free_port
from tests.flows.batch.helpers import BROKEN, SAFE, UNSAFE, told, write_tasks
from tests.flows.batch.test_killed_batches import BUSY, EXPECTED, FLOWS, OWNER

pytestmark = [pytest.mark.prefect, pytest.mark.slow, pytest.mark.timeout(900)]
LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))
STARTS_WITHIN = 180.0
PATIENCE = 600.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, str]]]:
    """A server of its own, and the environment of its clients."""
    port = _free_port()
    others = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    environment = others | {
        "PREFECT_HOME": str(tmp_path / "prefect"),
        "PREFECT_API_URL": f"http://127.0.0.1:{port}/api",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    with (tmp_path / "server.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    deadline = time.monotonic() + STARTS_WITHIN
    try:
        while not healthy(port):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.2)
        yield process, environment
    finally:
        process.kill()
        process.wait()


def healthy(port: int) -> bool:
    try:
        with LOCAL.open(f"http://127.0.0.1:{port}/api/health", timeout=2.0) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.mark.parametrize("results", [0, 3, 6])
def test_the_server_is_killed(
    results: int, server: tuple[subprocess.Popen[bytes], dict[str, str]], tmp_path: Path
) -> None:
    process, environment = server
    programs = {"safe": SAFE, "unsafe": UNSAFE, "busy": BUSY, "broken": BROKEN}
    write_tasks(tmp_path / "tasks", programs, {"safe": True, "unsafe": False, "busy": True})
    words = ["nightly", "tasks", *(word for flow in FLOWS for word in ("--flow", flow)), "--name", "one", "--prefect"]
    command = [sys.executable, "-c", OWNER, ":".join(sys.path), *words, "--no-cache"]
    results_folder = ResultFolder(tmp_path / "coveriflow-nights" / "one")
    with (tmp_path / "night.log").open("w+") as log:
        batch = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=subprocess.STDOUT)
        while batch.poll() is None and not (len(list(results_folder.folder.glob("results/*.json"))) >= results > 0):
            time.sleep(0.05)
            if results == 0 and (results_folder.folder / "night.json").is_file():
                break
        process.kill()
        assert batch.wait(PATIENCE) == 0, (tmp_path / "night.log").read_text()[-3000:]
    said = (tmp_path / "night.log").read_text()
    assert "Traceback" not in said
    assert told(results_folder.batch().results) == EXPECTED
    assert (results_folder.folder / "index.html").is_file()
