"""Equations solved for a variable: ``x' = x + 1`` says what ``x'`` is, and also what ``x`` is."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

from coveriflow.logic import build
from coveriflow.logic.interpolation.path import named
from coveriflow.logic.substitution import equality, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, TRUE, Op, Term, bits, variable


@dataclass(frozen=True, slots=True)
class Definition:
    """The equation holds exactly where ``variable`` is ``value``, for some value of ``fresh``, and ``rest`` holds."""

    variable: Term
    value: Term
    rest: tuple[Term, ...] = ()
    fresh: Term | None = None


def definition(conjunct: Term, variables: Set[Term]) -> Definition | None:
    """What ``conjunct`` says one of ``variables`` is."""
    if conjunct in variables:
        return Definition(conjunct, TRUE)
    if conjunct.op is Op.NOT and conjunct.args[0] in variables:
        return Definition(conjunct.args[0], FALSE)
    sides = _equated(conjunct)
    if sides is None:
        return None
    for unknown in named(variables_of(conjunct) & variables):
        for left, right in (sides, sides[::-1]):
            if unknown not in variables_of(right) and (found := _solved(unknown, left, right)) is not None:
                return found
    return None


def _equated(conjunct: Term) -> tuple[Term, Term] | None:
    """The two sides of an equation; one of booleans is a disjunction."""
    if conjunct.op is Op.EQ:
        return conjunct.args[0], conjunct.args[1]
    if conjunct.op is not Op.OR or any(a.op is not Op.AND for a in conjunct.args):
        return None
    (one, other), (not_one, not_other) = (a.args for a in conjunct.args)
    if build.negate(one) is not_one and build.negate(other) is not_other:
        return one, other
    return None


def _solved(unknown: Term, left: Term, right: Term) -> Definition | None:
    """``left = right`` for ``unknown``, which occurs on the left only."""
    rest: list[Term] = []
    while left is not unknown:
        if left.op is Op.STORE:
            return _overwritten(unknown, left, right, rest)
        step = _turned(unknown, left, right)
        if step is None:
            return None
        left, right, condition = step
        if condition is not TRUE:
            rest.append(condition)
    return Definition(unknown, right, tuple(rest))


def _overwritten(unknown: Term, left: Term, right: Term, rest: list[Term]) -> Definition | None:
    """``store(a, i, v) = b``: ``b`` has ``v`` there, and ``a`` is ``b`` but for what it had there."""
    array, index, value = left.args
    if array is not unknown or unknown in variables_of(index) | variables_of(value):
        return None
    old = variable(f"{unknown.payload}!old", value.sort)
    rest.append(build.equal(build.select(right, index), value))
    return Definition(unknown, build.store(right, index, old), tuple(rest), old)


_Step = tuple[Term, Term, Term]


def _turned(unknown: Term, left: Term, right: Term) -> _Step | None:
    """One operation taken from the left to the right, and what must hold for that."""
    if left.op is Op.NOT:
        return left.args[0], build.negate(right), TRUE
    if left.op is Op.COMPLEMENT:
        return left.args[0], build.complement(right), TRUE
    if left.op in (Op.ZERO_EXTEND, Op.SIGN_EXTEND):
        inner = build.resized(right, left.args[0].sort, is_signed=False)
        again = build.resized(inner, left.sort, is_signed=left.op is Op.SIGN_EXTEND)
        return left.args[0], inner, equality(again, right)
    if left.op not in _INVERSES or left.sort <= BOOLEAN:
        return None
    one, other = left.args
    if unknown in variables_of(one):
        return None if unknown in variables_of(other) else _INVERSES[left.op](one, other, right)
    if left.op is Op.SUB:
        return other, build.arithmetic(Op.SUB, one, right), TRUE
    return _INVERSES[left.op](other, one, right)


def _factor(one: Term, other: Term, right: Term) -> _Step | None:
    if other.constant is None or other.constant % 2 == 0:
        return None
    inverse = bits(pow(other.constant, -1, 1 << right.sort), right.sort)
    return one, build.arithmetic(Op.MUL, right, inverse), TRUE


_INVERSES: dict[Op, Callable[[Term, Term, Term], _Step | None]] = {
    Op.ADD: lambda one, other, right: (one, build.arithmetic(Op.SUB, right, other), TRUE),
    Op.SUB: lambda one, other, right: (one, build.arithmetic(Op.ADD, right, other), TRUE),
    Op.XOR: lambda one, other, right: (one, build.arithmetic(Op.XOR, right, other), TRUE),
    Op.MUL: _factor,
}
