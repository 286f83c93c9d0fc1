"""The signatures of this package: a function called in a process of its own, under limits, ends in one
of seven ways.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, Protocol, TypeVar

from coveriflow.artifacts.resources import Resources
from coveriflow.program.errors import InputError, NotSupported

T_co = TypeVar("T_co", covariant=True)


class End(Enum):
    """How a job ended. ``FAILED``: an exception; ``DIED``: the process ended before the function did."""

    FINISHED = "finished"
    FAILED = "failed"
    OUT_OF_CPU = "out of CPU time"
    OUT_OF_WALL = "out of wall time"
    OUT_OF_MEMORY = "out of memory"
    CANCELLED = "cancelled"
    DIED = "died"

    @property
    def is_limit(self) -> bool:
        """Whether a limit ended it, and nothing is wrong with what it did before."""
        return self in (End.OUT_OF_CPU, End.OUT_OF_WALL, End.OUT_OF_MEMORY)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T_co]):
    """How a job ended, what it used, and ``value``, which is the function's if ``end`` is ``FINISHED``. Else it is
    ``None``, or what the job had reported so far if a limit ended it.

    ``message``: empty if finished; else a sentence or a traceback, then the last lines that the job printed.
    ``error``: the exception of a ``FAILED`` job if it was one about the program text, to be raised again.
    ``reused``: the value is that of an earlier job, which used this; ``resources`` is what it took to find it.
    """

    end: End
    value: T_co | None = None
    resources: Resources = Resources()
    message: str = ""
    error: InputError | NotSupported | None = None
    reused: Resources | None = None


class Job(Protocol[T_co]):
    """A function call under way in a process tree of its own.

    Law: once ``result`` returns, no process of the tree is alive, whatever its processes did to detach themselves.
    """

    @property
    def done(self) -> bool:
        """``result`` would return at once."""

    def result(self) -> Outcome[T_co]:
        """Wait for the end. May be called from several threads, and again."""

    def cancel(self) -> None:
        """Have the tree killed; return at once. A job that has ended keeps its outcome."""

    def ask(self) -> None:
        """Let the job know, by ``worker.is_asked``, that a worker is idle that would take some of its work."""

    def allow(self, cpu: float) -> None:
        """Its limit of CPU time becomes so many seconds larger (or smaller); ``worker.more_cpu`` tells the job."""

    def go_on(self, until: float | None) -> None:
        """Where it was stopped, or will be: until it has used so many seconds of CPU time."""

    def when_ended(self, listener: Callable[[Job[T_co]], object]) -> None:
        """Call ``listener`` with this job, on some thread, when it ends, or at once if it has. It must not raise."""
