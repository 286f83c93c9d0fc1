"""Closed forms of the recurrences of a trace, derived freely: their users have them checked (``checking``).

A variable whose value changes by a polynomial in the number of iterations has a polynomial; one that is set to a value
that does not depend on itself has that of the last iteration; of any other one it is assumed that it keeps its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    mapped,
    scalar_type,
)
from coveriflow.program.expressions.make import binary, cast
from coveriflow.program.types.c_types import Floating, Integer
from coveriflow.transform.acceleration import polynomials as poly
from coveriflow.transform.acceleration.contracts import Iteration
from coveriflow.transform.acceleration.iterations import uses
from coveriflow.transform.acceleration.polynomials import Number, Polynomial

State = Mapping[Variable, Expression]


@dataclass(slots=True)
class Recurrences:
    """``polynomials``: of variables that have one. ``last``: the others that are set to what the last iteration gives.
    ``kept``: those that are assumed to keep their values.
    """

    iteration: Iteration
    polynomials: dict[Variable, Polynomial] = field(default_factory=dict)
    last: dict[Variable, Expression] = field(default_factory=dict)
    kept: set[Variable] = field(default_factory=set)
    _visited: set[Variable] = field(default_factory=set)

    def __post_init__(self) -> None:
        changed = self.iteration.updates
        read = {v for value in self._read() for v in uses(value)}
        for variable in changed:
            self._find(variable)
        for variable, value in changed.items():
            if variable in self.polynomials or variable in self.kept:
                continue
            if variable in read:
                self.kept.add(variable)
            else:
                self.last[variable] = value

    def _read(self) -> list[Expression]:
        """All that an iteration looks at."""
        it = self.iteration
        return [*it.guards, *it.updates.values(), *(w.index for w in it.writes), *(w.value for w in it.writes)]

    def _find(self, variable: Variable) -> None:
        """Its polynomial, once those of all that it needs are known."""
        if variable in self._visited:
            return
        self._visited.add(variable)
        value = self.iteration.updates[variable]
        if not isinstance(variable.type, Integer):
            return
        for needed in uses(value):
            if needed in self.iteration.updates and needed != variable:
                self._find(needed)
        if variable not in uses(value):
            return
        difference = self._difference(variable, value)
        total = None if difference is None else poly.summed(difference)
        if total is not None:
            self.polynomials[variable] = poly.added([poly.atom(variable), total])

    def _difference(self, variable: Variable, value: Expression) -> Polynomial | None:
        """What an iteration adds to ``variable``; ``None`` if it does something else."""
        found = self.polynomial(value, itself=variable)
        own = ((variable,), 0)
        if found is None or found.get(own) != 1:
            return None
        if any(variable in uses(each) for atoms, j in found if (atoms, j) != own for each in atoms):
            return None
        return {monomial: factor for monomial, factor in found.items() if monomial != own}

    def polynomial(self, expression: Expression, itself: Variable | None = None) -> Polynomial | None:
        """The value of ``expression`` before iteration k + 1, as far as nothing wraps; ``itself`` counts as an atom."""
        if not isinstance(expression.type, Integer):
            return None
        if isinstance(expression, Constant):
            return poly.constant(_small(expression))
        if expression == itself:
            return poly.atom(expression)
        read = uses(expression)
        written = {w.array for w in self.iteration.writes}
        if not (read & self.iteration.updates.keys() or read & written or read & set(self.iteration.inputs)):
            parts = None if isinstance(expression, Cast) else self._of_parts(expression, itself)
            return poly.atom(expression) if parts is None else parts
        if isinstance(expression, Variable):
            return self.polynomials.get(expression)
        return self._of_parts(expression, itself)

    def _of_parts(self, expression: Expression, itself: Variable | None) -> Polynomial | None:
        match expression:
            case Cast(operand):
                return self.polynomial(operand, itself)
            case Unary(UnaryOp.NEGATE, operand):
                found = self.polynomial(operand, itself)
                return None if found is None else poly.scaled(found, -1)
            case Binary(BinaryOp.SHL, left, Constant(shift)) if 0 <= shift < scalar_type(left).width:
                found = self.polynomial(left, itself)
                return None if found is None else poly.scaled(found, 1 << shift)
            case Binary(BinaryOp.ADD | BinaryOp.SUB | BinaryOp.MUL as operator, left, right):
                one, other = self.polynomial(left, itself), self.polynomial(right, itself)
                if one is None or other is None:
                    return None
                if operator is BinaryOp.MUL:
                    return poly.multiplied(one, other)
                return poly.added([one, poly.scaled(other, -1 if operator is BinaryOp.SUB else 1)])
            case _:
                return None

    def after(self, number: Number) -> State:
        """The values that have changed after ``number`` iterations, at least one; ``TooWide``."""
        before = self.before(number.one_less())
        return self.before(number) | {variable: at(value, before) for variable, value in self.last.items()}

    def before(self, number: Number) -> dict[Variable, Expression]:
        """The values that the iteration after ``number`` others looks at, which may be none."""
        return {variable: self.value(variable, number) for variable in self.polynomials}

    def value(self, variable: Variable, number: Number) -> Expression:
        """That of a polynomial."""
        assert isinstance(variable.type, Integer)
        return cast(poly.value_in(self.polynomials[variable], number, poly.ring_of(variable.type)), variable.type)


def at(expression: Expression, state: State) -> Expression:
    """``expression`` where variables have the values of ``state``."""

    def change(_original: Expression, rebuilt: Expression) -> Expression:
        return state.get(rebuilt, rebuilt) if isinstance(rebuilt, Variable) else rebuilt

    return mapped(expression, change)


def _small(number: Constant) -> int:
    """``x + 4294967295u`` is ``x - 1``: the integer of least size that is congruent."""
    type_ = number.type
    if isinstance(type_, Integer) and not type_.signed and number.value >> (type_.width - 1):
        return number.value - (1 << type_.width)
    return number.value


def folded(expression: Expression) -> Expression:
    """With constants computed, but those of floating types: what is made anew has lost its direction of rounding."""

    def change(_original: Expression, rebuilt: Expression) -> Expression:
        match rebuilt:
            case Binary() if isinstance(rebuilt.type, Floating):
                return rebuilt
            case Binary(operator, left, right) if isinstance(left, Constant) or isinstance(right, Constant):
                found = binary(operator, left, right)
                return found if found.type == rebuilt.type else rebuilt
            case Cast(Constant() as operand, Integer() as type_) if isinstance(operand.type, Integer):
                return cast(operand, type_)
            case _:
                return rebuilt

    return mapped(expression, change)
