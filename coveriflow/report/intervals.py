"""A line every ten seconds where no picture moves: who reads a log sees that the work goes on."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from coveriflow.program.errors import InputError

VARIABLE = "COVERIFLOW_PROGRESS"
"""Seconds between two lines, or ``off``."""
_USUAL = 10.0


class Regularly:
    """Calls ``tell`` again and again while it is entered, from a thread of its own. ``seconds``: between two calls; 0:
    never.
    """

    def __init__(self, tell: Callable[[], object], seconds: float) -> None:
        self._tell = tell
        self._seconds = seconds
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Regularly:
        if self._seconds:
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(self._seconds):
            with suppress(InputError, OSError):  # of the stream: the line is missing, and nothing else
                self._tell()


def interval() -> float:
    """What the user has chosen, in seconds; 0: no lines. What is no number counts as no choice."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen == "off":
        return 0.0
    try:
        return max(float(chosen), 0.0)
    except ValueError:
        return _USUAL
