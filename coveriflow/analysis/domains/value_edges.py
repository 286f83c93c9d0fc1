"""What one edge does to explicit values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Edge, Input, Return, Skip, Stop, Unsupported
from coveriflow.program.expressions.compile import Key, compiled, compiled_choice, compiled_store
from coveriflow.program.expressions.expressions import (
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
    variables,
)
from coveriflow.program.interpreter.interpreter import storage_keys
from coveriflow.program.types.c_types import Array, Integer, Rank, Region, Scalar

Environment = dict[Key, int]
Apply = Callable[[Environment], bool]
"""Change an environment as an edge does; ``False``: the edge cannot be taken."""
Tracks = Callable[[Variable], bool]

UNKNOWN = (KeyError, ArithmeticError, ValueError)
"""What evaluation raises where a value is missing, or where there is none: a ``Check`` stands before that, but may have
met operands that were not yet known.
"""

_TRACKED_LENGTH = 1024


def is_short(variable: Variable) -> bool:
    """Elements of long arrays are never tracked."""
    return not isinstance(variable.type, Array) or variable.type.length <= _TRACKED_LENGTH


def _nothing(_known: Environment) -> bool:
    return True


def changed_variable(target: Place) -> Variable:
    """The variable, array or region that an assignment to ``target`` changes."""
    match target:
        case Variable():
            return target
        case Element(array):
            return array
        case Cell(region):
            return region
        case _:
            assert_never(target)


def may_tell(edge: Edge) -> frozenset[str]:
    """The names of the variables whose values ``edge`` may change or tell; what it does depends on whether these are
    tracked.
    """
    match edge.operation:
        case Assume(condition):
            return frozenset(variable.name for variable in variables(condition))
        case Call(_, parameters):
            return frozenset(parameter.name for parameter in parameters)
        case _:
            written = written_variable(edge.operation)
            return frozenset() if written is None else frozenset({written.name})


def _evaluator(expression: Expression) -> Callable[[Environment], int | None]:
    """The value of ``expression``, or ``None`` where that is not known."""
    evaluate = compiled(expression)

    def value(known: Environment) -> int | None:
        try:
            return evaluate(known)
        except UNKNOWN:
            return None

    return value


def compiled_edge(cfa: Cfa, edge: Edge, tracks: Tracks, undefined: dict[Edge, None]) -> Apply:
    """What ``edge`` does where ``tracks`` says of which variables the values are kept; a check that cannot be shown to
    hold goes to ``undefined``.
    """
    match edge.operation:
        case Skip() | Stop() | Unsupported():
            return _nothing
        case Assume(condition, truth):
            return _assume(condition, tracks, truth=truth)
        case Check(condition):
            return _check(undefined, edge, condition)
        case Assign(target, value):
            return _assign(target, value) if tracks(changed_variable(target)) else _nothing
        case Input(target):
            return _input(target)
        case Call(_, parameters, arguments):
            pairs = [(p, a) for p, a in zip(parameters, arguments, strict=True) if tracks(p)]
            return _call(pairs)
        case Return(function, value, target):
            arrays = [v for v in cfa.functions[function].locals if isinstance(v.type, Array)]
            return _return(value, target if target is not None and tracks(target) else None, arrays)
        case _:
            assert_never(edge.operation)


def _assume(condition: Expression, tracks: Tracks, *, truth: bool) -> Apply:
    holds, learn = compiled_choice(condition, truth, not truth), _learning(condition, tracks, truth=truth)

    def apply(known: Environment) -> bool:
        try:
            return holds(known)
        except UNKNOWN:
            return learn(known)

    return apply


def _learning(condition: Expression, tracks: Tracks, *, truth: bool) -> Apply:
    """``x == e`` tells the value of an unknown ``x`` where ``e`` is known (and ``x != e`` that does not hold)."""
    if not isinstance(condition, Binary) or condition.operator is not (BinaryOp.EQ if truth else BinaryOp.NE):
        return _nothing
    sides = ((condition.left, condition.right), (condition.right, condition.left))
    found = [(_widened_variable(one), _evaluator(other)) for one, other in sides]
    candidates = [(variable, evaluate) for variable, evaluate in found if variable is not None and tracks(variable)]

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


def _check(undefined: dict[Edge, None], edge: Edge, condition: Expression) -> Apply:
    evaluate = _evaluator(condition)

    def apply(known: Environment) -> bool:
        value = evaluate(known)
        if not value:
            undefined.setdefault(edge)
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
        except UNKNOWN:
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
        except UNKNOWN:
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
    if is_short(variable):
        for key in storage_keys(variable):
            known.pop(key, None)
    return True


def _call(pairs: Sequence[tuple[Variable, Expression]]) -> Apply:
    parameters = [parameter for parameter, _ in pairs]
    evaluators = [_evaluator(argument) for _, argument in pairs]

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
