"""Actors for tests, in a module that worker processes can import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from coveriflow.actors.definition import Produced, SoFar, actor
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.definedness import Definedness
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.worker import report_progress


@actor(version="7", provides=(Answer,))
def says_what_it_got(
    task: Task | Residual,
    condition: Condition | None,
    *,
    word: str = "hello",
    often: int = 1,
    exact: bool | None = None,
) -> Produced:
    """An actor of the tests."""
    name = type(task).__name__
    return (Answer(Verdict.UNKNOWN, f"{name}, {condition}, {' '.join([word] * often)}, {exact}"),)


@actor(version="1", provides=(Answer,))
def dies(task: Task) -> Produced:
    """Killed by the system, say."""
    os.kill(os.getpid(), signal.SIGKILL)
    return ()


@actor(version="1", provides=(Answer,))
def stumbles(task: Task) -> Produced:
    """An internal error."""
    raise ZeroDivisionError("on purpose")


@actor(version="1", provides=(Answer,))
def sleeps(task: Task, *, folder: str = "") -> Produced:
    """Leaves the number of its process in ``folder``, then sleeps for a long time."""
    Path(folder, str(os.getpid())).touch()
    report_progress("asleep")
    time.sleep(600)
    return (Answer(Verdict.UNKNOWN, "slept"),)


@actor(version="1", provides=(Answer,))
def spins(task: Task, *, seconds: float, folder: str, verdict: str = "unknown", megabytes: int = 0) -> Produced:
    """Leaves the number of its process in ``folder``, uses so much CPU time and memory, and answers."""
    Path(folder, str(os.getpid())).touch()
    held = bytearray(os.urandom(1 << 20)) * megabytes
    while time.process_time() < seconds:
        pass
    return (Answer(Verdict(verdict), f"{len(held)} bytes"),)


@actor(version="1", provides=(Definedness,))
def excludes_and_sleeps(task: Task, *, ends: bool = False) -> Produced:
    """Reports what it has excluded so far, and more after it, and is never done; or it ``ends`` by an error."""
    for found in (("one",), ("one", "two")):
        report_progress(SoFar((Definedness(found),)))
    if ends:
        raise ZeroDivisionError("on purpose")
    time.sleep(600)
    return (Definedness(("one", "two", "three")),)


@actor(version="1", provides=(Answer,))
def sleeps_in_range(task: Task, within: Range | None, *, folder: str = "") -> Produced:
    """The same with a range of paths."""
    return sleeps.function(task, folder=folder)


@actor(version="1", provides=(Answer,))
def waits(task: Task, *, folder: str = "") -> Produced:
    """The first time it leaves the number of its process in ``folder`` and never ends; then there is nothing to do."""
    if not any(Path(folder).iterdir()):
        Path(folder, str(os.getpid())).touch()
        time.sleep(600)
    return (Answer(Verdict.UNKNOWN, "waited"),)
