"""Each ready flow: killed while an actor is at work, it leaves no process, and the next run goes on behind what had
finished, to the same verdict.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from coveriflow.actors.composition.nodes import actors_in
from coveriflow.artifacts.answers import ConfirmedTest
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import MARKS, Workers
from coveriflow.execution.store.files import FileStore
from coveriflow.flows.ready import READY, WITH_TOOLS
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.errors import ToolMissing
from tests.execution.helpers import PATIENCE, wait_until
from tests.flows.killed import verified

OWNER = "import sys; sys.path[:] = sys.argv[5:]; from tests.flows.killed import main; main()"
DAILY = ("cmc", "portfolio-fallback")
ONE_ACTOR = ("cbmc", "eva")
"""Flows that have nothing to go on behind."""
KILLED = [
    pytest.param(name, 1, marks=() if name in DAILY else pytest.mark.slow) for name in READY if name not in ONE_ACTOR
] + [
    pytest.param("test", 2, marks=pytest.mark.slow, id="test-at-its-third-tester"),
]


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(MODULES) as those:
        yield those


def marked(mark: str) -> list[int]:
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if mark in process.environ().get(MARKS, "") and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
    return found


@pytest.mark.parametrize(("name", "enough"), KILLED)
def test_killed_in_the_middle(name: str, enough: int, tmp_path: Path, workers: Workers) -> None:
    stored, interrupted, temporary = tmp_path / "cache", tmp_path / "interrupted", tmp_path / "tmp"
    temporary.mkdir()
    mark = f"mark-of-{tmp_path.name}-{os.getpid()}"
    command = [sys.executable, "-c", OWNER, name, str(stored), str(interrupted), str(enough), *sys.path]
    environment = os.environ | {MARKS: mark, "TMPDIR": str(temporary)}
    owner = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if name in WITH_TOOLS and ToolMissing.__name__ in owner.stderr:
        pytest.skip("the tool is not here")
    assert owner.returncode == -signal.SIGKILL, owner.stderr
    assert wait_until(lambda: not marked(mark) and not list(temporary.iterdir())), "something is left"
    finished = {each.about.actor for each in FileStore(stored).listed()}
    assert len(finished) >= enough
    done = verified(name, workers, FileStore(stored).opened())
    assert done.answer.verdict is Verdict.FALSE
    assert isinstance(done.answer.evidence, ConfirmedTest)
    assert interrupted.read_text() in {actor.called for actor in actors_in(READY[name]().composition)}
    first = {turn.actor.name: turn for turn in reversed(done.turns)}
    assert all(first[actor].reused is not None and first[actor].resources.cpu == 0.0 for actor in finished)
