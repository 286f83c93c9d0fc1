"""Actors for benchmarks, in a module that worker processes can import: losers that do not want to go, and a winner."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from coveriflow.actors.definition import Produced, actor
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict

CHILDREN = 2
_PATIENCE = 600.0  # seconds


@actor(version="1", provides=(Answer,))
def stays(task: Task, *, folder: str = "") -> Produced:  # noqa: ARG001
    """Ignores SIGTERM, as do its children, each in a session of its own, without a parent. All leave their numbers."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for _ in range(CHILDREN):
        if (child := os.fork()) == 0:
            os.setsid()
            if os.fork() == 0:
                _hang(folder)
            os._exit(0)
        os.waitpid(child, 0)
    _hang(folder)
    return ()


@actor(version="1", provides=(Answer,))
def wins(task: Task, *, folder: str = "", others: int = 0) -> Produced:  # noqa: ARG001
    """Answers when so many processes hang."""
    deadline = time.monotonic() + _PATIENCE
    while len(os.listdir(folder)) < others and time.monotonic() < deadline:
        time.sleep(0.002)
    return (Answer(Verdict.TRUE, "first"),)


def _hang(folder: str) -> None:
    Path(folder, str(os.getpid())).touch()
    time.sleep(_PATIENCE)
    os._exit(0)
