"""Loops of few iterations: one begins in any state that its invariants allow, and ends after so many.

All states in which control can come to a loop's head are among those, so that every execution of the original is one
of the result, shortened: the result contains the error wherever the original does. It may contain it where the original
does not. This is k-induction as a program (havoc abstraction: Beyer, Lingsch Rosenfeld, Spiessl: A Unifying Approach
for Control-Flow-Based Loop Abstraction), for verifiers that only unwind.

With one iteration a loop is its step case. With more, an execution chooses at the loop. Either it begins as in the
original, and comes to the head so often at most; or in any state, and then it comes there exactly so often. Before the
last time it leaves no loop and comes to no error: what would do that is a shorter execution, which is there already.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.call_graph import reached_functions
from coveriflow.program.cfa.cfa import Cfa, Function, Global
from coveriflow.program.cfa.display import short_name
from coveriflow.program.cfa.edges import (
    Assign,
    Assume,
    Call,
    Edge,
    Input,
    InputKind,
    Location,
    Operation,
    Return,
    Skip,
    Stop,
)
from coveriflow.program.cfa.liveness import liveness_of
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.cfa.names import DIRECTION
from coveriflow.program.errors import InputError
from coveriflow.program.expressions.expressions import (
    BinaryOp,
    Cell,
    Constant,
    Element,
    Expression,
    Variable,
    all_parts,
)
from coveriflow.program.expressions.make import binary, conjunction, disjunction
from coveriflow.program.printing.memory import is_bookkeeping
from coveriflow.program.types.c_types import UINT, Array, Floating, Integer, Scalar
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.acceleration.names import FreshNames
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.instrumentation import Instrumenting
from coveriflow.transform.reducers.monitor import mentioned_locations

Invariants = Mapping[Location, Sequence[Expression]]
"""What holds whenever control comes to a loop head."""

_LONGEST = 64
"""Elements of an array that may change in a loop: each is an input."""
_WIDEST = 64
"""Bits of integers that each data model has."""
MOST_ITERATIONS = 1000
_ZERO = Constant(0, UINT)


class NotAbstracted(Exception):
    """A loop stays as it is; the text completes the sentence 'it stays as it is: ...'."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class AbstractedLoops:
    """``heads``: of the loops that have few iterations now. ``left_alone``: the others, and why."""

    program: Transformed
    heads: tuple[Location, ...]
    left_alone: tuple[tuple[Location, str], ...]


def stated(cfa: Cfa, invariants: Invariants) -> Invariants:
    """Those that C text can say at their heads: about variables that have a name there (of no function that waits for
    this one), and in types that there are. What is in memory need not exist where it is asked for; and a variable that
    is never read again may have another value in an abstracted loop.
    """
    names = {g.variable.name for g in cfa.globals}
    live = liveness_of(cfa)
    found: dict[Location, Sequence[Expression]] = {}
    for head, some in invariants.items():
        known = names | (_local_names([cfa.functions[head.function]]) & live(head))
        kept = tuple(each for each in some if _can_be_said(each, known, cfa.data_model))
        if kept:
            found[head] = kept
    return found


def _can_be_said(invariant: Expression, known: Collection[str], model: DataModel) -> bool:
    parts = tuple(all_parts((invariant,)))
    if any(isinstance(part, Cell | Element) for part in parts):
        return False
    if model is DataModel.ILP32 and any(isinstance(part.type, Integer) and part.type.width > _WIDEST for part in parts):
        return False
    return all(v.name in known and not is_bookkeeping(v) for v in parts if isinstance(v, Variable))


def _local_names(functions: Iterable[Function]) -> set[str]:
    own = (v for f in functions for v in (*f.locals, *f.parameters, *((f.result,) if f.result else ())))
    return {variable.name for variable in own}


def with_invariants(cfa: Cfa, loops: Loops, invariants: Invariants) -> Transformed:
    """``cfa`` with ``invariants`` assumed at the heads of its loops: the same executions, if they are true."""
    return _Building(cfa, loops, invariants, {}).result()


def abstracted(cfa: Cfa, loops: Loops, invariants: Invariants, iterations: int = 1) -> AbstractedLoops:
    """``cfa`` with so many ``iterations`` of those loops in which only scalar variables and small arrays change: from 1
    to ``MOST_ITERATIONS``, else ``InputError``.
    """
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise InputError(f"abstract-loops keeps from 1 to {MOST_ITERATIONS} iterations, and not {iterations}")
    changes = _Changes(cfa, loops)
    changed: dict[Location, tuple[Variable, ...]] = {}
    left_alone: list[tuple[Location, str]] = []
    for head in sorted((each for each in loops.heads if loops.is_head(each)), key=lambda each: each.number):
        try:
            changed[head] = changes.at(head)
        except NotAbstracted as alone:
            left_alone.append((head, alone.reason))
    program = _Building(cfa, loops, invariants, changed, iterations).result()
    return AbstractedLoops(program, tuple(changed), tuple(left_alone))


