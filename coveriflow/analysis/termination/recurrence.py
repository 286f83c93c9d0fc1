"""A state that recurs in one long execution, found in memory of constant size (Brent 1980, of cycles in sequences).

The state at a visit of a loop head is kept; visits that follow are compared with it. When their number has doubled, the
state of the visit then is kept instead. What is found is still to be checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.domains.dead import dead_variables
from coveriflow.analysis.termination.relevance import relevant
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, Location
from coveriflow.program.expressions.compile import Key
from coveriflow.program.interpreter.interpreter import Inputs, Interpreter, StepTaken

_ASKED = 1024


@dataclass(frozen=True, slots=True)
class Recurring:
    """The execution reads ``stem``, then ``cycle`` between the ``visits`` of ``head`` with these numbers, from 0 on."""

    head: Location
    stem: tuple[int, ...]
    cycle: tuple[int, ...]
    visits: tuple[int, int]


@dataclass(slots=True)
class _Kept:
    """A visit: where, with which memory, after how many inputs and with how many calls open. Since then: ``edges``,
    the keys whose value ``differs``, and whether one of these calls has returned.
    """

    head: Location
    number: int
    read: int
    depth: int
    memory: dict[Key, int]
    edges: dict[Edge, None] = field(default_factory=dict)
    differs: set[Key] = field(default_factory=set)
    has_returned: bool = False
    _decisive: frozenset[str] = frozenset()
    _of: int = 0

    def take(self, step: StepTaken) -> None:
        """Note one more step."""
        self.edges[step.edge] = None
        self.has_returned = self.has_returned or step.depth < self.depth
        for key, value in step.written.items():
            if self.memory.get(key, 0) == value:
                self.differs.discard(key)
            else:
                self.differs.add(key)

    def recurs(self, dead: Collection[str]) -> bool:
        """Whether what decides how these edges are taken is the same again; what is ``dead`` here does not."""
        if len(self.edges) != self._of:
            self._decisive, self._of = relevant(self.edges), len(self.edges)
        names = (key if isinstance(key, str) else key[0] for key in self.differs)
        return not any(name in self._decisive and name not in dead for name in names)


def recurring(cfa: Cfa, heads: Collection[Location], inputs: Inputs, steps: int, watch: Watch) -> Recurring | None:
    """Within so many ``steps`` of the execution that reads ``inputs``."""
    dead = dead_variables(cfa)
    taken: list[int] = []
    visits: Counter[Location] = Counter()
    kept: _Kept | None = None
    number = limit = 1
    for count, step in enumerate(Interpreter(cfa).steps(inputs, steps)):
        if count % _ASKED == 0 and watch.exhausted() is not None:
            return None
        if isinstance(step.edge.operation, Input):
            taken += step.written.values()
        if kept is not None:
            kept.take(step)
        location = step.edge.target
        if location not in heads:
            continue
        visits[location] += 1
        number += 1
        if kept is not None and _is_again(kept, location, step.depth) and kept.recurs(dead.at(location)):
            read = (tuple(taken[: kept.read]), tuple(taken[kept.read :]))
            return Recurring(location, *read, (kept.number, visits[location] - 1))
        if kept is None or kept.has_returned or number >= limit:
            limit = max(limit, 2 * number if number >= limit else limit)
            kept = _Kept(location, visits[location] - 1, len(taken), step.depth, _known(step.memory))
    return None


def _is_again(kept: _Kept, location: Location, depth: int) -> bool:
    return location == kept.head and depth == kept.depth and not kept.has_returned


def _known(memory: Mapping[Key, int]) -> dict[Key, int]:
    """What is not zero, as what was never written is."""
    return {key: value for key, value in memory.items() if value}
