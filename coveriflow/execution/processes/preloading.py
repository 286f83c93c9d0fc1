"""What a supervisor imports once for all jobs: what most need at first, the rest when a job takes a while."""

from __future__ import annotations

import contextlib
import gc
import importlib
import sys
from collections import deque
from collections.abc import Iterator, Sequence

from coveriflow.execution.processes.prefaulting import rehearse

LATER = "|"
"""Ends the modules for which the first job waits; a second one ends those that jobs need which are not over at once."""


class _Stopped(BaseException):
    """No more imports: the process is to end."""


class Preloading:
    """``modules`` in their order, with a ``LATER`` or two among them; a ``module:function`` is called.

    What cannot be imported fails where a job needs it, with the reason. What is imported stays: no look for garbage
    goes through it any more.
    """

    __slots__ = ("_is_importing", "_later", "_passed", "rehearsal")

    def __init__(self, modules: Sequence[str]) -> None:
        self.rehearsal = next((module for module in modules if ":" in module), "")
        self._later = deque(modules)
        self._passed = 0  # of the ``LATER``
        self._is_importing = False

    @property
    def waits(self) -> bool:
        """Whether there is something left to import."""
        return bool(self._later)

    @property
    def is_for_long_jobs(self) -> bool:
        """Whether what is left are modules after a second ``LATER``."""
        return self._passed > 1

    def first(self) -> None:
        """All for which the first job waits."""
        with _frozen():
            while self._later and not self._passed:
                self._take()

    def another(self) -> None:
        """One of the rest; ``stop`` ends it early."""
        with self._stoppable(), _frozen():
            self._take()

    def these(self, modules: Sequence[str]) -> None:
        """Modules that turned out to be needed; ``stop`` ends it early."""
        with self._stoppable(), _frozen():
            for module in modules:
                _preload(module)

    def stop(self) -> None:
        """From a handler of signals: what is imported just now is not needed any more. Objects that are half made then
        have nothing to tell when they go.
        """
        if self._is_importing:
            sys.unraisablehook = _not_told
            raise _Stopped

    def _take(self) -> None:
        if (module := self._later.popleft()) == LATER:
            self._passed += 1
        else:
            _preload(module)

    @contextlib.contextmanager
    def _stoppable(self) -> Iterator[None]:
        with contextlib.suppress(_Stopped):
            try:
                self._is_importing = True
                yield
            finally:
                self._is_importing = False


def _not_told(_unraisable: object) -> None:
    return


def _preload(module: str) -> None:
    with contextlib.suppress(Exception):
        rehearse(module) if ":" in module else importlib.import_module(module)


@contextlib.contextmanager
def _frozen() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
