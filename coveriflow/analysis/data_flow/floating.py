"""What expressions of floating type may be in an abstract state."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from coveriflow.analysis.data_flow.states import Lattice, State
from coveriflow.analysis.data_flow.values.value_sets import ValueSet
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
)
from coveriflow.program.expressions.float_arithmetic import ROUNDING, format_of
from coveriflow.program.expressions.float_sets import FloatSet
from coveriflow.program.expressions.linear_forms import LinearForm, narrowed
from coveriflow.program.types.c_types import Floating, Region

_ONE = Fraction(1)


def float_place(expression: Expression, tracked: Mapping[str, Floating]) -> str | None:
    """The name of what is tracked, if that is what the expression reads, in its type."""
    match expression:
        case Variable(name, Floating() as type_):
            return name if tracked.get(name) == type_ else None
        case Cell(Variable(name, Region(_, True)), _, Floating() as type_):
            return name if tracked.get(name) == type_ else None
        case _:
            return None


@dataclass(frozen=True, slots=True)
class FloatEvaluation:
    """In one ``state`` of ``lattice``; ``integer``: what expressions of integer type may be."""

    lattice: Lattice
    state: State
    integer: Callable[[Expression, State], ValueSet]
    _values: dict[int, FloatSet] = field(default_factory=dict)
    _forms: dict[int, LinearForm] = field(default_factory=dict)

    def __call__(self, expression: Expression) -> FloatSet:
        """All numbers that the expression may be; computed once for each object, as long as this lives."""
        found = self._values.get(id(expression))
        if found is None:
            found = self._values[id(expression)] = self._computed(expression)
        return found

    def _computed(self, expression: Expression) -> FloatSet:
        type_ = scalar_type(expression)
        assert isinstance(type_, Floating)
        form = format_of(type_)
        match expression:
            case Constant(value):
                return float_sets.exactly(form, value)
            case Variable() | Cell():
                name = float_place(expression, self.lattice.floating)
                return float_sets.everything(form) if name is None else self.lattice.float(self.state, name)
            case Cast(operand) if isinstance(operand.type, Floating):
                return float_sets.converted(self(operand), form, expression.rounding)
            case Cast(operand):
                whole = self.integer(operand, self.state)
                return float_sets.from_integers(form, whole.low, whole.high, expression.rounding)
            case Unary(operator, operand):
                return self._unary(expression, operator, self(operand))
            case Binary(op, left, right) if op in float_sets.OPERATIONS:
                found = float_sets.OPERATIONS[op](self(left), self(right), expression.rounding)
                return self._by_form(expression, found) if op in (BinaryOp.ADD, BinaryOp.SUB) else found
            case _:
                return float_sets.everything(form)

    def _unary(self, expression: Unary, operator: UnaryOp, operand: FloatSet) -> FloatSet:
        match operator:
            case UnaryOp.NEGATE:
                return float_sets.negated(operand)
            case UnaryOp.ABSOLUTE:
                return float_sets.absolute(operand)
            case UnaryOp.ROOT:
                return float_sets.square_root(operand, expression.rounding)
            case _ if operator in ROUNDING:
                nearest = operator is UnaryOp.NEAREST
                return float_sets.to_integral(operand, expression.rounding if nearest else ROUNDING[operator])
            case _:
                return float_sets.everything(operand.form)

    def _by_form(self, expression: Binary, found: FloatSet) -> FloatSet:
        """Of a sum whose operands have something in common."""
        if not found.has_numbers or not found.is_finite():
            return found
        one, other = self._form(expression.left), self._form(expression.right)
        if not one.shares(other):
            return found
        whole = one.plus(other if expression.operator is BinaryOp.ADD else other.minus())
        rounded = None if whole is None else whole.rounded(found)
        return found if rounded is None else narrowed(found, rounded.range(self._part))

    def _part(self, part: Hashable) -> FloatSet:
        assert not isinstance(part, str | int)
        return self(part)  # type: ignore[arg-type]

    def _form(self, expression: Expression) -> LinearForm:
        found = self._forms.get(id(expression))
        if found is None:
            found = self._computed_form(expression) or LinearForm({expression: _ONE})
            self._forms[id(expression)] = found
        return found

    def _computed_form(self, expression: Expression) -> LinearForm | None:
        if isinstance(expression, Variable | Cell):
            return None
        value = self(expression)
        if not value.has_numbers or not value.is_finite():
            return None
        match expression:
            case Constant():
                return LinearForm({}, value.exact()[0])
            case Unary(UnaryOp.NEGATE, operand):
                return self._form(operand).minus()
            case Cast(operand) if isinstance(operand.type, Floating):
                inner = self._form(operand)
                return inner.rounded(value) if operand.type.width > scalar_type(expression).width else inner
            case Binary(BinaryOp.ADD | BinaryOp.SUB as op, left, right):
                other = self._form(right)
                whole = self._form(left).plus(other if op is BinaryOp.ADD else other.minus())
                return None if whole is None else whole.rounded(value)
            case Binary(BinaryOp.MUL, left, right) if isinstance(right, Constant):
                return self._scaled(left, right, value)
            case Binary(BinaryOp.MUL, left, right) if isinstance(left, Constant):
                return self._scaled(right, left, value)
            case _:
                return None

    def _scaled(self, operand: Expression, factor: Constant, value: FloatSet) -> LinearForm | None:
        number = self(factor)
        if not number.has_numbers or not number.is_finite():
            return None
        whole = self._form(operand).times(number.exact()[0])
        return None if whole is None else whole.rounded(value)
