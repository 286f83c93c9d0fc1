"""Spacer's answers about small systems, against a visit of all states."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.horn.contracts import Atom, Clause, Derivation, Predicate, Solution
from coveriflow.logic.horn.encodings import Arithmetic, encoding_of
from coveriflow.logic.horn.spacer import Style, read_over, solve
from coveriflow.logic.substitution import Substitution
from coveriflow.logic.terms import FALSE, TRUE, Op, Term, bits, variable

WIDTH = 8
X, Y = variable("x", WIDTH), variable("y", WIDTH)
STYLES = [Style(arithmetic, each) for arithmetic in Arithmetic for each in (False, True)]


@dataclass(frozen=True)
class Loop:
    """``x`` begins with ``first``; while it is below ``limit``, ``step`` is added; it must not be ``wrong``."""

    first: int
    limit: int
    step: int
    wrong: int

    def reached(self) -> set[int]:
        seen, now = set[int](), self.first
        while now not in seen:
            seen.add(now)
            if self.is_below(now):
                now = (now + self.step) % (1 << WIDTH)
        return seen

    def is_below(self, value: int) -> bool:
        return (value ^ 128) < (self.limit ^ 128)

    def clauses(self) -> list[Clause]:
        at = Predicate("at", (X,))
        below = build.less(X, bits(self.limit, WIDTH), is_signed=True)
        after = build.arithmetic(Op.ADD, X, bits(self.step, WIDTH))
        here = Atom(at, (X,))
        return [
            Clause((), TRUE, Atom(at, (bits(self.first, WIDTH),))),
            Clause((here,), below, Atom(at, (after,))),
            Clause((here,), build.equal(X, bits(self.wrong, WIDTH)), None),
        ]


numbers = st.integers(0, 255)
loops = st.builds(Loop, numbers, numbers, st.integers(1, 255), numbers)


@pytest.mark.parametrize("style", STYLES, ids=str)
@settings(max_examples=5)
@given(loop=loops)
def test_what_is_answered_is_so(style: Style, loop: Loop) -> None:
    """Assumed not to wrap, only derivations are right; else both are."""
    outcome = solve(loop.clauses(), style, 0.5)
    if isinstance(outcome, Derivation):
        assert loop.wrong in loop.reached()
    if isinstance(outcome, Solution) and style.arithmetic is not Arithmetic.ASSUMED:
        assert loop.wrong not in loop.reached()
        (formula,) = outcome.formulas.values()
        for value in range(1 << WIDTH):
            held = Substitution({X: bits(value, WIDTH)})(formula)
            assert held in (TRUE, FALSE)
            assert value not in loop.reached() or held is TRUE


def test_what_speaks_of_other_variables_than_the_parameters_is_left_out() -> None:
    """A clause may use a variable of the same name for another value."""
    encoding = encoding_of(Arithmetic.BITS, (), ())
    x, y = encoding.constant(X), encoding.constant(Y)
    for formula in (z3.And(x == y, x > 3), z3.And(x > 3, z3.Or(y == 0, x == 0))):
        found, is_whole = read_over((X,), encoding, formula)
        assert found is build.less(bits(3, WIDTH), X, is_signed=True)
        assert not is_whole
    assert read_over((X, Y), encoding, x == y) == (build.equal(X, Y), True)


def test_a_derivation_has_its_clauses_in_order() -> None:
    loop = Loop(0, 100, 1, 3)
    outcome = solve(loop.clauses(), Style(Arithmetic.ASSUMED), 10.0)
    assert isinstance(outcome, Derivation)
    heads, current = [], outcome
    while current.premises:
        heads.append(current.clause.head is None)
        (current,) = current.premises
    assert heads == [True, False, False, False]
    assert not current.clause.body


def test_a_summary_is_found() -> None:
    """Of a function that counts down: its result is what it began with."""
    entry, summary = Predicate("entry", (X,)), Predicate("summary", (X, Y))
    less = build.arithmetic(Op.SUB, X, bits(1, WIDTH))
    is_zero = build.equal(X, bits(0, WIDTH))
    more = build.arithmetic(Op.ADD, Y, bits(1, WIDTH))
    clauses = [
        Clause((), build.less(X, bits(50, WIDTH), is_signed=False), Atom(entry, (X,))),
        Clause((Atom(entry, (X,)),), is_zero, Atom(summary, (X, X))),
        Clause((Atom(entry, (X,)),), build.negate(is_zero), Atom(entry, (less,))),
        Clause((Atom(entry, (X,)), Atom(summary, (less, Y))), build.negate(is_zero), Atom(summary, (X, more))),
        Clause((Atom(summary, (X, Y)),), build.negate(build.equal(X, Y)), None),
    ]
    outcome = solve(clauses, Style(Arithmetic.ASSUMED), 10.0)
    assert isinstance(outcome, Solution)
    assert outcome.complete
    said: Term = outcome.formulas[summary]
    assert Substitution({X: bits(7, WIDTH), Y: bits(8, WIDTH)})(said) is FALSE
    assert Substitution({X: bits(7, WIDTH), Y: bits(7, WIDTH)})(said) is TRUE
