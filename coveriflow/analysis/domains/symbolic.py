"""Path formulas (unifying paper, Sect. 3): a guard and a term per variable, joined where paths meet.

This is the strongest postcondition, kept in solved form: instead of ``x_2 = x_1 + 1`` the new value of ``x`` is a
term over the inputs. Joining two paths makes ``ite`` terms, so a whole unwinding has one element per unrolled location.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import assert_never

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.dead import DeadVariables, dead_variables
from coveriflow.analysis.domains.fresh_objects import FreshObjects
from coveriflow.logic import build
from coveriflow.logic.encoding import Read, array_value, condition, encoded, sort_of, stored
from coveriflow.logic.terms import BOOLEAN, FALSE, INDEX_WIDTH, TRUE, Op, Term, bits, make
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.cfa.arguments import is_rest
from coveriflow.program.cfa.cfa import Cfa, Global
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Edge, Input, Return, Skip, Stop, Unsupported
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import ArrayValue, Cell, Element, Expression, NewObject, Place, Variable
from coveriflow.program.types.c_types import Array, Integer, Rank, Region

_LONGEST_INPUT = 256
"""Elements of an unknown array that have terms of their own."""


@dataclass(frozen=True, slots=True, eq=False)
class PathFormula:
    """``guard``: when the inputs lead here; ``values``: a term for each live variable; ``inputs``: read in the last
    step, each a value, or all elements of a long array.
    """

    guard: Term
    values: dict[str, Term]
    inputs: tuple[tuple[Edge, Term], ...] = ()

    def read(self, variable: Variable) -> Term:
        """The current term of ``variable``."""
        return self.values[variable.name]


@dataclass(slots=True)
class SymbolicDomain:
    """Path formulas over ``cfa``. ``undefined``: for each check met, when it would fail."""

    cfa: Cfa
    undefined: list[tuple[Edge, Term]] = field(default_factory=list)
    _fresh: int = 0
    forgotten: DeadVariables = field(init=False)
    _initial: dict[str, Term] = field(init=False)
    _objects: FreshObjects = field(init=False)

    def __post_init__(self) -> None:
        self.forgotten = dead_variables(self.cfa)
        self._initial = {g.variable.name: _initial(g) for g in self.cfa.globals}
        self._objects = FreshObjects(self.cfa, self._initial)

    def initial(self) -> PathFormula:
        """Globals have their initial values."""
        values = dict(self._initial)
        for name in self.forgotten.at(self.cfa.entry):
            values.pop(name, None)
        return PathFormula(TRUE, values)

    def zeros_at_start(self) -> Term:
        """That memory holds zeros where nothing is known about its content at the start."""
        holds = TRUE
        for region in (g.variable for g in self.cfa.globals if g.unknown):
            sort = sort_of(region.type)
            zero = bits(0, sort) if sort > 0 else build.array_of(bits(0, -sort))
            unknown = logic_variable(UNKNOWN_MEMORY + region.name, sort)
            holds = build.conjoin(holds, make(Op.EQ, (unknown, zero), "", BOOLEAN))
        return holds

    def successor(self, element: PathFormula, step: Step) -> PathFormula | None:
        """The strongest postcondition, ``None`` where it is seen to be empty without asking a solver."""
        current = PathFormula(element.guard, element.values.copy())
        for edge in step:
            after = self._after(current, edge)
            if after.guard is FALSE:
                return None
            current = after
        for name in self.forgotten.after(step):
            current.values.pop(name, None)
        return current

    def _after(self, now: PathFormula, edge: Edge) -> PathFormula:
        """One edge; ``now.values`` is this step's own copy and is changed in place."""
        match edge.operation:
            case Skip() | Stop() | Unsupported():
                return now
            case Assume(test, truth):
                holds = condition(test, now.read)
                return _guarded(now, holds if truth else build.negate(holds))
            case Check(test):
                holds = condition(test, now.read)
                fails = build.conjoin(now.guard, build.negate(holds))
                if fails is not FALSE:
                    self.undefined.append((edge, fails))
                return _guarded(now, holds)
            case Assign(target, value):
                _assign(now, target, value)
                if isinstance(value, NewObject):
                    self._objects.allocated(encoded(value, now.read), value, now.values)
                return now
            case Input(target):
                return self._input(now, edge, target)
            case Call(_, parameters, arguments):
                terms = [encoded(argument, now.read) for argument in arguments]
                now.values.update((p.name, t) for p, t in zip(parameters, terms, strict=True))
                return now
            case Return(_, result, target):
                if target is not None and result is not None:
                    now.values[target.name] = now.read(result)
                return now
            case _:
                assert_never(edge.operation)

    def _input(self, now: PathFormula, edge: Edge, target: Variable) -> PathFormula:
        self._fresh += 1
        term = logic_variable(f"input{self._fresh}", sort_of(target.type))
        now.values[target.name] = term
        parts = _parts(term, target, edge)
        guard = now.guard
        if _is_bool(target):
            for part in parts:
                guard = build.conjoin(guard, build.less(part, bits(2, part.sort), is_signed=False))
        if is_rest(edge.operation):
            guard = build.conjoin(guard, build.equal(term, bits(0, term.sort)))
        return PathFormula(guard, now.values, (*now.inputs, *((edge, part) for part in parts)))

    def merge(self, new: PathFormula, old: PathFormula) -> PathFormula:
        """Either path: the disjunction of both."""
        if new is old:
            return old
        shared = [name for name in old.values if name in new.values]
        is_new, guard = build.joined(new.guard, old.guard)
        values = {name: self._objects.joined(name, is_new, new.values, old.values) for name in shared}
        return PathFormula(guard, values)

    def covers(self, larger: PathFormula, smaller: PathFormula) -> bool:
        """Only what it is: no solver is asked."""
        return larger is smaller

    def key(self, element: PathFormula) -> Hashable:
        """All comparable."""
        return ()


