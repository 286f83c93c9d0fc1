"""Ctrl-C and SIGTERM become one exception; what else is pressed while everything ends changes nothing, for a while."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from types import FrameType

from coveriflow.program.errors import Interruption

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_PATIENCE = 3.0  # seconds that the clean-up may take before another signal ends this process at once
_SHOW_CURSOR = "\x1b[?25h"

_since: float | None = None


class Interrupted(Interruption):
    """The user, or the system, asks to stop. Raised once, in the main thread."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def exit_code(self) -> int:
        """As shells tell it."""
        return 128 + self.number if self.number in _SIGNALS else 1


def catch_signals() -> None:
    """From now on the first SIGINT or SIGTERM raises ``Interrupted``. A signal that is ignored stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)


def ignore_signals() -> None:
    """There is nothing left to interrupt."""
    if threading.current_thread() is threading.main_thread():
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)


def _interrupt(number: int, _: FrameType | None) -> None:
    global _since
    now = time.monotonic()
    if _since is None:
        _since = now
        raise Interrupted(number)
    if now - _since > _PATIENCE:
        _leave(number)


def _leave(number: int) -> None:
    """End without any clean-up: the supervisor of the workers sees that, and does it."""
    if sys.stderr is not None and sys.stderr.isatty():
        os.write(2, _SHOW_CURSOR.encode())
    os._exit(128 + number)
