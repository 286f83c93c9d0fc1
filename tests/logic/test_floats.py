"""Floating-point terms: what constructors fold, what z3 computes and what z3's solvers find are the same bits."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.logic import build, float_terms
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, subterms, variable
from coveriflow.logic.z3_solver import Engine, Translator, Z3Solver
from coveriflow.program.expressions.softfloat import FORMATS, Rounding
from tests.generators.patterns import anything
from tests.logic.evaluator import evaluate

TRANSLATOR = Translator()
WIDTHS = (32, 64, 80)
DIRECTIONS = [each for each in Rounding if each is not Rounding.NEAREST_AWAY]
INTEGERS = (8, 32, 64, 128)
Leaf = Callable[[int], Term]


class Terms:
    """Random terms. Leaves are unknowns, or what ``values`` says of these."""

    def __init__(self, rng: random.Random, values: dict[str, int] | None = None) -> None:
        self.rng, self.values = rng, values

    def leaf(self, kind: str, width: int) -> Term:
        name = f"{kind}{self.rng.randrange(3)}_{width}"
        return variable(name, width) if self.values is None else bits(self.values[name], width)

    def number(self, width: int, depth: int) -> Term:
        if depth == 0:
            constant = self.rng.random() < 0.2
            return bits(anything(FORMATS[width], self.rng), width) if constant else self.leaf("f", width)
        match self.rng.randrange(10):
            case 0 | 1 | 2 | 3:
                op = self.rng.choice([Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV])
                left, right = self.number(width, depth - 1), self.number(width, depth - 1)
                return float_terms.binary(op, left, right, self.rng.choice(DIRECTIONS))
            case 4:
                op = self.rng.choice([Op.FSQRT, Op.FNEG, Op.FABS])
                return float_terms.unary(op, self.number(width, depth - 1), self.rng.choice(DIRECTIONS))
            case 5:
                return float_terms.to_integral(self.number(width, depth - 1), self.rng.choice(list(Rounding)))
            case 6 | 7:
                operand = self.number(self.rng.choice(WIDTHS), depth - 1)
                return float_terms.converted(operand, width, self.rng.choice(DIRECTIONS))
            case 8:
                source, is_signed = self.rng.choice(INTEGERS), self.rng.random() < 0.5
                operand, direction = self.integer(source, depth - 1), self.rng.choice(DIRECTIONS)
                return float_terms.from_integer(operand, width, direction, is_signed=is_signed)
            case _:
                truth = self.truth(depth - 1)
                return build.ite(truth, self.number(width, depth - 1), self.number(width, depth - 1))

    def integer(self, width: int, depth: int) -> Term:
        if depth == 0:
            return self.leaf("i", width)
        if self.rng.random() < 0.5 and width in WIDTHS:
            return build.arithmetic(Op.XOR, self.number(width, depth - 1), self.leaf("i", width))
        is_signed = self.rng.random() < 0.5
        return float_terms.to_integer(self.number(self.rng.choice(WIDTHS), depth - 1), width, is_signed=is_signed)

    def truth(self, depth: int) -> Term:
        width = self.rng.choice(WIDTHS)
        left, right = self.number(width, depth), self.number(width, depth)
        kind = self.rng.randrange(3)
        if kind == 0:
            return float_terms.is_nan(left)
        if kind == 1:
            return build.equal(left, right)
        return float_terms.compared(self.rng.choice([Op.FEQ, Op.FLT, Op.FLE]), left, right)

    def any(self, depth: int) -> Term:
        match self.rng.randrange(4):
            case 0:
                return self.truth(depth)
            case 1:
                return self.integer(self.rng.choice(INTEGERS), depth)
            case _:
                return self.number(self.rng.choice(WIDTHS), depth)


def contents(rng: random.Random) -> dict[str, int]:
    """Values of all leaves; x87 patterns also with a wrong integer bit."""
    numbers = {f"f{n}_{w}": anything(FORMATS[w], rng) for n in range(3) for w in WIDTHS}
    wrong = {name: a ^ 1 << 63 for name, a in numbers.items() if name.endswith("_80") and rng.random() < 0.1}
    integers = {f"i{n}_{w}": rng.getrandbits(w) >> rng.randrange(w) for n in range(3) for w in {*INTEGERS, *WIDTHS}}
    return numbers | wrong | integers


def by_z3(term: Term, values: dict[str, int]) -> int:
    unknown = [t for t in subterms([term]) if t.op is Op.VARIABLE]
    pairs = [(z3.BitVec(t.payload, t.sort), z3.BitVecVal(values[str(t.payload)], t.sort)) for t in unknown]
    found: Any = z3.simplify(z3.substitute(TRANSLATOR.expression(term).translate(z3.main_ctx()), *pairs))
    return int(z3.is_true(found)) if term.sort == BOOLEAN else found.as_long()


def check(seed: int, depth: int) -> None:
    term = Terms(random.Random(seed)).any(depth)
    rng = random.Random(~seed)
    for _ in range(5):
        values = contents(rng)
        expected = evaluate(term, values)
        assert Terms(random.Random(seed), values).any(depth).constant == expected
        assert by_z3(term, values) == expected


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(1, 4))
def test_folding_evaluation_and_z3_agree(seed: int, depth: int) -> None:
    check(seed, depth)


@pytest.mark.slow
@settings(max_examples=5_000, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(1, 5))
def test_folding_evaluation_and_z3_agree_at_length(seed: int, depth: int) -> None:
    check(seed, depth)


def _fixed(term: Term, value: int, rng: random.Random) -> list[Term]:
    """``term`` is ``value``, said so that z3 does not put it in before it has turned the operations to bits."""
    mask = rng.getrandbits(term.sort)
    masks = (mask, ~mask & ((1 << term.sort) - 1))
    parts = [(build.arithmetic(Op.BVAND, term, bits(m, term.sort)), bits(value & m, term.sort)) for m in masks]
    return [build.equal(part, expected) for part, expected in parts]


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(s, marks=pytest.mark.slow) for s in range(12, 24))])
def test_every_engine_finds_these_bits_or_gives_up(engine: Engine, seed: int) -> None:
    rng = random.Random(seed)
    term, values = Terms(rng).any(1 + seed % 2), contents(rng)
    expected = evaluate(term, values)
    solver = Z3Solver(engine, TRANSLATOR)
    for leaf in [t for t in subterms([term]) if t.op is Op.VARIABLE]:
        for fact in _fixed(leaf, values[str(leaf.payload)], rng):
            solver.add(fact)
    same = build.equal(term, bits(expected, term.sort)) if term.sort else term if expected else build.negate(term)
    assert solver.check([build.negate(same)], 2.0) is not Satisfiability.SAT
    answer = solver.check([same], 2.0)
    assert answer is not Satisfiability.UNSAT
    assert answer is Satisfiability.UNKNOWN or solver.model().value(term) == expected


def test_numbers_are_not_taken_apart_between_operations() -> None:
    x, y = variable("x", 64), variable("y", 64)
    total = float_terms.binary(Op.FMUL, float_terms.binary(Op.FADD, x, y), y)
    text = TRANSLATOR.expression(float_terms.compared(Op.FLT, total, x)).sexpr()
    assert "ieee_bv" not in text
