"""The values from which pages are drawn. A page is a tuple of rich's renderables; ``console.show`` prints it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol

from coveriflow.artifacts.coverage import BranchCoverage
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.resources import Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.errors import Span


@dataclass(frozen=True, slots=True)
class ActorRow:
    """One actor's turn. ``outcome``: what it answered or produced, in words; ``why``: the reason of an ``unknown``.

    ``end``: how its process ended, empty for an actor that did not run. ``reused``: its result was there already, and
    took this when it came about.
    """

    name: str
    outcome: str
    verdict: Verdict | None
    why: str
    used: Resources
    end: str
    reused: Resources | None = None


@dataclass(frozen=True, slots=True)
class EvidencePath:
    """A file that the run wrote: what it is and where, as a path that can be copied into a shell."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a run answered. ``facts``: name and value of what was verified (task, property, data model, flow).

    ``place``: where the reason lies, and ``line`` the text there. ``inputs``: what a violating execution reads.
    ``path``: the violating execution, through the files ``texts``. ``total``: what all actors used together; ``wall``:
    seconds from the start of the command to the answer.
    """

    verdict: Verdict
    facts: tuple[tuple[str, str], ...]
    reason: str = ""
    place: Span | None = None
    line: str | None = None
    assumptions: tuple[str, ...] = ()
    confirmed_by: str = ""
    claimed_by: str = ""
    inputs: tuple[str, ...] = ()
    rows: tuple[ActorRow, ...] = ()
    total: Resources = Resources()
    wall: float = 0.0
    evidence: tuple[EvidencePath, ...] = ()
    path: ErrorPath | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    coverage: BranchCoverage | None = None
    """Of tests that were made, if there are any."""
    undefined: str | None = None
    """Of undefined behaviour that was found in place of a verdict: how the execution was confirmed."""
    others: Verdict = Verdict.TRUE
    """What is known then of executions that are defined."""
    given: str = ""
    """What the execution that was found is given on standard input and as arguments."""
    command: str = ""
    """How a shell starts the program so."""
    build: str = ""
    """How it compiles the program for that; empty where the files of the task are not enough."""
    debug: str = ""
    """How the debugger is started there."""
    advice: str = ""
    """What may help to decide what was not decided."""
    known: str = ""
    """What was shown where nothing was decided."""
    violated: str = ""
    """What of the program violates the property."""
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What the user should know, and is no reason to doubt the verdict."""
    executed: str = ""
    """What executions of searches executed where nothing was decided."""


class Watcher(Protocol):
    """Shows people what happens while it happens. The methods may be called from different threads."""

    def __enter__(self) -> Watcher: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...

    def started(self, actor: str) -> None:
        """An actor begins."""

    def progressed(self, actor: str, text: str) -> None:
        """It says how far it is."""

    def waits(self, actor: str) -> None:
        """It is stopped until its next turn."""

    def goes_on(self, actor: str) -> None:
        """It has its next turn."""

    def finished(self, row: ActorRow) -> None:
        """Its turn is over."""
