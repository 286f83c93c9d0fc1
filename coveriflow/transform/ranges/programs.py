"""Programs that contain just the paths of a range, for verifiers that know nothing of ranges (ranged analysis, Sect. 5,
Fig. 4): a range reducer in front of an off-the-shelf verifier.

Both forms read the same inputs in the same order as the original. An execution in the range is one of the program of
the range, and ends in the same way. Any other one ends, as if by ``abort``, where it shows that it is outside: before
the next edge, or after the branch that tells (one that is over before it leaves the path of the lower bound, by an
undefined operation, shows nothing).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from coveriflow.artifacts.automata.range_observer import ResolvedRange, outside
from coveriflow.program.cfa.cfa import Cfa, Function
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return, Skip
from coveriflow.program.expressions.expressions import Constant
from coveriflow.program.interpreter.path_order import InducedPath
from coveriflow.program.types.c_types import INT
from coveriflow.transform.contracts import Reducer, Transformed
from coveriflow.transform.instrumentation import Instrumenting
from coveriflow.transform.ranges.observer import Observer, observer
from coveriflow.transform.reducers.catalogue import identity
from coveriflow.transform.reducers.parallel_composition import parallel_composition


def residual_of_range(cfa: Cfa, within: ResolvedRange, reducer: Reducer = parallel_composition) -> Transformed:
    """What is left of ``cfa`` when all that is outside of the range is covered: unfolded along the bounds by the
    parallel composition, which is exact. Other reducers unite some of that again, and let paths outside of the range
    in.

    Its size grows with the length of the bounds. Raises ``NotSupported`` as ``reducer`` does (recursion, size).
    """
    return reducer(cfa, outside(within, cfa))


def instrumented_for_range(cfa: Cfa, within: ResolvedRange) -> Transformed:
    """``cfa`` with an observer that gets each branch taken, and compares it with the decisions of the bounds.

    It is exact for every program, recursive ones too. Its size is that of ``cfa``, two calls for each branch that is on
    the path of a bound, a constant, and an array of one bit for each decision of a bound.
    """
    lower, upper = _with_decisions(within.lower), _returned(within.upper, cfa)
    if lower is None and upper is None:
        return identity(cfa, outside(within, cfa))
    return _Instrumentation(cfa, lower, upper).program()


def _with_decisions(lower: InducedPath | None) -> InducedPath | None:
    """``None`` for a bound that every execution is above of."""
    return lower if lower is not None and lower.decisions else None


def _returned(upper: InducedPath | None, cfa: Cfa) -> InducedPath | None:
    """``upper``, and the returns that any execution takes that has come to its end: C cannot stop before a return."""
    if upper is None:
        return None
    edges, stack = list(upper.edges), list[Location]()
    for edge in edges:
        match edge.operation:
            case Call(_, _, _, return_to):
                stack.append(return_to)
            case Return():
                stack.pop()
            case _:
                pass
    end = edges[-1].target if edges else cfa.entry
    while stack and any(isinstance(edge.operation, Return) for edge in cfa.leaving[end]):
        back = stack.pop()
        edges.append(next(edge for edge in cfa.leaving[end] if edge.target == back))
        end = back
    return InducedPath(tuple(edges), upper.end)


@dataclass(frozen=True, slots=True)
class _End:
    """Where the record of the upper bound ends, and how often control is there before, after the last decision."""

    location: Location
    passes: int


def _end_of(upper: InducedPath, cfa: Cfa) -> _End | None:
    """``None`` where every execution ends."""
    location = upper.edges[-1].target if upper.edges else cfa.entry
    if not cfa.leaving[location]:
        return None
    passes = 0
    for edge in reversed(upper.edges):
        if isinstance(edge.operation, Assume):
            break
        passes += edge.source == location
    return _End(location, passes)


@dataclass(slots=True)
class _Instrumentation:
    """``made``: the edges so far, and those of the observer."""

    cfa: Cfa
    lower: InducedPath | None
    upper: InducedPath | None
    end: _End | None = field(init=False)
    beside: Observer = field(init=False)
    made: Instrumenting = field(init=False)

    def __post_init__(self) -> None:
        self.end = None if self.upper is None else _end_of(self.upper, self.cfa)
        bits = [None if each is None else _bits(each) for each in (self.lower, self.upper)]
        self.beside = observer(self.cfa, bits[0], bits[1], None if self.end is None else self.end.passes)
        self.made = Instrumenting(self.beside.free)

    def program(self) -> Transformed:
        """All edges, with calls of the observer between them."""
        told = {edge.source for each in (self.lower, self.upper) if each is not None for edge in each.decisions}
        behind = None if self.end is None else self._ending(self.end.location)
        for edge in self.cfa.edges:
            source = behind if self.end is not None and behind and edge.source == self.end.location else edge.source
            if edge.source in told:
                self._branch(edge, source)
            else:
                self.made.add(edge, source, edge.operation, edge.target)
        for own in self.beside.edges:
            self.made.foreign(own)
        variables = (*self.cfa.globals, *self.beside.globals)
        functions = {**self.beside.functions, **self.cfa.functions}
        return self.made.transformed(
            lambda edges: replace(self.cfa, edges=edges, globals=variables, functions=functions, control=())
        )

    def _ending(self, location: Location) -> Location:
        """What leaves ``location`` leaves the place returned: the observer is asked between whether this is the end."""
        assert self.beside.end is not None
        behind = self.made.fresh_at(location)
        self._call(self.cfa.leaving[location][0], location, self.beside.end, (), behind)
        return behind

    def _branch(self, edge: Edge, source: Location) -> None:
        assert isinstance(edge.operation, Assume)
        assert self.beside.step is not None
        between = self.made.fresh_at(edge.source)
        self.made.add(edge, source, edge.operation, between)
        left = Constant(int(edge.operation.truth), INT)
        self._call(edge, between, self.beside.step, (left,), edge.target)

    def _call(
        self, edge: Edge, source: Location, function: Function, arguments: tuple[Constant, ...], target: Location
    ) -> None:
        back = self.made.fresh_at(source)
        call = Call(function.name, function.parameters, arguments, back)
        self.made.step(edge, source, call, function.entry)
        self.made.step(edge, function.exit, Return(function.name, None, None), back)
        self.made.step(edge, back, Skip(), target)


def _bits(path: InducedPath) -> Sequence[bool]:
    """The decisions: whether each goes left."""
    return [edge.operation.truth for edge in path.edges if isinstance(edge.operation, Assume)]
