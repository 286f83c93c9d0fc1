"""The constructors mean what they say: terms that they fold and move around against z3's own, and against the
evaluator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.bit_vector_bounds import range_of
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.terms import BOOLEAN, FALSE, INDEX_WIDTH, TRUE, Op, Term, bits, boolean, make, subterms, variable
from coveriflow.logic.z3_solver import Engine, Translator, Z3Solver
from tests.logic.evaluator import ArrayContent, Content, evaluate

WIDTHS = (1, 3, 4, 8)
ELEMENT = 4
_ARITHMETIC = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.UDIV: z3.UDiv,
    Op.UREM: z3.URem,
    Op.SDIV: lambda a, b: a / b,
    Op.SREM: z3.SRem,
    Op.BVAND: lambda a, b: a & b,
    Op.BVOR: lambda a, b: a | b,
    Op.XOR: lambda a, b: a ^ b,
    Op.SHL: lambda a, b: a << b,
    Op.LSHR: z3.LShR,
    Op.ASHR: lambda a, b: a >> b,
}


@dataclass(frozen=True)
class Pair:
    """One meaning twice: built by us, and written in z3 without any of our simplifications."""

    term: Term
    z3: Any

    def __repr__(self) -> str:
        return f"{self.z3}"


def _constant(value: int, width: int) -> Pair:
    return Pair(bits(value, width), z3.BitVecVal(value, width))


def _unknown(name: str, width: int) -> Pair:
    return Pair(variable(f"{name}{width}", width), z3.BitVec(f"{name}{width}", width))


def vectors(width: int, depth: int) -> st.SearchStrategy[Pair]:
    """Bit-vectors: many constants and few names, so that the shapes that are simplified come up."""
    edges = [0, 1, 2, (1 << width) - 1, 1 << (width - 1)]
    constants = st.one_of(st.sampled_from(edges), st.integers(0, (1 << width) - 1)).map(lambda v: _constant(v, width))
    leaves = st.one_of(constants, st.sampled_from("xy").map(lambda n: _unknown(n, width)))
    if depth == 0:
        return leaves
    inner = st.deferred(lambda: vectors(width, depth - 1))
    nodes = [
        leaves,
        st.tuples(st.sampled_from(sorted(_ARITHMETIC, key=str)), inner, inner).map(lambda t: _arithmetic(*t)),
        st.tuples(booleans(depth - 1), inner, inner).map(lambda t: _choice(*t)),
        st.tuples(booleans(depth - 1), constants, constants).map(lambda t: _choice(*t)),
        inner.map(lambda a: Pair(build.negative(a.term), -a.z3)),
        inner.map(lambda a: Pair(build.complement(a.term), ~a.z3)),
        st.tuples(st.sampled_from(WIDTHS), st.booleans()).flatmap(lambda t: _resizes(width, *t, depth)),
    ]
    if width == ELEMENT:
        nodes.append(st.tuples(arrays(depth - 1), indices()).map(lambda t: _read(*t)))
    return st.one_of(nodes)


def booleans(depth: int) -> st.SearchStrategy[Pair]:
    leaves = st.sampled_from([Pair(TRUE, z3.BoolVal(True)), Pair(FALSE, z3.BoolVal(False)), _truth("p"), _truth("q")])
    if depth == 0:
        return leaves
    inner = st.deferred(lambda: booleans(depth - 1))
    compared = st.sampled_from(WIDTHS).flatmap(lambda w: st.tuples(vectors(w, depth - 1), vectors(w, depth - 1)))
    return st.one_of(
        leaves,
        inner.map(lambda a: Pair(build.negate(a.term), z3.Not(a.z3))),
        st.tuples(inner, inner).map(lambda t: Pair(build.conjoin(t[0].term, t[1].term), z3.And(t[0].z3, t[1].z3))),
        st.tuples(inner, inner).map(lambda t: Pair(build.disjoin(t[0].term, t[1].term), z3.Or(t[0].z3, t[1].z3))),
        st.tuples(inner, inner).map(lambda t: Pair(build.equal(t[0].term, t[1].term), t[0].z3 == t[1].z3)),
        st.tuples(inner, inner, inner).map(lambda t: _choice(*t)),
        compared.map(lambda t: Pair(build.equal(t[0].term, t[1].term), t[0].z3 == t[1].z3)),
        compared.map(lambda t: Pair(build.less(t[0].term, t[1].term, is_signed=True), t[0].z3 < t[1].z3)),
        compared.map(lambda t: Pair(build.less(t[0].term, t[1].term, is_signed=False), z3.ULT(t[0].z3, t[1].z3))),
    )


def _truth(name: str) -> Pair:
    return Pair(variable(name, BOOLEAN), z3.Bool(name))


def indices() -> st.SearchStrategy[Pair]:
    constants = st.integers(0, 3).map(lambda v: _constant(v, INDEX_WIDTH))
    names = st.sampled_from("ij").map(lambda n: _unknown(n, INDEX_WIDTH))
    chosen = st.tuples(booleans(1), constants, constants).map(lambda t: _choice(*t))
    return st.one_of(constants, constants, names, chosen)


def arrays(depth: int) -> st.SearchStrategy[Pair]:
    sort = z3.ArraySort(z3.BitVecSort(INDEX_WIDTH), z3.BitVecSort(ELEMENT))
    values = vectors(ELEMENT, 0)
    leaves = st.one_of(
        st.just(Pair(variable("a", -ELEMENT), z3.Const("a", sort))),
        values.map(lambda v: Pair(build.array_of(v.term), z3.K(z3.BitVecSort(INDEX_WIDTH), v.z3))),
    )
    if depth == 0:
        return leaves
    inner = st.deferred(lambda: arrays(depth - 1))
    return st.one_of(
        leaves,
        st.tuples(inner, indices(), vectors(ELEMENT, max(0, depth - 2))).map(lambda t: _stored(*t)),
        st.tuples(inner, indices(), values).map(lambda t: _stored(*t)),
        st.tuples(booleans(depth - 1), inner, inner).map(lambda t: _choice(*t)),
    )


def _arithmetic(op: Op, a: Pair, b: Pair) -> Pair:
    return Pair(build.arithmetic(op, a.term, b.term), _ARITHMETIC[op](a.z3, b.z3))


def _choice(condition: Pair, then: Pair, otherwise: Pair) -> Pair:
    return Pair(build.ite(condition.term, then.term, otherwise.term), z3.If(condition.z3, then.z3, otherwise.z3))


def _stored(array: Pair, index: Pair, value: Pair) -> Pair:
    return Pair(build.store(array.term, index.term, value.term), z3.Store(array.z3, index.z3, value.z3))


def _read(array: Pair, index: Pair) -> Pair:
    return Pair(build.select(array.term, index.term), z3.Select(array.z3, index.z3))


def _resizes(width: int, source: int, is_signed: bool, depth: int) -> st.SearchStrategy[Pair]:
    return vectors(source, depth - 1).map(lambda a: _resized(a, source, width, is_signed))


def _resized(a: Pair, source: int, width: int, is_signed: bool) -> Pair:
    term = build.resized(a.term, width, is_signed=is_signed)
    if width <= source:
        return Pair(term, z3.Extract(width - 1, 0, a.z3))
    return Pair(term, (z3.SignExt if is_signed else z3.ZeroExt)(width - source, a.z3))


TERMS = st.one_of(st.sampled_from(WIDTHS).flatmap(lambda w: vectors(w, 4)), booleans(4))


TRANSLATOR = Translator()


def translated(term: Term) -> Any:
    return TRANSLATOR.expression(term).translate(z3.main_ctx())


def check_means_the_same(pair: Pair) -> None:
    """z3 finds no inputs for which the two differ."""
    ours = translated(pair.term)
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(ours != pair.z3)
    assert solver.check() == z3.unsat, f"{pair.term} is not {pair.z3}: {solver.model()}"


@settings(max_examples=250, deadline=None)
@given(TERMS)
def test_constructors_agree_with_z3(pair: Pair) -> None:
    check_means_the_same(pair)


@pytest.mark.slow
@settings(max_examples=2_500, deadline=None)
@given(TERMS)
def test_constructors_agree_with_z3_at_length(pair: Pair) -> None:
    check_means_the_same(pair)


@settings(max_examples=150, deadline=None)
@given(arrays(3), indices())
def test_reads_look_through_stores_and_choices(array: Pair, index: Pair) -> None:
    check_means_the_same(_read(array, index))


@settings(max_examples=150, deadline=None)
@given(TERMS, st.data())
def test_the_evaluator_agrees_with_z3(pair: Pair, data: st.DataObject) -> None:
    """So that what is shown with the evaluator elsewhere is about the same meaning."""
    substitutions, unknowns = [], dict[str, Content]()
    for term in subterms([pair.term]):
        if term.op is Op.VARIABLE:
            name = str(term.payload)
            unknowns[name], value = _any_content(name, term.sort, data)
            substitutions.append((_z3_constant(name, term.sort), value))
    found = z3.simplify(z3.substitute(translated(pair.term), *substitutions))
    expected = int(z3.is_true(found)) if pair.term.sort == BOOLEAN else found.as_long()
    assert evaluate(pair.term, unknowns) == expected


def _any_content(name: str, sort: int, data: st.DataObject) -> tuple[Content, Any]:
    if sort == BOOLEAN:
        truth = data.draw(st.booleans())
        return int(truth), z3.BoolVal(truth)
    if sort > 0:
        value = data.draw(st.integers(0, 3) if sort == INDEX_WIDTH else st.integers(0, (1 << sort) - 1))
        return value, z3.BitVecVal(value, sort)
    stored = data.draw(st.dictionaries(st.integers(0, 3), st.integers(0, 15), max_size=4))
    array = z3.K(z3.BitVecSort(INDEX_WIDTH), z3.BitVecVal(9, -sort))
    for index, element in stored.items():
        array = z3.Store(array, z3.BitVecVal(index, INDEX_WIDTH), z3.BitVecVal(element, -sort))
    return ArrayContent(9, stored), array


def _z3_constant(name: str, sort: int) -> Any:
    if sort == BOOLEAN:
        return z3.Bool(name)
    if sort > 0:
        return z3.BitVec(name, sort)
    return z3.Const(name, z3.ArraySort(z3.BitVecSort(INDEX_WIDTH), z3.BitVecSort(-sort)))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(WIDTHS).flatmap(lambda w: vectors(w, 4)), st.data())
def test_values_lie_in_the_range_of_their_term(pair: Pair, data: st.DataObject) -> None:
    variables = [t for t in subterms([pair.term]) if t.op is Op.VARIABLE]
    unknowns = {str(t.payload): _any_content(str(t.payload), t.sort, data)[0] for t in variables}
    least, greatest = range_of(pair.term)
    assert 0 <= least <= evaluate(pair.term, unknowns) <= greatest < 1 << pair.term.sort


def test_ranges_decide_long_choices_among_constants() -> None:
    """What the exits of an unwound loop make of its counter: no solver is needed to compare it with its bound."""
    choice = bits(0, 32)
    for number in range(3000):
        choice = build.ite(variable(f"leave{number}", BOOLEAN), bits(number, 32), choice)
    assert build.less(bits(3000, 32), choice, is_signed=True) is FALSE
    assert build.less(choice, bits(3000, 32), is_signed=False) is TRUE
    assert build.equal(build.resized(choice, 64, is_signed=True), bits(-1, 64)) is FALSE


@pytest.mark.parametrize("width", [8, 16, 32, 64, 128])
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_constants_of_every_width_are_folded_as_smtlib_says(width: int, data: st.DataObject) -> None:
    interesting = st.sampled_from(
        [0, 1, 2, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1, width, width - 1]
    )
    values = st.one_of(interesting, st.integers(0, (1 << width) - 1))
    a, b = bits(data.draw(values), width), bits(data.draw(values), width)
    for op in _ARITHMETIC:
        folded = build.arithmetic(op, a, b)
        assert folded.constant == evaluate(make(op, (a, b), "", width), {})
    for is_signed, op in ((True, Op.SLT), (False, Op.ULT)):
        assert build.less(a, b, is_signed=is_signed).constant == evaluate(make(op, (a, b), "", BOOLEAN), {})


def test_equal_terms_are_one_object() -> None:
    x = variable("x", 8)
    one = build.arithmetic(Op.ADD, x, bits(1, 8))
    assert build.arithmetic(Op.ADD, bits(257, 8), x) is one
    assert build.equal(x, one) is build.equal(one, x)
    assert build.arithmetic(Op.SUB, one, bits(1, 8)) is x


Law = Callable[[Term, Term], bool]
LAWS: dict[str, Law] = {
    "double negation": lambda p, _q: build.negate(build.negate(p)) is p,
    "excluded middle": lambda p, _q: build.disjoin(p, build.negate(p)) is TRUE,
    "contradiction": lambda p, _q: build.conjoin(build.negate(p), p) is FALSE,
    "said already": lambda p, q: build.conjoin(build.conjoin(p, q), p) is build.conjoin(p, q),
    "said later": lambda p, q: build.conjoin(q, build.conjoin(p, q)) is build.conjoin(p, q),
    "shared by both": lambda p, q: (
        build.conjoin(build.conjoin(p, q), build.conjoin(p, _zero(q))) is build.conjoin(build.conjoin(p, q), _zero(q))
    ),
    "join of branches": lambda p, q: build.disjoin(build.conjoin(p, q), build.conjoin(p, build.negate(q))) is p,
    "same choice": lambda p, q: build.ite(p, q, q) is q,
    "opposite choice": lambda p, q: (
        build.ite(build.negate(p), _number(q), bits(3, 8)) is build.ite(p, bits(3, 8), _number(q))
    ),
    "truth values": lambda p, q: build.arithmetic(Op.BVAND, _number(p), _number(q)) is _number(build.conjoin(p, q)),
    "pushed comparison": lambda p, _q: build.equal(_number(p), bits(1, 8)) is p,
}  # fmt: skip


def _zero(truth: Term) -> Term:
    return build.equal(build.ite(truth, variable("n", 8), bits(1, 8)), bits(0, 8))


def _number(truth: Term) -> Term:
    return build.ite(truth, bits(1, 8), bits(0, 8))


def test_shared_conjunctions_are_not_written_out() -> None:
    """Each level says the two before it again: a solver that writes them out needs more than any memory."""
    before, last = variable("p", BOOLEAN), variable("q", BOOLEAN)
    for number in range(100):
        before, last = last, build.conjoin(build.conjoin(last, variable(f"c{number}", BOOLEAN)), before)
        before, last = last, build.conjoin(before, last)
    solver = z3.Solver()
    solver.add(translated(last))
    assert solver.check() == z3.sat


@pytest.mark.parametrize("law", LAWS)
def test_joins_of_paths_fold(law: str) -> None:
    """These keep path formulas small; their soundness is shown above."""
    assert LAWS[law](variable("p", BOOLEAN), variable("q", BOOLEAN))


@settings(max_examples=60, deadline=None)
@given(booleans(3))
def test_engines_and_assumptions_agree(pair: Pair) -> None:
    answers = set()
    for engine in Engine:
        solver = Z3Solver(engine, TRANSLATOR)
        answers.add(solver.check([pair.term], 20.0))
        if solver.check([pair.term]) is Satisfiability.SAT:
            assert solver.model().value(pair.term) == 1
        solver.add(pair.term)
        answers.add(solver.check([], 20.0))
        assert solver.check([build.negate(pair.term)]) is Satisfiability.UNSAT
        assert solver.check([boolean(False)]) is Satisfiability.UNSAT
    assert len(answers) == 1


@pytest.mark.parametrize("width", [8, 32, 64])
@pytest.mark.parametrize("is_signed", [True, False])
def test_choices_that_share_parts_are_resized_part_by_part(width: int, *, is_signed: bool) -> None:
    """As joins in a loop make them: a hundred choices, and 2^50 paths through them."""
    one, other = bits(0x81, 16), bits(0xFF02, 16)
    for i in range(50):
        test = variable(f"b{i}", BOOLEAN)
        one, other = build.ite(test, one, other), build.ite(test, other, one)
    found = build.resized(one, width, is_signed=is_signed)
    unknowns = {f"b{i}": int(i % 3 == 0) for i in range(50)}
    before = evaluate(one, unknowns)
    assert isinstance(before, int)
    after = before - 0x10000 if is_signed and before & 0x8000 else before
    assert evaluate(found, unknowns) == after % (1 << width)
