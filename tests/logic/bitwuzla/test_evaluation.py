"""Values of terms are those that our own evaluator gives, also of arrays with many stores."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.evaluation import Cells, Evaluation
from coveriflow.logic.bitwuzla.solver import BitwuzlaSolver
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.substitution import equality
from coveriflow.logic.terms import BOOLEAN, INDEX_WIDTH, Op, bits, boolean, subterms, variable
from coveriflow.logic.z3_solver import Engine
from tests.logic.evaluator import evaluate
from tests.logic.test_floats import Terms, contents

stores = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 255)), max_size=300)


@pytest.mark.parametrize("seed", range(60))
def test_values_are_those_of_the_evaluator(seed: int) -> None:
    rng = random.Random(seed)
    term, values = Terms(rng).any(3), contents(rng)
    leaves = [t for t in subterms([term]) if t.op is Op.VARIABLE]
    given_values = {v: bits(values[str(v.payload)], v.sort) for v in leaves if v.sort != BOOLEAN}
    given_values |= {v: boolean(bool(values[str(v.payload)])) for v in leaves if v.sort == BOOLEAN}
    assert Evaluation(given_values).value(term) == evaluate(term, values)


@given(stores, st.integers(0, 255))
def test_cells_are_those_of_a_dictionary(changes: list[tuple[int, int]], default: int) -> None:
    cells, expected = Cells(default), dict[int, int]()
    for index, value in changes:
        cells, expected = cells.stored(index, value), {**expected, index: value}
    assert all(cells.at(index) == expected.get(index, default) for index in range(45))
    assert cells.is_equal(Cells(default, expected))
    assert not cells.is_equal(cells.stored(3, 1 + cells.at(3)))
    assert not cells.is_equal(Cells(default + 1, expected))


@pytest.mark.parametrize("number", [3, 700])
def test_a_model_of_many_stores(number: int) -> None:
    """More than folding looks through."""
    memory, where = variable("memory", -8), variable("where", INDEX_WIDTH)
    changed = build.store(memory, where, bits(7, 8))
    for index in range(number):
        changed = build.store(changed, bits(1000 + index, INDEX_WIDTH), bits(index % 256, 8))
    question = [
        build.equal(build.select(changed, bits(5, INDEX_WIDTH)), bits(7, 8)),
        build.equal(build.select(memory, bits(5, INDEX_WIDTH)), bits(9, 8)),
    ]
    solver = BitwuzlaSolver()
    assert solver.check(question, 60) is Satisfiability.SAT
    assert solver.model().value(where) == 5
    assert solver.model().elements(changed, 6)[5] == 7
    assert BitwuzlaSolver().check([*question, equality(where, bits(6, INDEX_WIDTH))], 60) is Satisfiability.UNSAT


@pytest.mark.parametrize("engine", list(Engine))
@pytest.mark.parametrize("seed", range(8))
def test_what_z3_leaves_open_has_the_same_answer(monkeypatch: pytest.MonkeyPatch, engine: Engine, seed: int) -> None:
    """All of z3's turns are too short."""
    monkeypatch.setattr("coveriflow.logic.portfolio.Z3Solver.check", lambda *_: Satisfiability.UNKNOWN)
    rng = random.Random(seed)
    a, b, c = (variable(name, 16) for name in "abc")
    one, two = (rng.randrange(3, 1 << 15) for _ in range(2))
    mixed = build.arithmetic(Op.ADD, build.arithmetic(Op.XOR, a, b), build.arithmetic(Op.LSHR, c, bits(3, 16)))
    same = build.arithmetic(
        Op.SUB,
        build.arithmetic(Op.ADD, build.arithmetic(Op.BVOR, a, b), build.arithmetic(Op.LSHR, c, bits(3, 16))),
        build.arithmetic(Op.BVAND, a, b),
    )
    assert Portfolio(engine).check([build.negate(build.equal(mixed, same))], 60.0) is Satisfiability.UNSAT
    solver = Portfolio(engine)
    assert solver.check([build.equal(mixed, bits(one, 16)), build.equal(b, bits(two, 16))], 60.0) is Satisfiability.SAT
    assert solver.model().value(mixed) == one
