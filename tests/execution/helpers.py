"""Waiting, and looking at processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import psutil

PATIENCE = 120.0
"""Seconds: generous, since other things run on the machine as well."""


def wait_until(condition: Callable[[], bool]) -> bool:
    """Poll; say whether it came true in time."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def is_alive(pid: int) -> bool:
    """A process that is no zombie."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def recorded(folder: Path) -> list[int]:
    """The processes that left their number in ``folder`` (``jobs.record``)."""
    return [int(file.name) for file in folder.iterdir() if file.name.isdigit()]
