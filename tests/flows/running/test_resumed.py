"""A run whose process is killed goes on, the next time, behind the actors that had finished."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import MARKS, Workers
from coveriflow.execution.store.files import FileStore
from tests.execution.helpers import wait_until
from tests.flows.interrupted import FINISHED, MODULES, NAMES, verified

OWNER = "import sys; sys.path[:] = sys.argv[2:]; from tests.flows.interrupted import main; main()"
VERDICTS = {
    "sequence": Verdict.TRUE,
    "parallel": Verdict.TRUE,
    "portfolio": Verdict.UNKNOWN,
    "repeat": Verdict.UNKNOWN,
    "fallback": Verdict.TRUE,
}


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which all compositions ran until nothing but hanging was left, and were killed then."""
    folder = tmp_path_factory.mktemp("killed")
    mark = f"mark-of-{folder.name}-{os.getpid()}"
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(folder), *sys.path], env=os.environ | {MARKS: mark})
    try:
        assert any(wait_until(lambda: is_in_the_middle(folder)) for _ in range(4))
    finally:
        owner.kill()
        owner.wait()
    assert wait_until(lambda: not marked(mark)), "a process is left"
    return folder


def is_in_the_middle(folder: Path) -> bool:
    return stored(folder) == ended() and all(hangs(folder / name) for name in NAMES)


def ended() -> Counter[tuple[str, str]]:
    return Counter((f"{name}.c", actor) for name in NAMES for actor in FINISHED[name])


def stored(folder: Path) -> Counter[tuple[str, str]]:
    listed = FileStore(folder / "cache").listed()
    return Counter((each.about.program, each.about.actor) for each in listed)


def hangs(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())


def marked(mark: str) -> list[int]:
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if mark in process.environ().get(MARKS, ""):
                found.append(process.pid)
    return found


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(MODULES) as those:
        yield those


@pytest.mark.parametrize("name", NAMES)
def test_what_had_finished_is_not_done_again(killed: Path, workers: Workers, name: str) -> None:
    done = verified(name, killed, workers, FileStore(killed / "cache"))
    assert done.answer.verdict is VERDICTS[name]
    reused = {turn.actor.called for turn in done.turns if turn.reused is not None}
    first = {turn.actor.called: turn for turn in reversed(done.turns)}
    assert all(first[actor].reused is not None for actor in FINISHED[name])
    assert first["waits"].reused is None
    if name != "repeat":
        assert reused == set(FINISHED[name])
    assert sum(turn.resources.cpu for turn in done.turns if turn.reused is not None) == 0.0
