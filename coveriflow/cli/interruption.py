"""Ctrl-C and SIGTERM become one exception; what else is pressed while everything ends changes nothing."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import NoReturn

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupted(BaseException):
    """The user, or the system, asks to stop. Raised once, in the main thread."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def exit_code(self) -> int:
        """As shells tell it."""
        return 128 + self.number


def catch_signals() -> None:
    """From now on the first SIGINT or SIGTERM raises ``Interrupted``. A signal that is ignored stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)


def ignore_signals() -> None:
    """Nothing interrupts the clean-up, which takes a moment and is bounded."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    ignore_signals()
    raise Interrupted(number)
