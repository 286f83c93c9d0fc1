"""Ways for an actor to fail, as jobs that a worker process can import."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

from coveriflow.actors.definition import Produced


def dies(folder: str) -> Produced:
    """Killed by the system, say; a child that it has put into a session of its own goes on for a long time."""
    _leave_a_child(folder)
    os.kill(os.getpid(), signal.SIGKILL)
    return ()


def stumbles(folder: str) -> Produced:
    """An internal error; its child goes on as well."""
    _leave_a_child(folder)
    raise ZeroDivisionError("on purpose")


def _leave_a_child(folder: str) -> None:
    child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    Path(folder, str(child.pid)).touch()
