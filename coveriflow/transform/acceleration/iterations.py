"""One passage of a looping trace as simultaneous updates over the values at its head: its symbolic transition relation
(Sect. 3, Table 1) in solved form.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Edge, Input, Return, Skip, Stop, Unsupported
from coveriflow.program.expressions.expressions import (
    ArrayValue,
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Place,
    Variable,
    is_deeper,
    mapped,
    subexpressions,
)
from coveriflow.program.expressions.make import binary, cast, is_truth_value, negation, truth
from coveriflow.program.types.c_types import INT, Array, Block, Floating, Integer, Rank, Region
from coveriflow.transform.acceleration.contracts import Iteration, NotAccelerable, Trace, Write
from coveriflow.transform.acceleration.names import FreshNames

_DEEPEST = 60


def iteration_of(trace: Trace, live: frozenset[Variable], names: FreshNames) -> Iteration:
    """``trace`` as one step. ``live``: the variables whose values at the head matter. ``NotAccelerable``."""
    passage = _Passage(trace, names)
    for edge in trace.edges:
        passage.take(edge)
    updates = {
        variable: value
        for name, value in passage.values.items()
        if (variable := passage.variables[name]) in live and value != variable
    }
    guards = tuple(dict.fromkeys(passage.guards))
    return Iteration(guards, updates, tuple(passage.writes), tuple(passage.inputs), tuple(passage.reads))


@dataclass(slots=True)
class _Passage:
    trace: Trace
    names: FreshNames
    values: dict[str, Expression] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    guards: list[Expression] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    inputs: list[Variable] = field(default_factory=list)
    reads: list[Edge] = field(default_factory=list)

    def take(self, edge: Edge) -> None:
        """One edge of the trace."""
        match edge.operation:
            case Skip():
                pass
            case Assume(condition, holds):
                value = self.value(condition)
                self._guard(truth(value) if holds else negation(value))
            case Check(condition):
                self._guard(truth(self.value(condition)))
            case Assign(target, value):
                self._assign(target, value)
            case Input(target):
                self._input(edge, target)
            case Call(_, parameters, arguments):
                given = [self.value(argument) for argument in arguments]
                for parameter, value in zip(parameters, given, strict=True):
                    self._set(parameter, value)
            case Return(_, value, target):
                if target is not None and value is not None:
                    self._set(target, self.value(value))
            case Stop():
                raise NotAccelerable("it ends the program")
            case Unsupported():
                raise NotAccelerable(str(edge.operation))
            case _:
                assert_never(edge.operation)

    def value(self, expression: Expression) -> Expression:
        """``expression`` over the values at the head."""
        found = mapped(expression, self._change)
        if is_deeper(found, _DEEPEST):
            raise NotAccelerable("an expression grows too large")
        return found

    def _change(self, original: Expression, rebuilt: Expression) -> Expression:
        match rebuilt:
            case Variable(name, type_):
                if isinstance(type_, Array | Region | Block):
                    raise NotAccelerable("it uses memory that is no array with a name")
                return self.values.get(name, rebuilt)
            case Element(array, index, _):
                return self._element(array, index, rebuilt)
            case Cell() | NewObject() | ArrayValue():
                raise NotAccelerable("it uses memory that is no array with a name")
            case _:
                return original if rebuilt == original else rebuilt

    def _element(self, array: Variable, index: Expression, read: Element) -> Expression:
        """What was written in this passage is known, if it is clear which element that was."""
        for write in reversed(self.writes):
            if write.array != array or _differ(write.index, index):
                continue
            if write.index == index:
                return write.value
            raise NotAccelerable(f"it reads elements of {short(array)} after a write to another one")
        return read

    def _guard(self, condition: Expression) -> None:
        for part in conjuncts(condition):
            if part == Constant(0, INT):
                raise NotAccelerable("it cannot be taken to its end")
            if not isinstance(part, Constant):
                self.guards.append(part)

    def _assign(self, target: Place, value: Expression) -> None:
        match target:
            case Variable(_, type_) if not isinstance(type_, Array | Region | Block):
                self._set(target, self.value(value))
            case Element(array, index):
                self.writes.append(Write(array, self.value(index), self.value(value)))
            case _:
                raise NotAccelerable("it writes whole arrays, or memory that is no array with a name")

    def _input(self, edge: Edge, target: Variable) -> None:
        if not isinstance(target.type, Integer):
            raise NotAccelerable("it reads an input that is no integer")
        fresh = self.names.variable(self.trace.head.function, "input", target.type)
        self.inputs.append(fresh)
        self.reads.append(edge)
        if target.type.rank is Rank.BOOL:
            self.guards.append(binary(BinaryOp.LE, cast(fresh, INT), Constant(1, INT)))
        self._set(target, fresh)

    def _set(self, target: Variable, value: Expression) -> None:
        if isinstance(target.type, Floating) and not isinstance(value, Constant | Variable):
            raise NotAccelerable("it computes with floating values")
        self.values[target.name] = value
        self.variables[target.name] = target


def short(variable: Variable) -> str:
    """The name as the program has it."""
    return f"'{variable.name.rpartition('::')[2]}'"


def conjuncts(condition: Expression) -> list[Expression]:
    """``a & b`` of truth values holds where both do."""
    match condition:
        case Binary(BinaryOp.AND, left, right) if is_truth_value(left) and is_truth_value(right):
            return [*conjuncts(left), *conjuncts(right)]
        case _:
            return [condition]


def _differ(one: Expression, other: Expression) -> bool:
    """Whether two indices are different constants."""
    return isinstance(one, Constant) and isinstance(other, Constant) and one.value != other.value


def uses(expression: Expression) -> frozenset[Variable]:
    """The scalar variables and the arrays that ``expression`` reads."""
    found: set[Variable] = set()
    for part in subexpressions(expression):
        if isinstance(part, Variable):
            found.add(part)
        elif isinstance(part, Element):
            found.add(part.array)
    return frozenset(found)