def _guarded(now: PathFormula, holds: Term) -> PathFormula:
    return PathFormula(build.conjoin(now.guard, holds), now.values, now.inputs)


def _is_bool(target: Variable) -> bool:
    type_ = target.type.element if isinstance(target.type, Array) else target.type
    return isinstance(type_, Integer) and type_.rank is Rank.BOOL


def _parts(term: Term, target: Variable, edge: Edge) -> list[Term]:
    """The values read: one, or one per element of an array; a long array is one term."""
    if not isinstance(target.type, Array):
        return [term]
    if target.type.length > _LONGEST_INPUT:
        if _is_bool(target):
            raise NotSupported(f"an array of {target.type.length} unknown elements of type _Bool", edge.origin)
        return [term]
    return [build.select(term, bits(i, INDEX_WIDTH)) for i in range(target.type.length)]


def _assign(now: PathFormula, target: Place, value: Expression) -> None:
    read: Read = now.read
    if isinstance(value, ArrayValue):
        assert isinstance(target, Variable)
        now.values[target.name] = array_value(value, read)
    elif isinstance(target, Cell):
        now.values[target.region.name] = stored(target, value, read)
    elif isinstance(target, Element):
        name = target.array.name
        now.values[name] = build.store(now.values[name], encoded(target.index, read), encoded(value, read))
    else:
        now.values[target.name] = encoded(value, read)


def _initial(variable: Global) -> Term:
    type_ = variable.variable.type
    if isinstance(type_, Region):
        return _initial_region(variable, type_)
    if not isinstance(type_, Array):
        return bits(variable.initial[0] if variable.initial else 0, sort_of(type_))
    array = build.array_of(bits(0, type_.element.width))
    for index, value in enumerate(variable.initial):
        if value:
            array = build.store(array, bits(index, INDEX_WIDTH), bits(value, type_.element.width))
    return array


UNKNOWN_MEMORY = "memory at the start: "


def _initial_region(variable: Global, type_: Region) -> Term:
    """What it holds at the start; the part that is unknown is one unknown."""
    unknown = logic_variable(UNKNOWN_MEMORY + variable.variable.name, sort_of(type_))
    if type_.single:
        return unknown if variable.unknown else bits(variable.cells[0][1] if variable.cells else 0, type_.width)
    array = unknown if variable.unknown else build.array_of(bits(0, type_.width))
    for address, value in variable.cells:
        if value or variable.unknown:
            array = build.store(array, bits(address, INDEX_WIDTH), bits(value, type_.width))
    return array
