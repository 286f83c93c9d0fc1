"""What the engines are made of: substitution, packing, elimination, translation to z3 and to integers and back."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.bitwuzla.cuts import is_installed
from coveriflow.logic.interpolation.checking import satisfiable
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.interpolation.elimination.by_rules import decided, projected
from coveriflow.logic.interpolation.encodings import Bits
from coveriflow.logic.interpolation.integers.encoding import Integers
from coveriflow.logic.interpolation.shapes import shape_of
from coveriflow.logic.serialisation import packed, unpacked
from coveriflow.logic.substitution import Substitution, conjunction, conjuncts_of, equality, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, INDEX_WIDTH, Op, Term, bits, boolean, variable
from coveriflow.logic.z3_solver import Engine, Translator, Z3Solver
from tests.logic.evaluator import evaluate
from tests.logic.interpolation.paths import Shape, State, comparisons, paths
from tests.logic.test_build import TERMS, Pair

HERE = State(0, 4)
ENCODING = Bits()


def assert_equivalent(left: Term, right: Term) -> None:
    solver = Z3Solver(Engine.SIMPLE, Translator())
    solver.add(build.negate(equality(left, right)))
    assert solver.check(seconds=30) is Satisfiability.UNSAT, f"{left} is not {right}"


@settings(max_examples=60, deadline=None)
@given(TERMS)
def test_packing_and_empty_substitutions_change_nothing(pair: Pair) -> None:
    assert unpacked(packed([pair.term, pair.term])) == [pair.term, pair.term]
    assert Substitution({})(pair.term) is pair.term


@settings(max_examples=60, deadline=None)
@given(TERMS)
def test_what_z3_is_told_can_be_read_back(pair: Pair) -> None:
    assume(pair.term.sort == BOOLEAN)
    encoding = ENCODING
    assert_equivalent(encoding.term(encoding.formula([pair.term])), pair.term)


@pytest.mark.skipif(not is_installed(), reason="bitwuzla is not installed")
@settings(max_examples=60, deadline=None)
@given(comparisons(Shape(4, bitwise=True).terms(HERE)))
def test_what_bitwuzla_is_told_can_be_read_back(atom: Term) -> None:
    import bitwuzla

    from coveriflow.logic.interpolation.bitwuzla.terms import Translator as BitwuzlaTranslator

    translate = BitwuzlaTranslator(bitwuzla.TermManager())
    assert_equivalent(translate.term(translate(atom)), atom)


@settings(max_examples=60, deadline=None)
@given(comparisons(Shape(4).terms(HERE)), st.integers(-3, 3), st.integers(-3, 3))
def test_comparisons_read_from_integers_hold_where_nothing_wraps(atom: Term, x: int, y: int) -> None:
    """Between -3 and 3 a sum or difference of two fits into four bits."""
    assume(Op.ULT not in {t.op for t in (atom, *atom.args)})
    encoding = Integers([atom])
    read = encoding.term(encoding.formula([atom]))
    unknowns = {"x@0": x & 15, "y@0": y & 15}
    assert evaluate(read, unknowns) <= evaluate(atom, unknowns)


def test_products_of_variables_are_no_integers() -> None:
    product = build.arithmetic(Op.MUL, HERE["x"], HERE["y"])
    with pytest.raises(Inapplicable):
        Integers().formula([build.equal(product, bits(1, 4))])


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


def test_shapes_forget_names_only() -> None:
    x, y, z = (variable(n, 8) for n in "xyz")
    first, _ = shape_of([build.arithmetic(Op.SUB, x, y)])
    assert first == shape_of([build.arithmetic(Op.SUB, z, x)])[0]
    assert first != shape_of([build.arithmetic(Op.SUB, x, build.arithmetic(Op.ADD, x, y))])[0]
    assert shape_of([build.arithmetic(Op.SUB, x, y)])[1] in ((x, y), (y, x))


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
