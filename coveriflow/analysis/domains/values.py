"""Explicit values (CMC paper, Sect. IV; ranged paper, Sect. 2.3): what is known of each variable, exactly or not at
all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import assert_never

from coveriflow.analysis.composite import CompositeState
from coveriflow.analysis.contracts import Step
from coveriflow.analysis.domains.dead import DeadVariables
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Assign, Assume, Call, Check, Edge, Input, Return, Skip, Stop, Unsupported
from coveriflow.program.evaluation import Key, compiled, compiled_choice, compiled_store
from coveriflow.program.expressions import (
    ArrayValue,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Element,
    Expression,
    Place,
    Variable,
    scalar_type,
)
from coveriflow.program.interpreter import initial_memory, storage_keys
from coveriflow.program.operations import written_variable
from coveriflow.program.types import Array, Integer, Rank, Region, Scalar

Environment = dict[Key, int]
Apply = Callable[[Environment], bool]
"""Change an environment as an edge does; ``False``: the edge cannot be taken."""

_UNKNOWN = (KeyError, ArithmeticError, ValueError)
"""What evaluation raises where a value is missing, or where there is none: a ``Check`` stands before that, but may have
met operands that were not yet known.
"""

_TRACKED_LENGTH = 1024


class Values:
    """What is known: a key that is missing may have any value. Never changed once it is built."""

    __slots__ = ("_hash", "known")

    def __init__(self, known: Environment) -> None:
        self.known = known
        self._hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.known.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Values) and self.known == other.known

    def __repr__(self) -> str:
        return f"Values({self.known})"


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a step does, edge by edge, and what will not be read behind it. ``test``: of the branch it begins with."""

    test: Callable[[Environment], bool] | None
    applies: tuple[Apply, ...]
    forgotten: tuple[str, ...]
    regions: frozenset[str]

    def remaining(self, known: Environment) -> tuple[Apply, ...] | None:
        """What is to be done where ``known`` holds; ``None`` if the branch is not taken: nothing is copied for that."""
        if self.test is None:
            return self.applies
        try:
            return self.applies[1:] if self.test(known) else None
        except _UNKNOWN:
            return self.applies


@dataclass(slots=True)
class ValueDomain:
    """The flat lattice per variable; joins never (the analysis keeps states apart, which makes it precise).

    ``undefined`` collects the checks that could not be shown to hold: the verdict assumes them.
    """

    cfa: Cfa
    undefined: dict[Edge, None] = field(default_factory=dict)
    _applies: dict[Edge, Apply] = field(default_factory=dict)
    _plans: dict[Step, _Plan] = field(default_factory=dict)
    _forgotten: DeadVariables = field(init=False)

    def __post_init__(self) -> None:
        self._forgotten = DeadVariables(self.cfa)

    def initial(self) -> Values:
        """Globals have their initial values; elements of long arrays are not tracked."""
        known: Environment = {}
        for variable in (g.variable for g in self.cfa.globals):
            if _tracked(variable):
                known.update(dict.fromkeys(storage_keys(variable), 0))
        regions = {g.variable.name: g.unknown for g in self.cfa.globals if isinstance(g.variable.type, Region)}
        known.update(
            (k, v) for k, v in initial_memory(self.cfa) if k in known or (isinstance(k, tuple) and k[0] in regions)
        )
        for region in self.cfa.globals:
            if region.unknown and not region.cells:
                known.pop(region.variable.name, None)
        return Values(known)

    def successor(self, element: Values, step: Step) -> Values | None:
        """The strongest postcondition that the domain can say; variables that will not be read are forgotten."""
        plan = self._plans.get(step)
        if plan is None:
            plan = self._plans[step] = self._planned(step)
        applies = plan.remaining(element.known)
        if applies is None:
            return None
        known = element.known.copy()
        for apply in applies:
            if not apply(known):
                return None
        for name in plan.forgotten:
            known.pop(name, None)
        if plan.regions:
            for key in [k for k in known if isinstance(k, tuple) and k[0] in plan.regions]:
                del known[key]
        return Values(known)

    def _planned(self, step: Step) -> _Plan:
        for edge in step:
            if edge not in self._applies:
                self._applies[edge] = _compiled_edge(self, edge)
        first = step[0].operation
        test = compiled_choice(first.condition, first.truth, not first.truth) if isinstance(first, Assume) else None
        dead = self._forgotten.at(step[-1].target)
        return _Plan(test, tuple(self._applies[edge] for edge in step), dead, self._ended(step))

    def _ended(self, step: Step) -> frozenset[str]:
        """Regions that are dead behind ``step``, but were not before, or are written by it."""
        before = self._forgotten.regions_at(step[0].source)
        written = {v.name for edge in step if (v := written_variable(edge.operation)) is not None}
        after = self._forgotten.regions_at(step[-1].target)
        return frozenset(name for name in after if name not in before or name in written)

    def merge(self, new: Values, old: Values) -> Values:
        """Never: ``old`` stays as it is."""
        return old

    def covers(self, larger: Values, smaller: Values) -> bool:
        """``larger`` knows nothing that ``smaller`` does not know."""
        return larger.known.items() <= smaller.known.items()

    def key(self, element: Values) -> Hashable:
        """All comparable."""
        return ()


