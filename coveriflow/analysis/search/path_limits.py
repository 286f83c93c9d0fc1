"""Failure-preventing conditions that leave a part of the program, while the search goes on elsewhere (CMC paper, Fig.
7): of single paths, of single steps, of places, and of refinements.
"""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from coveriflow.analysis.cpa.contracts import Domain, Step
from coveriflow.analysis.domains.monitors import AssumeEdges, PathLength, PathTime, RepeatingLocations
from coveriflow.program.cfa.edges import Edge, Location
from coveriflow.program.cfa.loops import Loops


@dataclass(frozen=True, slots=True)
class RefinementLimits:
    """Counterexample analysis: CPU ``seconds`` and bytes of ``memory`` for one refinement, nodes of an error path's
    formula, predicates (or variables) that are tracked at one location. ``None``: no limit.
    """

    seconds: float | None = None
    memory: int | None = None
    formula_size: int | None = None
    precision_size: int | None = None


@dataclass(frozen=True, slots=True)
class PathLimits:
    """``None``: no limit. Of a path: ``loop_bound``, ``path_length`` in edges, ``assume_edges``, ``repetitions`` of a
    location, CPU ``seconds``. Of a step: CPU seconds, bytes, and the size of the state it leads to. Of a place:
    ``location_states``; of an edge: ``edge_uses``, by how many steps of the whole search.

    What a size is, the analysis says: tracked variables, nodes of a path formula, disjuncts of an abstraction formula.
    """

    loop_bound: int | None = None
    path_length: int | None = None
    assume_edges: int | None = None
    repetitions: int | None = None
    seconds: float | None = None
    location_states: int | None = None
    edge_uses: int | None = None
    post_seconds: float | None = None
    post_memory: int | None = None
    state_size: int | None = None
    refinement: RefinementLimits = field(default_factory=RefinementLimits)

    def monitors(self, loops: Loops, *, again: bool = False) -> tuple[Domain[Any], ...]:
        """The components for limits of paths, but for the bound of loops. ``again``: for certificate checks, which take
        another time.
        """
        found: list[Domain[Any]] = []
        if self.path_length is not None:
            found.append(PathLength(self.path_length))
        if self.assume_edges is not None:
            found.append(AssumeEdges(self.assume_edges))
        if self.repetitions is not None:
            found.append(RepeatingLocations(loops, self.repetitions))
        if self.seconds is not None:
            found.append(PathTime(None if again else self.seconds))
        return tuple(found)

    def watch(self, size_of: Callable[[Any], int]) -> StepWatch | None:
        """What looks at every step of a search; ``None`` if there is nothing to look at."""
        limits = (self.location_states, self.edge_uses, self.post_seconds, self.post_memory, self.state_size)
        return None if limits == (None,) * len(limits) else StepWatch(self, size_of)


@dataclass(slots=True)
class StepWatch:
    """Looks at every step of one search. ``size_of`` a state of the analysis proper; ``states_at`` a location: how many
    are reached.
    """

    limits: PathLimits
    size_of: Callable[[Any], int]
    states_at: Callable[[Location], int] = lambda _location: 0
    _uses: Counter[Edge] = field(default_factory=Counter)
    _began: float = 0.0
    _memory: int = 0

    @property
    def seconds(self) -> float | None:
        """CPU time that a step may take."""
        return self.limits.post_seconds

    def begin(self) -> None:
        """A step is computed from now on."""
        if self.limits.post_seconds is not None:
            self._began = time.process_time()
        if self.limits.post_memory is not None:
            self._memory = peak_memory()

    def reason(self, step: Step, location: Location, element: Any) -> str | None:
        """Why to leave the path after ``step``, which has led to ``element`` at ``location``."""
        limits = self.limits
        if limits.edge_uses is not None:
            self._uses.update(step)
            if max(self._uses[edge] for edge in step) > limits.edge_uses:
                return f"an edge of the program was used more than {limits.edge_uses} times"
        if limits.location_states is not None and self.states_at(location) >= limits.location_states:
            return f"more than {limits.location_states} abstract states at one location"
        return self.too_much(element)

    def too_much(self, element: Any) -> str | None:
        """Why not to go on from ``element``: it took too long, took too much memory, or is too large."""
        limits = self.limits
        if limits.post_seconds is not None and time.process_time() - self._began > limits.post_seconds:
            return f"a step took more than {limits.post_seconds:.3g} s"
        if limits.post_memory is not None and peak_memory() - self._memory > limits.post_memory:
            return f"a step took more than {limits.post_memory / 1e6:.3g} MB"
        if limits.state_size is not None and self.size_of(element) > limits.state_size:
            return f"an abstract state is larger than {limits.state_size}"
        return None


def peak_memory() -> int:
    """Bytes of this process that have been resident at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
