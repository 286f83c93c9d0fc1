"""Refinement of what explicit values track, from error paths that are infeasible (CMC paper, Sect. I: CEGAR).

A path is evaluated with everything tracked. Where it contradicts itself, its prefix up to there is infeasible; with
that contradiction left away, a later one may give another infeasible (sliced) prefix. From one of them the interpolants
are computed: at each place of the path the values from which the rest is still infeasible. Their variables are tracked
there from then on, and the search begins again where a state does not imply them.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from coveriflow.analysis.domains.value_edges import Apply, Environment
from coveriflow.analysis.domains.values import ValueDomain
from coveriflow.program.cfa.accesses import read_variables, written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Call, Check, Edge, Location
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.expressions.compile import Key
from coveriflow.program.expressions.expressions import Cell, Element, variables

_MOST_PREFIXES = 12
_MOST_RELEVANT = 400
_SECONDS = 2.0


class Refinement(Enum):
    """From which infeasible prefix of an error path to learn."""

    NONE = "none"
    """No refinement: everything is tracked from the start."""
    SHORTEST = "shortest"
    SELECTIVE = "selective"
    """The prefix whose variables change least in loops; of such prefixes the one with the fewest variables."""


@dataclass(frozen=True, slots=True)
class Interpolants:
    """Of a path that is infeasible by its edge number ``end``: values from which the rest up to there is infeasible.

    ``values[i]`` holds from position ``since[i]`` on, where position n is before edge number n; after ``end`` nothing
    does. Each sequence begins at position 0, and each entry follows from the one before.
    """

    since: tuple[int, ...]
    values: tuple[Environment, ...]
    end: int

    def held_by(self, known: Environment, position: int) -> bool:
        """Whether all that is ``known`` at ``position`` implies the interpolant there."""
        if position > self.end:
            return False
        return self.values[bisect_right(self.since, position) - 1].items() <= known.items()

    def tracked(self, path: Sequence[Edge]) -> dict[Location, set[str]]:
        """The variables of the interpolants, at each location of ``path``."""
        found = defaultdict[Location, set[str]](set)
        for values, first, last in zip(self.values, self.since, (*self.since[1:], self.end + 1), strict=True):
            names = {_name(key) for key in values}
            if names:
                for location in {edge.source for edge in path[first:last]}:
                    found[location] |= names
        return found


class _Recorder(dict[Key, int]):
    """An environment that knows what was read and changed since it was last asked."""

    def __init__(self, known: Environment) -> None:
        super().__init__(known)
        self.read: set[Key] = set()
        self.written: set[Key] = set()

    def __getitem__(self, key: Key) -> int:
        value = super().__getitem__(key)
        self.read.add(key)
        return value

    def __setitem__(self, key: Key, value: int) -> None:
        self.written.add(key)
        super().__setitem__(key, value)

    def __delitem__(self, key: Key) -> None:
        self.written.add(key)
        super().__delitem__(key)

    def pop(self, key: Key, default: int | None = None) -> int | None:  # type: ignore[override]
        if key not in self:
            return default
        self.read.add(key)
        self.written.add(key)
        return super().pop(key)


@dataclass(frozen=True, slots=True)
class _Done:
    """What the edge at ``position`` of a path did: the keys that it read and changed."""

    position: int
    edge: Edge
    apply: Apply
    read: frozenset[Key]
    written: frozenset[Key]


@dataclass(frozen=True, slots=True)
class _Prefix:
    """A path whose last edge cannot be taken; ``relevant``: the indices of the edges that this rests on, and before
    each of them the keys whose values are needed.
    """

    done: Sequence[_Done]
    relevant: Sequence[tuple[int, frozenset[Key]]]

    @property
    def names(self) -> frozenset[str]:
        """The variables of these keys."""
        return frozenset(_name(key) for _, keys in self.relevant for key in keys)


def _name(key: Key) -> str:
    return key[0] if isinstance(key, tuple) else key


@dataclass(slots=True)
class Refiner:
    """Refines for paths of ``cfa``; ``domain`` tracks everything."""

    cfa: Cfa
    loops: Loops
    strategy: Refinement
    seconds: float = _SECONDS
    """For making the interpolants of one path as weak as they can be."""
    domain: ValueDomain = field(init=False)
    _in_loops: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.domain = ValueDomain(self.cfa)
        inside = (e for e in self.cfa.edges if self.loops.heads.get(e.source))
        self._in_loops = frozenset(v.name for e in inside if (v := written_variable(e.operation)) is not None)

    def refined(self, path: Sequence[Edge]) -> Interpolants | None:
        """Why ``path`` is infeasible; ``None`` if values do not show that it is."""
        chosen: _Prefix | None = None
        for prefix in self._prefixes(path):
            if chosen is None or self._cost(prefix) < self._cost(chosen):
                chosen = prefix
            if self.strategy is Refinement.SHORTEST:
                break
        return self._interpolated(chosen) if chosen is not None else None

    def _cost(self, prefix: _Prefix) -> tuple[int, int]:
        names = prefix.names
        return len(names & self._in_loops), len(names)

    def _prefixes(self, path: Sequence[Edge]) -> Iterator[_Prefix]:
        """Infeasible sliced prefixes of ``path``, shortest first."""
        known, done, found = _Recorder(self.domain.initial().known), list[_Done](), 0
        for position, edge in enumerate(path):
            apply = self.domain.apply(edge)
            known.read, known.written = set(), set()
            taken = apply(known)
            last = _Done(position, edge, apply, frozenset(known.read), frozenset(known.written))
            if taken:
                done.append(last)
                continue
            yield _sliced([*done, last])
            found += 1
            if found == _MOST_PREFIXES:
                return

    def _interpolated(self, prefix: _Prefix) -> Interpolants:
        """The interpolants of the relevant part, as weak as they can be made one value after the other."""
        relevant = [(prefix.done[index], needed) for index, needed in prefix.relevant]
        applies = [done.apply for done, _ in relevant]
        found, itp = list[Environment](), self.domain.initial().known
        is_short, end = len(relevant) <= _MOST_RELEVANT, time.monotonic() + self.seconds
        for number, (_, needed) in enumerate(relevant):
            itp = {key: value for key, value in itp.items() if key in needed}
            if is_short and time.monotonic() < end:
                itp = _weakened(itp, applies[number:])
            found.append(itp)
            if number < len(relevant) - 1:
                itp = itp.copy()
                taken = applies[number](itp)
                assert taken
        since = (0, *(done.position + 1 for done, _ in relevant[:-1]))
        return Interpolants(since, tuple(found), relevant[-1][0].position)


def _weakened(values: Environment, rest: Sequence[Apply]) -> Environment:
    """Values that are not needed for ``rest`` to be infeasible are left away."""
    for key in sorted(values, key=str):
        fewer = {k: v for k, v in values.items() if k != key}
        if _contradicts(fewer, rest):
            values = fewer
    return values


def _contradicts(values: Environment, applies: Sequence[Apply]) -> bool:
    known = values.copy()
    return not all(apply(known) for apply in applies)


def _sliced(done: Sequence[_Done]) -> _Prefix:
    """Backwards from the contradiction to what it rests on."""
    needed = set(done[-1].read)
    relevant = [(len(done) - 1, frozenset(needed))]
    for index in range(len(done) - 2, -1, -1):
        each = done[index]
        if not each.written & needed and not _may_overwrite(each.edge, needed):
            continue
        needed = (needed - each.written) | each.read
        relevant.append((index, frozenset(needed)))
    return _Prefix(done, relevant[::-1])


def _may_overwrite(edge: Edge, needed: set[Key]) -> bool:
    """Whether ``edge`` would change what is needed if it were not known where it writes."""
    if not isinstance(edge.operation, Assign) or not isinstance(edge.operation.target, Element | Cell):
        return False
    written = written_variable(edge.operation)
    return written is not None and any(isinstance(key, tuple) and key[0] == written.name for key in needed)


def checked_variables(cfa: Cfa) -> set[str]:
    """What the checks for undefined behaviour depend on: without it, a proof would assume that they hold."""
    sources: defaultdict[str, set[str]] = defaultdict(set)
    pending: list[str] = []
    for edge in cfa.edges:
        read = {variable.name for variable in read_variables(edge.operation)}
        if isinstance(edge.operation, Check):
            pending += read
        written = written_variable(edge.operation)
        if written is not None:
            sources[written.name] |= read
        if isinstance(edge.operation, Call):
            for parameter, argument in zip(edge.operation.parameters, edge.operation.arguments, strict=True):
                sources[parameter.name] |= {variable.name for variable in variables(argument)}
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += sources[name]
    return found
