"""Differences that interpolants make one think of."""

from __future__ import annotations

from coveriflow.logic import build
from coveriflow.logic.interpolation.differences import Differences
from coveriflow.logic.terms import Op, Term, bits, variable

X, Y, Z = (variable(name, 32) for name in "xyz")
NARROW = variable("c", 8)


def both(x: int, y: int, *, other: Term = Y) -> Term:
    return build.conjoin(build.equal(X, bits(x, 32)), build.equal(other, bits(y, other.sort)))


def plus(term: Term, number: int) -> Term:
    return build.equal(Y, build.arithmetic(Op.ADD, term, bits(number, 32)))


def test_three_pairs_with_one_difference_are_a_guess() -> None:
    found = Differences()
    assert found.after("head", both(0, 1)) == frozenset()
    assert found.after("head", both(1, 2)) == frozenset()
    assert found.after("head", both(1, 2)) == frozenset()
    assert found.after("head", both(2, 3)) == {plus(X, 1)}
    assert found.after("elsewhere", both(3, 4)) == frozenset()
    assert found.after("head", both(9, 9)) == frozenset()


def test_differences_wrap_and_lie_in_alternatives() -> None:
    found, other = Differences(), build.equal(Z, bits(7, 32))
    facts = [build.disjoin(build.conjoin(both(n, (n - 5) % (1 << 32)), other), other) for n in (3, 4, 5)]
    assert [len(found.after("head", fact)) for fact in facts[:2]] == [0, 0]
    assert plus(X, -5 % (1 << 32)) in found.after("head", facts[2])


def test_other_widths_and_single_constants_say_nothing() -> None:
    found = Differences()
    for number in range(5):
        assert found.after("head", both(number, number, other=NARROW)) == frozenset()
        assert found.after("head", build.equal(X, bits(number, 32))) == frozenset()
