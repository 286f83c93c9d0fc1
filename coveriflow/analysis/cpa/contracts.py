"""Configurable program analysis: the signatures (Beyer, Henzinger, Theoduloz; CMC paper, Sect. II; unifying paper,
Sect. 2.2).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from coveriflow.program.cfa.edges import Edge, Location

State = TypeVar("State", bound=Hashable)
Element = TypeVar("Element")

Step = tuple[Edge, ...]
"""Edges that are always taken one after the other: explored at once, matched one by one."""


class Domain(Protocol[Element]):
    """One component of a composite analysis: a semi-lattice with a transfer function.

    Laws: ``successor`` over-approximates the strongest postcondition of the step (``None``: no concrete successor);
    ``old ⊑ merge(new, old)`` and ``new ⊑ merge(new, old)`` unless the result is ``old`` itself (kept apart);
    ``covers(a, b)`` only if every concrete state of ``b`` is one of ``a``; elements with different ``key`` never merge
    and never cover each other.
    """

    def initial(self) -> Element: ...

    def successor(self, element: Element, step: Step) -> Element | None: ...

    def merge(self, new: Element, old: Element) -> Element: ...

    def covers(self, larger: Element, smaller: Element) -> bool: ...

    def key(self, element: Element) -> Hashable: ...


class StepMonitor(Protocol):
    """Looks at every step of a search as a whole, and says where a path is to be left (CMC paper, Fig. 7)."""

    @property
    def seconds(self) -> float | None:
        """CPU time that a step may take."""
        ...

    def begin(self) -> None:
        """A step is computed from now on."""
        ...

    def reason(self, step: Step, location: Location, element: Any) -> str | None:
        """Why to leave the path after ``step``, which has led to ``element`` at ``location``."""
        ...

    def too_much(self, element: Any) -> str | None:
        """Why not to go on from ``element``."""
        ...


class Analysis(Protocol[State]):
    """A configurable program analysis. Sound if the laws of ``Domain`` hold for it as a whole."""

    def initial(self) -> State: ...

    def location(self, state: State) -> Location: ...

    def steps(self, state: State) -> Sequence[Step]:
        """What can be done from ``state``: all of it, so that a closed reached set is a proof."""
        ...

    def successors(self, state: State, step: Step) -> Iterable[State]: ...

    def transitions(self, state: State) -> Iterable[tuple[Step, State]]:
        """All successors, each with the edges that lead to it: a step, or several steps one after the other where no
        other one is possible.
        """
        ...

    def merge(self, new: State, reached: State) -> State:
        """``reached`` itself to keep them apart."""
        ...

    def stop(self, state: State, reached: Iterable[State]) -> State | None:
        """The one reached state that contains every concrete state of ``state``, in all components together."""
        ...

    def is_target(self, state: State) -> bool: ...

    def left_out(self, state: State) -> str | None:
        """Why nothing is explored from ``state`` (its assumption is false: CMC paper, III-B), or ``None``."""
        ...

    def key(self, state: State) -> Hashable:
        """States with different keys neither merge nor cover each other."""
        ...


class Outcome(Enum):
    """How an exploration ended."""

    CLOSED = "every reached state has been expanded or left out"
    TARGET = "a target state was reached"
    STOPPED = "a limit stopped the search"


class Watch(Protocol):
    """Listens to an exploration and may stop it."""

    def exhausted(self) -> str | None:
        """Why the search must stop now, or ``None``."""
        ...


class Silent(Generic[State]):
    """No limit."""

    def exhausted(self) -> str | None:
        """Never."""
        return None