def _tracked(variable: Variable) -> bool:
    return not isinstance(variable.type, Array) or variable.type.length <= _TRACKED_LENGTH


def _evaluator(expression: Expression) -> Callable[[Environment], int | None]:
    """The value of ``expression``, or ``None`` where that is not known."""
    evaluate = compiled(expression)

    def value(known: Environment) -> int | None:
        try:
            return evaluate(known)
        except _UNKNOWN:
            return None

    return value


def _compiled_edge(domain: ValueDomain, edge: Edge) -> Apply:
    match edge.operation:
        case Skip() | Stop() | Unsupported():
            return lambda _known: True
        case Assume(condition, truth):
            return _assume(condition, truth=truth)
        case Check(condition):
            return _check(domain, edge, condition)
        case Assign(target, value):
            return _assign(target, value)
        case Input(target):
            return _input(target)
        case Call(_, parameters, arguments):
            return _call(parameters, arguments)
        case Return(function, value, target):
            own = domain.cfa.functions[function]
            arrays = [v for v in own.locals if isinstance(v.type, Array)]
            return _return(value, target, arrays)
        case _:
            assert_never(edge.operation)


def _assume(condition: Expression, *, truth: bool) -> Apply:
    holds, learn = compiled_choice(condition, truth, not truth), _learning(condition, truth=truth)

    def apply(known: Environment) -> bool:
        try:
            return holds(known)
        except _UNKNOWN:
            return learn(known)

    return apply


def _learning(condition: Expression, *, truth: bool) -> Apply:
    """``x == e`` tells the value of an unknown ``x`` where ``e`` is known (and ``x != e`` that does not hold)."""
    if not isinstance(condition, Binary) or condition.operator is not (BinaryOp.EQ if truth else BinaryOp.NE):
        return lambda _known: True
    sides = ((condition.left, condition.right), (condition.right, condition.left))
    found = [(_widened_variable(one), _evaluator(other)) for one, other in sides]
    candidates = [(variable, evaluate) for variable, evaluate in found if variable is not None]

    def apply(known: Environment) -> bool:
        for variable, evaluate in candidates:
            value = evaluate(known)
            if variable.name not in known and value is not None:
                assert isinstance(variable.type, Integer)
                if not variable.type.minimum <= value <= variable.type.maximum:
                    return False
                known[variable.name] = value
        return True

    return apply


def _keeps_values(type_: Scalar) -> bool:
    """Whether equal values of a type have equal patterns, and a wider integer is the same number."""
    return isinstance(type_, Integer) and type_.rank is not Rank.BOOL


def _widened_variable(expression: Expression) -> Variable | None:
    """The integer variable under conversions that keep every value. Of floating values nothing is learnt: equal ones
    may have different patterns (zeros), and the same pattern may not be equal (NaNs).
    """
    while isinstance(expression, Cast):
        inner = expression.operand.type
        if not isinstance(inner, Integer) or not _keeps_values(expression.type):
            return None
        if not (expression.type.minimum <= inner.minimum and inner.maximum <= expression.type.maximum):
            return None
        expression = expression.operand
    return expression if isinstance(expression, Variable) and isinstance(expression.type, Integer) else None


def _check(domain: ValueDomain, edge: Edge, condition: Expression) -> Apply:
    evaluate = _evaluator(condition)

    def apply(known: Environment) -> bool:
        value = evaluate(known)
        if not value:
            domain.undefined.setdefault(edge)
        return value != 0

    return apply


def _assign(target: Place, value: Expression) -> Apply:
    if isinstance(value, ArrayValue):
        assert isinstance(target, Variable)
        return _assign_array(target, value)
    if isinstance(target, Cell):
        return _assign_cell(target, value)
    if isinstance(target, Element):
        return _assign_element(target, _evaluator(value))
    name, store = target.name, compiled_store(target, value, then=True)

    def apply(known: Environment) -> bool:
        try:
            return store(known)
        except _UNKNOWN:
            known.pop(name, None)
            return True

    return apply


