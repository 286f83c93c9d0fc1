"""What bitwuzla computes are the bits that our own arithmetic gives."""

from __future__ import annotations

import random

import pytest

from coveriflow.logic import build, float_terms
from coveriflow.logic.bitwuzla.incremental import IncrementalSolver
from coveriflow.logic.bitwuzla.solver import BitwuzlaSolver, shared_translator
from coveriflow.logic.bitwuzla.terms import is_supported
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.substitution import equality
from coveriflow.logic.terms import INDEX_WIDTH, Op, bits, subterms, variable
from tests.analysis.runs import daily_and_slow
from tests.logic.evaluator import evaluate
from tests.logic.test_floats import Terms, contents


@pytest.mark.parametrize("seeds", daily_and_slow(25, 10, 100))
def test_terms_have_the_bits_that_they_should(seeds: range) -> None:
    answered = 0
    for seed in seeds:
        rng = random.Random(seed)
        term, values = Terms(rng).any(2), contents(rng)
        leaves = [t for t in subterms([term]) if t.op is Op.VARIABLE]
        given = [build.equal(v, bits(values[str(v.payload)], v.sort)) for v in leaves]
        found = evaluate(term, values)
        is_found = build.equal(term, bits(found, term.sort)) if term.sort else term if found else build.negate(term)
        is_open = not all(map(is_supported, subterms([term])))
        answers = [BitwuzlaSolver().check([*given, each], 60) for each in (build.negate(is_found), is_found)]
        wanted = [Satisfiability.UNSAT, Satisfiability.SAT]
        assert answers == ([Satisfiability.UNKNOWN] * 2 if is_open else wanted), (seed, answers)
        if not is_open:
            solver = IncrementalSolver(shared_translator())
            solver.know(part for part in subterms([term]) if not part.sort)  # comparisons of numbers need no bits
            assert [solver.check([*given, e], in_seconds(60)) for e in (build.negate(is_found), is_found)] == wanted, (
                seed
            )
        answered += not is_open
    assert answered


def test_arrays_are_found() -> None:
    memory, index = variable("memory", -8), variable("index", INDEX_WIDTH)
    changed = build.store(memory, index, bits(7, 8))
    question = [build.equal(build.select(changed, bits(3, INDEX_WIDTH)), bits(9, 8))]
    solver = BitwuzlaSolver()
    assert solver.check(question, 60) is Satisfiability.SAT
    assert solver.model().value(question[0])
    same = equality(index, bits(3, INDEX_WIDTH))
    assert BitwuzlaSolver().check([*question, same], 60) is Satisfiability.UNSAT


def test_what_is_needed_of_assumptions_excludes_the_rest() -> None:
    """Also after questions that the same solver has answered otherwise."""
    number = variable("number", 8)
    small, large, odd = (
        build.less(number, bits(10, 8), is_signed=False),
        build.equal(number, bits(20, 8)),
        variable("odd", 0),
    )
    solver = IncrementalSolver(shared_translator())
    assert solver.check([small, odd], in_seconds(60)) is Satisfiability.SAT
    assert solver.check([odd, small, large], in_seconds(60)) is Satisfiability.UNSAT
    assert set(solver.needed([odd, small, large])) == {small, large}
    solver.add(build.negate(odd))
    assert solver.check([odd, large], in_seconds(60)) is Satisfiability.UNSAT
    assert solver.needed([odd, large]) == [odd]
    assert solver.check([large], in_seconds(60)) is Satisfiability.SAT
    assert solver.value(number) is bits(20, 8)


def test_the_bits_of_a_number_are_its_own_also_where_it_was_compared_first() -> None:
    x, y, z = (variable(name, 32) for name in "xyz")
    total = float_terms.binary(Op.FADD, x, y)
    solver = IncrementalSolver(shared_translator())
    assert solver.check([float_terms.compared(Op.FLT, total, z)], in_seconds(60)) is Satisfiability.SAT
    zero = bits(0, 32)
    given = [build.equal(x, zero), build.equal(y, zero)]
    assert solver.check([*given, build.equal(total, bits(0x3F800000, 32))], in_seconds(60)) is Satisfiability.UNSAT
