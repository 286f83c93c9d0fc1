"""What is shown of every index is shown for an unknown one; what is assumed is assumed of some."""

from __future__ import annotations

from coveriflow.analysis.induction.quantified import (
    Instances,
    any_index,
    indices_in,
    is_quantified,
    shown,
    unquantified,
)
from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.encoding import sort_of
from coveriflow.logic.terms import Op, Term, bits
from coveriflow.logic.terms import variable as unknown
from coveriflow.logic.z3_solver import Z3Solver
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Element, Variable
from coveriflow.program.types.c_types import INT, ULLONG, Array

ARRAY = Variable("a", Array(INT, 100_000))
INDEX = any_index(INT)
ELEMENT = Element(ARRAY, make.cast(INDEX, ULLONG), INT)
IS_SEVEN = make.binary(BinaryOp.EQ, ELEMENT, Constant(7, INT))


def _shown(values: Term) -> Term:
    return shown(IS_SEVEN, lambda _variable: values)


def _read(values: Term) -> Instances:
    return Instances(lambda _variable: values)


def test_the_index_is_told_from_variables_of_the_program() -> None:
    """No variable of C has its name."""
    plain = make.binary(BinaryOp.EQ, Variable("main::k", INT), Constant(7, INT))
    assert is_quantified(IS_SEVEN)
    assert not is_quantified(plain)
    assert unquantified([IS_SEVEN, plain]) == (plain,)


def test_one_element_that_differs_refutes_it() -> None:
    """An array of sevens has it; with one other element it has not."""
    sevens = build.array_of(bits(7, 32))
    place = unknown("place", 64)
    other = build.store(sevens, build.arithmetic(Op.BVAND, place, bits(1023, 64)), bits(8, 32))
    fails = [build.negate(_shown(array)) for array in (sevens, other)]
    assert Z3Solver().check([fails[0]]) is Satisfiability.UNSAT
    assert Z3Solver().check([fails[1]]) is Satisfiability.SAT


def test_it_is_assumed_where_the_question_reads() -> None:
    """Of the element that is read, and not of others."""
    values, index, elsewhere = unknown("values", sort_of(ARRAY.type)), unknown("i", 32), unknown("j", 32)
    read = build.select(values, build.resized(index, 64, is_signed=True))
    indices = indices_in([build.equal(read, bits(8, 32))])
    assert indices == (index,)
    assumed = _read(values).of([IS_SEVEN], indices)
    assert Z3Solver().check([assumed, build.equal(read, bits(8, 32))]) is Satisfiability.UNSAT
    apart = build.select(values, build.resized(elsewhere, 64, is_signed=True))
    assert Z3Solver().check([assumed, build.equal(apart, bits(8, 32))]) is Satisfiability.SAT


def test_elements_of_a_model() -> None:
    """A whole array at once is what its elements are one by one."""
    values = unknown("contents", -32)
    solver = Z3Solver()
    question = [build.equal(build.select(values, bits(n, 64)), bits(n + 5, 32)) for n in (0, 3, 900)]
    assert solver.check(question) is Satisfiability.SAT
    model = solver.model()
    found = model.elements(values, 1000)
    assert len(found) == 1000
    assert (found[0], found[3], found[900]) == (5, 8, 905)
    assert all(found[n] == model.value(build.select(values, bits(n, 64))) for n in range(0, 1000, 37))
