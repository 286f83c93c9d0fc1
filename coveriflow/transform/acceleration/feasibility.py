"""When iterations can be made one after the other: guards at the first and the last one, and bounds within which they
are monotone in between (Sect. 3: the bound beta). Stronger and stronger candidates; which of them is right, a solver
says (``checking``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Element,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
    subexpressions,
)
from coveriflow.program.expressions.make import binary, cast
from coveriflow.program.types.c_types import INT, INT128, LLONG, Integer, Pointer
from coveriflow.transform.acceleration import polynomials as poly
from coveriflow.transform.acceleration.closed_forms import Recurrences, State, at
from coveriflow.transform.acceleration.iterations import uses
from coveriflow.transform.acceleration.polynomials import Number

_COMPUTED = frozenset({BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL})


class Bounds(IntEnum):
    """What is kept from wrapping, each beside that before: nothing; before the last iteration what guards read; after
    it, too; before the last iteration all that changes, and the terms of guards; after it, too, and the terms of
    updates.
    """

    NONE = 0
    READ = 1
    READ_BEHIND = 2
    ALL = 3
    ALL_BEHIND = 4


class Sides(IntEnum):
    """Of ``a != b``: nothing; that ``a`` stays on its side of ``b`` up to the last iteration; and not beyond then."""

    NONE = 0
    KEPT = 1
    NOT_CROSSED = 2


@dataclass(frozen=True, slots=True)
class Feasibility:
    """Conditions on the state before ``number`` iterations of what ``recurrences`` describe. ``guards``: of these."""

    recurrences: Recurrences
    guards: Sequence[Expression]
    count: Variable
    number: Number

    def conditions(self, bounds: Bounds, sides: Sides) -> tuple[Expression, ...]:
        """Without those that hold by their form. ``TooWide``."""
        found = [binary(BinaryOp.NE, self.count, Constant(0, _integer(self.count)))]
        found += self.guards  # checks come before what they make defined
        found += [binary(BinaryOp.EQ, self._updated(v), v) for v in sorted(self.recurrences.kept, key=lambda v: v.name)]
        last = self._last()
        found += [at(guard, last) for guard in self.guards]
        found += self._sides(sides)
        found += self._bounds(bounds)
        return tuple(part for part in dict.fromkeys(found) if not isinstance(part, Constant) or not part.value)

    def _updated(self, variable: Variable) -> Expression:
        return self.recurrences.iteration.updates[variable]

    def _last(self) -> State:
        return self.recurrences.before(self.number.one_less())

    @property
    def has_sides(self) -> bool:
        """Whether there is a guard that says that two numbers differ."""
        return any(True for _ in self._differences())

    def _differences(self) -> Iterator[Binary]:
        for guard in self.guards:
            match guard:
                case Binary(BinaryOp.NE, left, _) if isinstance(left.type, Integer) and self._changes(guard):
                    yield guard
                case _:
                    pass

    def _changes(self, expression: Expression) -> bool:
        return bool(uses(expression) & self.recurrences.polynomials.keys())

    def _sides(self, sides: Sides) -> Iterator[Expression]:
        if sides is Sides.NONE:
            return
        last, behind = self._last(), self.recurrences.before(self.number)
        for guard in self._differences():
            below = binary(BinaryOp.LT, guard.left, guard.right)
            yield binary(BinaryOp.EQ, below, at(below, last))
            if sides is Sides.NOT_CROSSED:
                above = binary(BinaryOp.GT, guard.left, guard.right)
                not_above = binary(BinaryOp.LE, guard.left, guard.right)
                not_below = binary(BinaryOp.GE, guard.left, guard.right)
                yield binary(BinaryOp.LE, below, at(not_above, behind))
                yield binary(BinaryOp.LE, above, at(not_below, behind))

    def _bounds(self, bounds: Bounds) -> Iterator[Expression]:
        polynomials = self.recurrences.polynomials
        if bounds is Bounds.NONE:
            return
        read = self._read_by_guards()
        chosen = [v for v in polynomials if bounds >= Bounds.ALL or v in read]
        behind = bounds in (Bounds.READ_BEHIND, Bounds.ALL_BEHIND)
        for variable in sorted(chosen, key=lambda each: each.name):
            yield from _fits(variable, polynomials[variable], self.number if behind else self.number.one_less())
            if _has_symbolic_steps(polynomials[variable]):
                yield binary(BinaryOp.NE, self._updated(variable), variable)
        if bounds < Bounds.ALL:
            return
        terms = [*self.guards, *(self.recurrences.iteration.updates.values() if behind else ())]
        last = self._last()
        for part in dict.fromkeys(part for term in terms for part in subexpressions(term)):
            holds = is_exact(part) if self._changes(part) else None
            if holds is not None:
                yield holds
                yield at(holds, last)

    def _read_by_guards(self) -> set[Variable]:
        """And what these variables are computed from."""
        found = {v for guard in self.guards for v in uses(guard)}
        while True:
            changed = {v for v in found if v in self.recurrences.polynomials}
            more = {w for v in changed for w in uses(self._updated(v))} - found
            if not more:
                return found
            found |= more


def _integer(variable: Variable) -> Integer:
    assert isinstance(variable.type, Integer)
    return variable.type


def _fits(variable: Variable, polynomial: poly.Polynomial, number: Number) -> Iterator[Expression]:
    """That the value of ``variable`` after ``number`` iterations is one of its type."""
    value, type_ = poly.exact(polynomial, number), _integer(variable)
    wide = scalar_type(value)
    moving = [(f, atoms) for (atoms, j), f in polynomial.items() if j]
    grows = all(f > 0 and not any(_may_be_negative(a) for a in atoms) for f, atoms in moving)
    shrinks = all(f < 0 and not any(_may_be_negative(a) for a in atoms) for f, atoms in moving)
    if not shrinks:
        yield binary(BinaryOp.LE, value, Constant(type_.maximum, wide))
    if not grows:
        yield binary(BinaryOp.GE, value, Constant(type_.minimum, wide))


def _has_symbolic_steps(polynomial: poly.Polynomial) -> bool:
    """Whether it may be that nothing changes."""
    return all(atoms for (atoms, j) in polynomial if j)


def _may_be_negative(expression: Expression) -> bool:
    return scalar_type(expression).signed


def is_exact(part: Expression) -> Expression | None:
    """That the machine's value of ``part`` is the integer that it stands for, if those of its operands are; ``None``
    where that is no question.
    """
    type_ = part.type
    if not isinstance(type_, Integer):
        return None
    match part:
        case Unary(UnaryOp.NEGATE, operand):
            wide = _wide(type_.width + 2)
            value = None if wide is None else binary(BinaryOp.SUB, Constant(0, wide), cast(operand, wide))
        case Binary(operator, left, right) if operator in _COMPUTED:
            wide = _wide(2 * type_.width + 1 if operator is BinaryOp.MUL else type_.width + 2)
            value = None if wide is None else binary(operator, cast(left, wide), cast(right, wide))
        case Cast(operand) if isinstance(operand.type, Integer):
            source = operand.type
            if source.minimum >= type_.minimum and source.maximum <= type_.maximum:
                return None
            wide = _wide(max(type_.width, source.width) + 2)
            value = None if wide is None else cast(operand, wide)
        case _:
            return None
    if value is None or wide is None:
        return Constant(0, INT)
    least, most = Constant(type_.minimum, wide), Constant(type_.maximum, wide)
    above, below = binary(BinaryOp.GE, value, least), binary(BinaryOp.LE, value, most)
    return binary(BinaryOp.AND, above, below)


def is_always_defined(expression: Expression) -> bool:
    """Whether ``expression`` has a value in every state, by its form: no check need come before."""
    for part in subexpressions(expression):
        match part:
            case Binary(BinaryOp.DIV | BinaryOp.MOD, _, divisor):
                if not isinstance(divisor, Constant) or divisor.value <= 0:
                    return False
            case Binary(BinaryOp.SHL | BinaryOp.SHR, left, shift):
                if not isinstance(shift, Constant) or not 0 <= shift.value < scalar_type(left).width:
                    return False
            case Element():
                return False
            case _:
                if not isinstance(part.type, Integer | Pointer):
                    return False
    return True


def _wide(bits: int) -> Integer | None:
    return next((each for each in (LLONG, INT128) if bits <= each.width), None)
