"""Elimination: what is left says of the others what was said before."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.checking import satisfiable
from coveriflow.logic.interpolation.elimination.by_rules import decided, projected
from coveriflow.logic.substitution import Substitution, conjunction, conjuncts_of, equality, variables_of
from coveriflow.logic.terms import FALSE, INDEX_WIDTH, Op, Term, bits, boolean, variable
from tests.logic.interpolation.paths import Shape, paths
from tests.logic.interpolation.test_parts import assert_equivalent


@settings(max_examples=60, deadline=None)
@given(paths(Shape(3, bitwise=True)), st.data())
def test_what_is_eliminated_existed(parts: list[Term], data: st.DataObject) -> None:
    """Every model of the conjuncts is one of the projection, and where all could be eliminated, no other is."""
    conjuncts = conjuncts_of(conjunction(parts[:3]))
    everything = sorted(variables_of(conjunction(list(conjuncts))), key=str)
    eliminated = frozenset(data.draw(st.sets(st.sampled_from(everything)))) if everything else frozenset()
    projection = projected(conjuncts, eliminated)
    result = conjunction(list(projection.conjuncts))
    kept = [v for v in everything if v not in eliminated]
    values = {v: bits(data.draw(st.integers(0, 7)), 3) if v.sort else _truth(data) for v in kept}
    fixed = [equality(v, value) for v, value in values.items()]
    soon = cpu_time.now() + 30
    before = satisfiable([*conjuncts, *fixed], soon)
    after = satisfiable([result, *fixed], soon)
    assert before is after


def _truth(data: st.DataObject) -> Term:
    return boolean(data.draw(st.booleans()))


def test_an_array_before_a_store_is_eliminated() -> None:
    before, after = variable("a", -8), variable("b", -8)
    one, two = bits(1, INDEX_WIDTH), bits(2, INDEX_WIDTH)
    stored = equality(after, build.store(before, one, bits(7, 8)))
    read = build.equal(build.select(before, two), bits(5, 8))
    projection = projected([stored, read], frozenset({before}))
    assert not projection.left
    expected = [
        build.equal(build.select(after, one), bits(7, 8)),
        build.equal(build.select(after, two), bits(5, 8)),
    ]
    assert_equivalent(conjunction(list(projection.conjuncts)), conjunction(expected))


@pytest.mark.parametrize("is_signed", [True, False])
def test_a_number_between_two_others(is_signed: bool) -> None:
    low, high, middle = (variable(n, 8) for n in ("low", "high", "middle"))
    conjuncts = [build.less(low, middle, is_signed=is_signed), build.less(middle, high, is_signed=is_signed)]
    projection = projected(conjuncts, frozenset({middle}))
    assert not projection.left
    result = conjunction(list(projection.conjuncts))
    for a, b in ((1, 2), (1, 3), (127, 128), (126, 129), (255, 0), (255, 1), (0, 255)):
        here = {low: bits(a, 8), high: bits(b, 8)}
        exists = satisfiable([Substitution(here)(c) for c in conjuncts], cpu_time.now() + 10)
        assert (Substitution(here)(result) is not FALSE) == (exists is Satisfiability.SAT)


def test_what_speaks_of_nothing_else_is_decided() -> None:
    x, y, z = (variable(n, 8) for n in "xyz")
    square = build.arithmetic(Op.MUL, x, x)
    possible, impossible = build.equal(square, bits(4, 8)), build.equal(square, bits(3, 8))
    others = [build.less(y, z, is_signed=True), build.equal(build.arithmetic(Op.MUL, y, y), z)]
    done = decided(projected([possible, *others], frozenset({x})))
    assert set(done.conjuncts) == set(others)
    assert not done.left
    assert decided(projected([impossible, *others], frozenset({x}))).conjuncts == (FALSE,)
    joined = decided(projected([possible, *others, build.less(x, y, is_signed=True)], frozenset({x})))
    assert joined.left == {x}