@dataclass(frozen=True, slots=True)
class _Counting:
    """Variables of a loop: whether it was ``begun`` in any state, and how often control may come to the head again."""

    begun: Variable
    left: Variable


@dataclass(slots=True)
class _Changes:
    """What loops change of what is read afterwards."""

    cfa: Cfa
    loops: Loops
    _live: Callable[[Location], frozenset[str]] = field(init=False)
    _written: dict[str, list[Variable]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._live = liveness_of(self.cfa)

    def at(self, head: Location) -> tuple[Variable, ...]:
        """The variables that the loop at ``head`` changes and that may be read from there on."""
        if self.loops.recursive:
            raise NotAbstracted("the program has recursive functions")
        body = [edge for edge in self.cfa.edges if head in self.loops.heads.get(edge.source, ())]
        if any(self._enters(edge, head) for edge in self.cfa.edges):
            raise NotAbstracted("a jump leads into it")
        called = {edge.operation.function for edge in body if isinstance(edge.operation, Call)}
        called |= {inner for each in called for inner in reached_functions(self.cfa.edges)[each]}
        written = [written_variable(edge.operation) for edge in body]
        written += [variable for name in sorted(called) for variable in self._writes(name)]
        live, local = self._live(head), _local_names(self.cfa.functions.values())
        found = dict.fromkeys(each for each in written if each is not None)
        read = tuple(each for each in found if each.name not in local or each.name in live)
        for each in read:
            _check_scalars(each)
        return read

    def _enters(self, edge: Edge, head: Location) -> bool:
        """Whether control may come into the loop by ``edge``, but not to its head."""
        target = edge.operation.return_to if isinstance(edge.operation, Call) else edge.target
        if isinstance(edge.operation, Return) or target == head:
            return False
        return head in self.loops.heads.get(target, ()) and head not in self.loops.heads.get(edge.source, ())

    def _writes(self, function: str) -> list[Variable]:
        if not self._written:
            for edge in self.cfa.edges:
                variable = written_variable(edge.operation)
                if variable is not None:
                    self._written.setdefault(edge.source.function, []).append(variable)
        return self._written.get(function, [])


def _check_scalars(variable: Variable) -> None:
    """``NotAbstracted`` for what is not given any value by input functions."""
    match variable.type:
        case _ if variable == DIRECTION:
            raise NotAbstracted("it changes how numbers are rounded")
        case _ if is_bookkeeping(variable):
            raise NotAbstracted("objects in memory begin or end in it")
        case Integer() | Floating():
            return
        case Array(Integer() | Floating(), length) if length <= _LONGEST:
            return
        case Array():
            raise NotAbstracted(f"it changes '{short_name(variable)}', a large array")
        case _:
            raise NotAbstracted(f"it changes '{short_name(variable)}', which is in memory or points to memory")


@dataclass(slots=True)
class _Building:
    """``changed``: by the heads of those loops that are abstracted, with so many ``iterations``."""

    cfa: Cfa
    loops: Loops
    invariants: Invariants
    changed: Mapping[Location, tuple[Variable, ...]]
    iterations: int = 1
    names: FreshNames = field(init=False)
    made: Instrumenting = field(init=False)
    _begin: dict[Location, Location] = field(default_factory=dict, init=False)
    _again: dict[Location, Location] = field(default_factory=dict, init=False)
    _counting: dict[Location, _Counting] = field(default_factory=dict, init=False)
    _early: Variable = field(init=False)

    def __post_init__(self) -> None:
        self.made = Instrumenting(1 + max(each.number for each in mentioned_locations(self.cfa)))
        self.names = FreshNames.beside(self.cfa)
        self._early = self.names.variable("", "early_loops", UINT)

    def result(self) -> Transformed:
        """The program. Control comes to a head as before; what leaves it begins after what is added there."""
        for head in (each for each in self.cfa.locations if self.loops.is_head(each)):
            if head in self.changed and self.iterations > 1:
                self._repeated(head)
            else:
                self._single(head)
        for edge in self.cfa.edges:
            source = self._begin.get(edge.source, edge.source)
            for target in dict.fromkeys(self._targets(edge)):
                self._copied(edge, source, self._returning(edge), target)
        return self.made.transformed(self._whole)

    def _whole(self, edges: tuple[Edge, ...]) -> Cfa:
        """With the variables that were added."""
        added = {name: tuple(v for v in some if v != self._early) for name, some in self.names.locals.items()}
        functions = {
            name: replace(each, locals=(*each.locals, *added.get(name, ())))
            for name, each in self.cfa.functions.items()
        }
        known = (*self.cfa.globals, Global(self._early, ())) if self._counting else self.cfa.globals
        return replace(self.cfa, edges=edges, functions=functions, globals=known, control=())

    # -- heads ---------------------------------------------------------------------------------------------------------

    def _steps(self, edge: Edge, location: Location, operations: Iterable[Operation]) -> Location:
        """One after the other; where they end."""
        for operation in operations:
            following = self.made.fresh_at(location)
            self.made.step(edge, location, operation, following)
            location = following
        return location

    def _any(self, head: Location) -> Iterator[Operation]:
        for variable in self.changed.get(head, ()):
            yield Input(variable, variable.name, InputKind.UNINITIALISED, _element(variable))

    def _known(self, head: Location) -> Iterator[Operation]:
        yield from (Assume(each, truth=True) for each in self.invariants.get(head, ()))

    def _single(self, head: Location) -> None:
        edge = self.cfa.leaving[head][0]
        self._begin[head] = self._steps(edge, head, (*self._any(head), *self._known(head)))
        if head in self.changed:
            self._again[head] = self.made.fresh_at(head)
            self.made.step(edge, self._again[head], Stop(None), self.cfa.halt)

    def _repeated(self, head: Location) -> None:
        edge, k = self.cfa.leaving[head][0], self.iterations
        own = _Counting(*(self.names.variable(head.function, word, UINT) for word in ("any_state", "visits_left")))
        self._counting[head] = own
        choice = Input(own.begun, own.begun.name, InputKind.UNINITIALISED, UINT)
        begin = self._steps(edge, head, (choice, Assign(own.left, Constant(k - 1, UINT))))
        joined, asked = self.made.fresh_at(head), binary(BinaryOp.NE, own.begun, _ZERO)
        first = self._steps(
            edge, begin, (Assume(asked, truth=True), *self._any(head), _changed_by(self._early, BinaryOp.ADD))
        )
        self.made.step(edge, first, Skip(), joined)
        self.made.step(edge, begin, Assume(asked, truth=False), joined)
        self._begin[head] = self._steps(edge, joined, self._known(head))
        self._again[head] = again = self.made.fresh_at(head)
        is_over = binary(BinaryOp.EQ, own.left, _ZERO)
        self.made.step(edge, self._steps(edge, again, (Assume(is_over, truth=True),)), Stop(None), self.cfa.halt)
        more = self._steps(edge, again, (Assume(is_over, truth=False), _changed_by(own.left, BinaryOp.SUB)))
        is_last = conjunction(asked, is_over)
        last = self._steps(edge, more, (Assume(is_last, truth=True), _changed_by(self._early, BinaryOp.SUB)))
        self.made.step(edge, last, Skip(), self._begin[head])
        self.made.step(edge, more, Assume(is_last, truth=False), self._begin[head])

    # -- edges ---------------------------------------------------------------------------------------------------------

    def _copied(self, edge: Edge, source: Location, operation: Operation, target: Location) -> None:
        """Where the edge leaves loops, or comes to the error, it is asked whether that is early."""
        asked = tuple(Assume(each, truth=True) for each in self._conditions(edge))
        if not asked:
            self.made.add(edge, source, operation, target)
        elif isinstance(operation, Assume):
            here = self.made.fresh_at(source)
            self.made.add(edge, source, operation, here)
            before = self._steps(edge, here, asked[:-1])
            self.made.step(edge, before, asked[-1], target)
        else:
            self.made.add(edge, self._steps(edge, source, asked), operation, target)

    def _conditions(self, edge: Edge) -> Iterator[Expression]:
        if not self._counting or isinstance(edge.operation, Return):
            return
        target = edge.operation.return_to if isinstance(edge.operation, Call) else edge.target
        for head in self.loops.heads.get(edge.source, ()):
            own = self._counting.get(head)
            if own is not None and head not in self.loops.heads.get(target, ()):
                yield disjunction(binary(BinaryOp.EQ, own.begun, _ZERO), binary(BinaryOp.EQ, own.left, _ZERO))
        if target == self.cfa.error:
            yield binary(BinaryOp.EQ, self._early, _ZERO)

    def _lands(self, source: Location, target: Location) -> Location:
        """Another iteration begins elsewhere."""
        is_inside = target in self.loops.heads.get(source, ())
        return self._again[target] if target in self._again and is_inside else target

    def _targets(self, edge: Edge) -> Iterator[Location]:
        """A function returns to where its calls say."""
        if not isinstance(edge.operation, Return):
            yield edge.target if isinstance(edge.operation, Call) else self._lands(edge.source, edge.target)
        elif edge.target not in self._again:
            yield edge.target
        else:
            for call in self._calls_before(edge.target, edge.operation.function):
                yield self._lands(call.source, edge.target)

    def _calls_before(self, location: Location, function: str) -> Iterator[Edge]:
        for edge in self.cfa.edges:
            call = edge.operation
            if isinstance(call, Call) and call.return_to == location and call.function == function:
                yield edge

    def _returning(self, edge: Edge) -> Operation:
        operation = edge.operation
        if isinstance(operation, Call):
            return replace(operation, return_to=self._lands(edge.source, operation.return_to))
        return operation


def _changed_by(variable: Variable, how: BinaryOp) -> Assign:
    return Assign(variable, binary(how, variable, Constant(1, UINT)))


def _element(variable: Variable) -> Scalar:
    type_ = variable.type.element if isinstance(variable.type, Array) else variable.type
    assert isinstance(type_, Integer | Floating)
    return type_
