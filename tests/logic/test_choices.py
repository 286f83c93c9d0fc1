"""Choices among constants: how deep they are does not matter, how many there are does."""

from __future__ import annotations

import pytest

from coveriflow.logic import build
from coveriflow.logic.choices import constants_of, with_each, with_each_pair
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, make, variable
from coveriflow.logic.z3_solver import Z3Solver


def chain(length: int) -> Term:
    """1 or 2, by as many conditions."""
    found = bits(1, 32)
    for number in range(length):
        found = build.ite(variable(f"chain!{number}", BOOLEAN), bits(1 + number % 2, 32), found)
    return found


def added(left: Term, right: Term) -> Term:
    """Of constants."""
    assert left.constant is not None
    assert right.constant is not None
    return bits((left.constant + right.constant) % (1 << 32), 32)


@pytest.mark.parametrize("length", [1, 20, 400])
def test_deep_choices_are_followed(length: int) -> None:
    two = bits(2, 32)
    found = with_each_pair(chain(length), two, added, build.ite)
    assert found is with_each(chain(length), lambda constant: added(constant, two), build.ite)
    assert with_each_pair(two, chain(length), added, build.ite) is found


def test_two_choices_by_the_same_conditions_are_one() -> None:
    one = chain(50)
    assert with_each_pair(one, one, added, build.ite) is with_each(one, lambda c: added(c, c), build.ite)


def test_many_pairs_are_left() -> None:
    assert with_each_pair(chain(2000), bits(2, 32), added, build.ite) is None


def test_bytes_of_one_number_are_that_number_again() -> None:
    number = variable("number", 32)
    parts = tuple(
        build.resized(build.arithmetic(Op.LSHR, number, bits(8 * i, 32)), 8, is_signed=False) for i in range(4)
    )
    assert build.joined_parts(parts) is number


@pytest.mark.parametrize("length", [1, 6, 40])
def test_bytes_of_choices_are_joined_along_their_conditions(length: int) -> None:
    low, high = chain(length), bits(7, 32)
    for number in range(length):
        high = build.ite(variable(f"chain!{number}", BOOLEAN), bits(3 + number % 2, 32), high)
    parts = tuple(build.resized(term, 8, is_signed=False) for term in (low, high))
    found, solver = build.joined_parts(parts), Z3Solver()
    shifted = build.arithmetic(Op.SHL, build.resized(high, 16, is_signed=False), bits(8, 16))
    plain = build.arithmetic(Op.ADD, shifted, build.resized(low, 16, is_signed=False))
    assert solver.check([build.negate(make(Op.EQ, (found, plain), "", BOOLEAN))]) is Satisfiability.UNSAT
    expected = {7 * 256 + 1, *(256 * (3 + n % 2) + 1 + n % 2 for n in range(length))}
    assert constants_of(found) == frozenset(expected)


def test_many_choices_of_bytes_are_left() -> None:
    """Each by conditions of its own, in turns: there are too many pairs."""
    parts = [bits(0, 8), bits(0, 8)]
    for number in range(80):
        condition = variable(f"turn!{number}", BOOLEAN)
        parts[number % 2] = build.ite(condition, variable(f"value!{number}", 8), parts[number % 2])
    found, (low, high) = build.joined_parts((parts[0], parts[1])), parts
    assert found.op is Op.BVOR
    shifted = build.arithmetic(Op.SHL, build.resized(high, 16, is_signed=False), bits(8, 16))
    plain = build.arithmetic(Op.ADD, shifted, build.resized(low, 16, is_signed=False))
    assert Z3Solver().check([build.negate(make(Op.EQ, (found, plain), "", BOOLEAN))]) is Satisfiability.UNSAT
