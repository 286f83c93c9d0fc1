"""Formulas nest as deep as programs are long: no engine runs out of stack, and one that gives up is passed over."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
import z3

from coveriflow.logic import build
from coveriflow.logic.interpolation.bounds import Bounds
from coveriflow.logic.interpolation.chain import Chain, all_engines
from coveriflow.logic.interpolation.contracts import Effort, Engine, Scope
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.serialisation import packed, unpacked
from coveriflow.logic.substitution import Substitution, depth_of, size_of
from coveriflow.logic.terms import BOOLEAN, FALSE, Op, Term, bits, variable
from tests.logic.interpolation.paths import assert_interpolants

DEEP = sys.getrecursionlimit() + 200


def x(step: int) -> Term:
    return variable(f"x@{step}", 32)


def is_below(term: Term, value: int) -> Term:
    return build.less(term, bits(value, 32), is_signed=False)


def else_ifs(number: int) -> Term:
    """``if (c0) x = 0; else if (c1) x = 1; ... else x = 7;`` as a formula: conjunctions and disjunctions by turns."""
    formula = build.equal(x(1), bits(7, 32))
    for n in range(number):
        guard = variable(f"c{n}", BOOLEAN)
        taken = build.conjoin(guard, build.equal(x(1), bits(n % 50, 32)))
        formula = build.disjoin(taken, build.conjoin(build.negate(guard), formula))
    return formula


def sums(number: int) -> Term:
    """``x = (x ^ 5) + 3`` again and again."""
    term = x(0)
    for n in range(number):
        term = build.arithmetic(Op.ADD, build.arithmetic(Op.XOR, term, bits(5 + n % 3, 32)), bits(3, 32))
    return build.equal(x(1), term)


def choices(number: int) -> Term:
    """``if (c) x += x ^ n;`` again and again."""
    term = x(0)
    for n in range(number):
        other = build.arithmetic(Op.XOR, term, bits(n + 1, 32))
        term = build.ite(variable(f"c{n}", BOOLEAN), other, term)
    return build.equal(x(1), term)


PATHS = {
    "else if": [else_ifs(DEEP), build.negate(is_below(x(1), 50))],
    "sums": [build.equal(x(0), bits(1, 32)), sums(DEEP), is_below(x(1), 0)],
    "choices": [build.equal(x(0), bits(0, 32)), choices(DEEP), build.equal(x(1), bits(1, 32))],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["else if", "choices"])
@pytest.mark.parametrize("engine", all_engines(), ids=lambda engine: engine.name.replace(" ", "-"))
def test_no_engine_runs_out_of_stack(engine: Engine, name: str) -> None:
    """Also where the chain would catch it."""
    parts = PATHS[name]
    path = Path(tuple((part,) for part in parts))
    chain = Chain([engine])
    found = chain.sequence(parts, 0.3)
    if found is not None:
        assert_interpolants(parts, found)
    engine.applies(path)


def test_bounds_of_deep_formulas_are_found() -> None:
    parts = PATHS["else if"]
    found = Chain([Bounds()]).sequence(parts, 60)
    assert found is not None
    assert_interpolants(parts, found)


@pytest.mark.parametrize("name", PATHS)
def test_terms_are_handled_at_any_depth(name: str) -> None:
    """Measured, substituted, packed, and shown."""
    for term in PATHS[name]:
        assert unpacked(packed([term])) == [term]
        assert Substitution({x(0): x(9)})(term) is not None
        assert depth_of(term) <= size_of(term)
        assert len(repr(term)) < 10_000
    assert max(map(depth_of, PATHS[name])) > sys.getrecursionlimit()


@dataclass(frozen=True)
class GivesUp:
    """An engine that a path is too much for, at once or later."""

    error: Exception
    name: str = "gives up"
    scope: Scope = Scope.WHOLE
    effort: Effort = Effort.LIGHT
    is_asked: bool = True

    def applies(self, path: Path) -> bool:
        if not self.is_asked:
            raise self.error
        return True

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        raise self.error


@pytest.mark.parametrize("is_asked", [True, False])
@pytest.mark.parametrize("error", [RecursionError(), MemoryError(), z3.Z3Exception("canceled")], ids=repr)
def test_an_engine_that_gives_up_is_passed_over(error: Exception, is_asked: bool) -> None:
    parts = [is_below(x(0), 5), build.negate(is_below(x(0), 9))]
    found = Chain([GivesUp(error, is_asked=is_asked), Bounds()]).sequence(parts, 30)
    assert found is not None
    assert_interpolants(parts, found)


def test_a_disjunction_of_deep_conjunctions() -> None:
    """That differ at the end only."""
    one, other = (variable(name, BOOLEAN) for name in "pq")
    shared = [variable(f"s{n}", BOOLEAN) for n in range(DEEP)]
    ends = [one, other]
    for each in shared:
        ends = [build.conjoin(each, end) for end in ends]
    joined = build.disjoin(*ends)
    for each in reversed(shared):
        assert joined.args[0] is each
        joined = joined.args[1]
    assert joined is build.disjoin(one, other)
    assert joined is not FALSE
