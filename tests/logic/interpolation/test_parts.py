"""What the engines are made of: substitution, packing, shapes, translation to z3 and back."""

from __future__ import annotations

from hypothesis import assume, given, settings

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.encodings import Bits
from coveriflow.logic.interpolation.shapes import shape_of
from coveriflow.logic.serialisation import packed, unpacked
from coveriflow.logic.substitution import Substitution, equality
from coveriflow.logic.terms import BOOLEAN, Op, Term, variable
from coveriflow.logic.z3_solver import Engine, Translator, Z3Solver
from tests.logic.test_build import TERMS, Pair

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


def test_shapes_forget_names_only() -> None:
    x, y, z = (variable(n, 8) for n in "xyz")
    first, _ = shape_of([build.arithmetic(Op.SUB, x, y)])
    assert first == shape_of([build.arithmetic(Op.SUB, z, x)])[0]
    assert first != shape_of([build.arithmetic(Op.SUB, x, build.arithmetic(Op.ADD, x, y))])[0]
    assert shape_of([build.arithmetic(Op.SUB, x, y)])[1] in ((x, y), (y, x))