def _assign_cell(target: Cell, value: Expression) -> Apply:
    """At an address that is not known, anything may be overwritten."""
    region = target.region.type
    assert isinstance(region, Region)
    name, single = target.region.name, region.single
    store, where = compiled_store(target, value, then=True), _evaluator(target.address)
    count = max(1, scalar_type(target).width // region.width)

    def apply(known: Environment) -> bool:
        try:
            return store(known)
        except _UNKNOWN:
            pass
        address = 0 if single else where(known)
        if single:
            known.pop(name, None)
        elif address is None:
            for key in [k for k in known if isinstance(k, tuple) and k[0] == name]:
                del known[key]
        else:
            for number in range(count):
                known.pop((name, address + number), None)
        return True

    return apply


def _assign_element(target: Element, evaluate: Callable[[Environment], int | None]) -> Apply:
    """An unknown index may change any element."""
    array, locate = target.array, _evaluator(target.index)
    if not _tracked(array):
        return lambda _known: True

    def apply(known: Environment) -> bool:
        index, new = locate(known), evaluate(known)
        if index is None:
            return _havoc(known, array)
        if new is None:
            known.pop((array.name, index), None)
        else:
            known[array.name, index] = new
        return True

    return apply


def _assign_array(target: Variable, value: ArrayValue) -> Apply:
    elements = [_evaluator(element) for element in value.elements]
    if not _tracked(target):
        return lambda _known: True
    assert isinstance(target.type, Array)
    length = target.type.length

    def apply(known: Environment) -> bool:
        new = [evaluate(known) for evaluate in elements]
        new += [0] * (length - len(new))
        for index, element in enumerate(new):
            if element is None:
                known.pop((target.name, index), None)
            else:
                known[target.name, index] = element
        return True

    return apply


def _input(target: Variable) -> Apply:
    return lambda known: _havoc(known, target)


def _havoc(known: Environment, variable: Variable) -> bool:
    if _tracked(variable):
        for key in storage_keys(variable):
            known.pop(key, None)
    return True


def _call(parameters: tuple[Variable, ...], arguments: tuple[Expression, ...]) -> Apply:
    evaluators = [_evaluator(argument) for argument in arguments]

    def apply(known: Environment) -> bool:
        values = [evaluate(known) for evaluate in evaluators]
        for parameter, value in zip(parameters, values, strict=True):
            if value is None:
                known.pop(parameter.name, None)
            else:
                known[parameter.name] = value
        return True

    return apply


def _return(value: Variable | None, target: Variable | None, arrays: list[Variable]) -> Apply:
    def apply(known: Environment) -> bool:
        result = known.pop(value.name, None) if value is not None else None
        for array in arrays:
            _havoc(known, array)
        if target is not None:
            if result is None:
                known.pop(target.name, None)
            else:
                known[target.name] = result
        return True

    return apply


class ValueGroup:
    """Finds the states that may cover another without looking at all: by the values of what each of them knows.

    Holds composite states whose first component is ``Values`` (``reached.Group``). Law: if ``covers(a, b)`` then ``b``
    agrees with ``a`` on all keys that ``a`` knows.
    """

    def __init__(self) -> None:
        self._tables: dict[frozenset[Key], _Table] = {}
        self._by_order: dict[tuple[Key, ...], _Table] = {}

    def add(self, state: CompositeState) -> None:
        """See ``Group``."""
        self._row(state).append(state)

    def discard(self, state: CompositeState) -> None:
        """See ``Group``."""
        self._row(state).remove(state)

    def _row(self, state: CompositeState) -> list[CompositeState]:
        known: Environment = state.elements[0].known
        table = self._by_order.get(tuple(known))
        if table is None:
            table = self._tables.setdefault(frozenset(known), _Table(tuple(known)))
            self._by_order[tuple(known)] = table
        return table.rows.setdefault(table.projected(known), [])

    def candidates(self, state: CompositeState) -> list[CompositeState]:
        """See ``Group``: the states that know only what ``state`` knows too, with the same values."""
        known: Environment = state.elements[0].known
        found: list[CompositeState] = []
        for table in self._tables.values():
            try:
                found += table.rows.get(table.projected(known), ())
            except KeyError:
                continue  # it knows something that ``state`` does not
        return found


@dataclass(slots=True)
class _Table:
    """States that know the values of ``keys``, by these values."""

    keys: tuple[Key, ...]
    rows: dict[Hashable, list[CompositeState]] = field(default_factory=dict)
    projected: Callable[[Environment], Hashable] = field(init=False)
    """The values of ``keys``."""

    def __post_init__(self) -> None:
        self.projected = itemgetter(*self.keys) if self.keys else lambda _known: ()
