"""Stopping what runs side by side: a branch of a composition, with all that began in it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Cancellation:
    """Thread-safe. Once it is cancelled it stays so, and so are those that were made for its parts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._calls: dict[int, Callable[[], object]] = {}
        self._numbers = 0

    @property
    def is_cancelled(self) -> bool:
        """Whether to begin nothing more."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Stop what runs; nothing more begins."""
        with self._lock:
            self._cancelled.set()
            calls = list(self._calls.values())
        for call in calls:
            call()

    @contextmanager
    def calling(self, call: Callable[[], object]) -> Iterator[None]:
        """Within the block, ``cancel`` calls ``call``, which soon returns; at once if it was cancelled before."""
        with self._lock:
            self._numbers += 1
            number = self._numbers
            self._calls[number] = call
            is_late = self._cancelled.is_set()
        try:
            if is_late:
                call()
            yield
        finally:
            with self._lock:
                del self._calls[number]

    def wait(self, seconds: float) -> bool:
        """Sleep; ``True`` at once when it is cancelled."""
        return self._cancelled.wait(seconds)
