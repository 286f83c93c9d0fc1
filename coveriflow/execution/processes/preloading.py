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
"""Stands between the modules for which the first job waits and those for which it does not."""


class _Stopped(BaseException):
    """No more imports: the process is to end."""


class Preloading:
    """``modules`` in their order, with at most one ``LATER`` among them; a ``module:function`` is called.

    What cannot be imported fails where a job needs it, with the reason. What is imported stays: no look for garbage
    goes through it any more.
    """

    __slots__ = ("_is_importing", "_later", "rehearsal")

    def __init__(self, modules: Sequence[str]) -> None:
        self.rehearsal = next((module for module in modules if ":" in module), "")
        self._later = deque(modules)
        self._is_importing = False

    @property
    def waits(self) -> bool:
        """Whether there is something left to import."""
        return bool(self._later)

    def first(self) -> None:
        """All for which the first job waits."""
        with _frozen():
            while self._later and (module := self._later.popleft()) != LATER:
                _preload(module)

    def another(self) -> None:
        """One of the rest; ``stop`` ends it early."""
        self.these([self._later.popleft()])

    def these(self, modules: Sequence[str]) -> None:
        """Modules that turned out to be needed; ``stop`` ends it early."""
        with contextlib.suppress(_Stopped), _frozen():
            try:
                self._is_importing = True
                for module in modules:
                    _preload(module)
            finally:
                self._is_importing = False

    def stop(self) -> None:
        """From a handler of signals: what is imported just now is not needed any more. Objects that are half made then
        have nothing to tell when they go.
        """
        if self._is_importing:
            sys.unraisablehook = _not_told
            raise _Stopped


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
