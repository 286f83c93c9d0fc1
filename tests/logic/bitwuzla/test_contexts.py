"""Questions that share a solver have the answers that each would have alone."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.bitwuzla import contexts
from coveriflow.logic.bitwuzla.contexts import Context, Contexts
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.float_terms import binary, compared
from coveriflow.logic.substitution import Substitution, conjunction
from coveriflow.logic.terms import FALSE, TRUE, Op, Term, bits, variable

_WIDTH = 2
_NUMBERS = tuple(variable(name, _WIDTH) for name in "xyz")
_VALUES = [dict(zip(_NUMBERS, some, strict=True)) for some in product(range(1 << _WIDTH), repeat=len(_NUMBERS))]

_words = st.recursive(
    st.one_of(st.sampled_from(_NUMBERS), st.integers(0, 3).map(lambda value: bits(value, _WIDTH))),
    lambda some: st.builds(
        build.arithmetic, st.sampled_from([Op.ADD, Op.SUB, Op.MUL, Op.UDIV, Op.UREM, Op.BVAND, Op.SHL]), some, some
    ),
    max_leaves=5,
)
_facts = st.one_of(
    st.builds(build.equal, _words, _words),
    st.builds(lambda left, right, signed: build.less(left, right, is_signed=signed), _words, _words, st.booleans()),
)
_claims = st.recursive(
    _facts,
    lambda some: st.one_of(
        some.map(build.negate), st.builds(build.conjoin, some, some), st.builds(build.disjoin, some, some)
    ),
    max_leaves=4,
)


def _holds(term: Term, values: dict[Term, int]) -> bool:
    return Substitution({name: bits(value, _WIDTH) for name, value in values.items()})(term) is TRUE


def _models(formulas: list[Term]) -> list[dict[Term, int]]:
    return [values for values in _VALUES if all(_holds(each, values) for each in formulas)]


def _made(found: Context | None) -> Context:
    assert found is not None
    return found


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.lists(_claims, max_size=2), st.lists(_claims, min_size=1, max_size=3)), max_size=3))
def test_all_combinations_are_found(some: list[tuple[list[Term], list[Term]]]) -> None:
    """In contexts of one solver, one after the other; what these exclude, later ones with their premises do not."""
    shared = Contexts()
    for premises, claims in some:
        context, found = _made(shared.of(premises, claims)), set[tuple[bool, ...]]()
        while context.check(TRUE, in_seconds(60)) is Satisfiability.SAT:
            truths = tuple(bool(context.value(each)) for each in claims)
            assert truths not in found
            found.add(truths)
            context.exclude(conjunction([c if t else build.negate(c) for c, t in zip(claims, truths, strict=True)]))
        assert context.check(TRUE, in_seconds(60)) is Satisfiability.UNSAT
        assert found == {tuple(_holds(each, values) for each in claims) for values in _models(premises)}
    for premises, claims in some:
        for claim in claims:
            wanted = Satisfiability.SAT if _models([*premises, claim]) else Satisfiability.UNSAT
            assert _made(shared.of(premises, claims)).check(claim, in_seconds(60)) is wanted


def test_a_context_outlives_its_solver_s_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contexts, "_MOST_TERMS", 1)
    x, y, _ = _NUMBERS
    shared, small = Contexts(), build.less(x, y, is_signed=False)
    first = _made(shared.of([small], ()))
    assert first.check(TRUE, in_seconds(60)) is Satisfiability.SAT
    second = _made(shared.of([build.negate(small)], ()))
    assert second.solver is not first.solver
    first.exclude(small)
    assert first.check(TRUE, in_seconds(60)) is Satisfiability.UNSAT
    assert second.check(small, in_seconds(60)) is Satisfiability.UNSAT
    assert second.check(TRUE, in_seconds(60)) is Satisfiability.SAT


def test_a_claim_about_the_bits_of_a_sum_has_a_value_before_it_is_asked() -> None:
    x, y = variable("x", 32), variable("y", 32)
    claim = build.equal(binary(Op.FADD, x, y), bits(0x3F800000, 32))
    context = _made(Contexts().of([build.equal(x, bits(0, 32))], [claim]))
    assert context.check(TRUE, in_seconds(60)) is Satisfiability.SAT
    assert context.value(claim) in (0, 1)


def test_what_bitwuzla_does_not_have_has_no_context() -> None:
    """Sums of the x87's format."""
    left, right = variable("left", 80), variable("right", 80)
    claim = compared(Op.FLT, binary(Op.FADD, left, right), right)
    assert Contexts().of([claim], ()) is None
    assert Contexts().of([], [claim]) is None


def test_no_time_is_no_answer() -> None:
    """What is false without a question stays false."""
    narrow = [variable(name, 32) for name in "pq"]
    wide = [build.resized(each, 64, is_signed=False) for each in narrow]
    prime = build.equal(build.arithmetic(Op.MUL, *wide), bits((1 << 61) - 1, 64))
    context = _made(Contexts().of([prime], ()))
    assert (
        context.check(build.less(bits(1, 32), narrow[0], is_signed=False), in_seconds(0.01)) is Satisfiability.UNKNOWN
    )
    assert context.check(FALSE, in_seconds(0.01)) is Satisfiability.UNSAT
