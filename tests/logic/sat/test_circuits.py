"""Circuits against the evaluation of terms, for all values of their inputs."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.evaluation import Evaluation
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.sat.circuits import Circuit, circuit, is_bits
from coveriflow.logic.sat.incremental import SatSolver
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, boolean, variable

WIDTH = 3
X, Y, COIN = variable("x", WIDTH), variable("y", WIDTH), variable("coin", BOOLEAN)
INPUTS = {X: (1, 2, 3), Y: (4, 5, 6), COIN: (7,)}
_OPERATIONS = (Op.ADD, Op.SUB, Op.MUL, Op.UDIV, Op.UREM, Op.SDIV, Op.SREM, Op.SHL, Op.LSHR, Op.ASHR, Op.XOR, Op.BVOR)


def number(random: Random, depth: int) -> Term:
    if depth == 0:
        return random.choice([X, Y, bits(random.randrange(1 << WIDTH), WIDTH)])
    if random.random() < 0.2:
        return build.ite(condition(random, depth - 1), number(random, depth - 1), number(random, depth - 1))
    return build.arithmetic(random.choice(_OPERATIONS), number(random, depth - 1), number(random, depth - 1))


def condition(random: Random, depth: int) -> Term:
    if depth == 0:
        return COIN
    left, right = number(random, depth - 1), number(random, depth - 1)
    return (
        build.equal(left, right) if random.random() < 0.4 else build.less(left, right, is_signed=random.random() < 0.5)
    )


def solver_of(made: Circuit) -> SatSolver:
    solver = SatSolver()
    solver.add([made.last, -made.last])
    solver.add_all(made.clauses)
    return solver


def literals_of(values: tuple[int, int, int]) -> list[int]:
    """The inputs with these values."""
    found = []
    for literals, value in zip(INPUTS.values(), values, strict=True):
        found += [literal if value >> place & 1 else -literal for place, literal in enumerate(literals)]
    return found


@pytest.mark.parametrize("seed", range(12))
def test_outputs_are_what_terms_say(seed: int) -> None:
    random = Random(seed)
    conditions = [condition(random, 3) for _ in range(12)]
    made = circuit(conditions, INPUTS, 7, 60.0)
    solver = solver_of(made)
    for values in product(range(1 << WIDTH), range(1 << WIDTH), range(2)):
        given = literals_of(values)
        assert solver.check(given, in_seconds(60.0)) is Satisfiability.SAT
        found = solver.values()
        x, y, coin = values
        evaluation = Evaluation({X: bits(x, WIDTH), Y: bits(y, WIDTH), COIN: boolean(bool(coin))})
        for term, output in zip(conditions, made.outputs, strict=True):
            says = bool(evaluation.value(term))
            assert (found[output - 1] > 0) == says
            assert solver.check([*given, -output if says else output], in_seconds(60.0)) is Satisfiability.UNSAT


def test_bits_with_a_value_are_constants() -> None:
    """Whether x is at most y, where only the lowest bits of both are open."""
    known = {X: (1, False, True), Y: (2, False, True)}
    made = circuit([build.less(Y, X, is_signed=False)], known, 2, 60.0)
    solver = solver_of(made)
    for x, y in product((1, -1), (2, -2)):
        assert solver.check([x, y, made.outputs[0]], in_seconds(60.0)).name == ("SAT" if (x, y) == (1, -2) else "UNSAT")


def test_what_is_needed_is_a_part_of_what_is_assumed() -> None:
    made = circuit([build.equal(X, bits(5, WIDTH))], INPUTS, 7, 60.0)
    solver = solver_of(made)
    assert solver.check([4, 5, 7, -2, 3, -1, made.outputs[0]], in_seconds(60.0)) is Satisfiability.UNSAT
    assert solver.needed() == {-1, made.outputs[0]}


def test_a_question_ends_when_its_time_is_over() -> None:
    """That eleven things do not fit into ten places takes more conflicts than there is time for."""
    solver, things = SatSolver(), 11
    number_of = {pair: n for n, pair in enumerate(product(range(things), range(things - 1)), 1)}
    for thing in range(things):
        solver.add([number_of[thing, place] for place in range(things - 1)])
    for one, other in product(range(things), repeat=2):
        if one < other:
            solver.add_all([[-number_of[one, p], -number_of[other, p]] for p in range(things - 1)])
    assert solver.check([], in_seconds(0.0)) is Satisfiability.UNKNOWN


def test_arrays_and_floating_point_numbers_are_no_bits() -> None:
    memory = variable("memory", -8)
    assert is_bits(build.less(X, Y, is_signed=True))
    assert not is_bits(build.select(memory, bits(0, 64)))
