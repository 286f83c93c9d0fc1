"""Bounds of sums and multiples, and equations under conditions. Verdicts: ``tests/analysis/test_programs.py``."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from coveriflow.analysis.induction.conditional import limit_candidates
from coveriflow.analysis.induction.kinduction import InductionLimits, KInduction
from coveriflow.analysis.induction.samples import Sample
from coveriflow.analysis.induction.strengthening import InvariantSource
from coveriflow.analysis.induction.sums import strongest
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.display import rendered
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, Variable
from coveriflow.program.types.c_types import LLONG
from tests.analysis.runs import automaton_of

DECLARED = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
ONE, OTHER = Variable("x", LLONG), Variable("y", LLONG)


def induction(body: str, last: int = 2, source: InvariantSource = InvariantSource.EXECUTIONS) -> KInduction:
    cfa = automaton_of(f"{DECLARED}int main(void) {{ {body} return 0; }}")
    return KInduction(cfa, SoftLimits(cpu=60), InductionLimits(last=last, invariants=source))


def test_a_bound_of_three_is_found_in_executions() -> None:
    """The program says it of none of them alone."""
    run = induction(
        "int a = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), b = 0; if (n < 1 || a < n) return 0;"
        "while (b < n) { a--; b++; } if (a < 0) reach_error();"
    )
    assert run.run().verdict is Verdict.TRUE
    found = [rendered(each) for some in run.invariants.values() for each in some]
    assert any(all(name in each for name in "abn") for each in found), found


def test_an_order_of_two_types_is_found() -> None:
    """Each number that is added is a byte, and the sum is not."""
    run = induction(
        "unsigned s = 0, i = 0; unsigned char b = 0; while (i < 50) { b = __VERIFIER_nondet_int(); s += b; i++; }"
        "if (s < b) reach_error();"
    )
    assert run.run().verdict is Verdict.TRUE


@pytest.mark.parametrize(("late", "verdict"), [("x < 300", Verdict.TRUE), ("x < 300 && x != 299", Verdict.UNKNOWN)])
def test_a_condition_that_holds_late_is_seen(late: str, verdict: Verdict) -> None:
    """In the other program it fails at one late visit: nothing is proved then."""
    run = induction(
        f"int x = 0, y = 0; while (x < 600) {{ if ({late}) y++; else y--; x++; }} if (y != 0) reach_error();"
    )
    assert run.run().verdict is verdict


def test_what_holds_in_all_samples_but_not_always_is_no_invariant() -> None:
    run = induction(
        "int n = __VERIFIER_nondet_int(), a = 0, b = 0; if (n < 0) return 0;"
        "while (a < n) { a++; b++; if (a == 1000000) b++; } if (b > n) reach_error();"
    )
    assert run.run().verdict is Verdict.UNKNOWN


def bound(op: BinaryOp, factor: int, rest: int = 0) -> Expression:
    multiple = make.binary(BinaryOp.MUL, Constant(factor, LLONG), OTHER)
    whole = multiple if rest == 0 else make.binary(BinaryOp.ADD, multiple, Constant(rest, LLONG))
    return make.binary(op, ONE, whole)


def test_of_several_multiples_the_closest_one_is_kept() -> None:
    above, below = [bound(BinaryOp.LE, c) for c in (9, 5, 7)], [bound(BinaryOp.GE, c) for c in (2, 4, 3)]
    others = [bound(BinaryOp.LE, 3, rest=1), make.binary(BinaryOp.LE, ONE, OTHER)]
    assert strongest([*above, *below, *others]) == [above[1], below[1], *others]


def samples(pairs: Iterable[tuple[int, int]]) -> list[Sample]:
    return [{"x": one, "y": other} for one, other in pairs]


def limits(operator: BinaryOp, pairs: Iterable[tuple[int, int]]) -> list[str]:
    condition = make.binary(operator, ONE, OTHER)
    return [rendered(each) for each in limit_candidates([ONE, OTHER], [condition], samples(pairs))]


def test_a_loop_leads_no_further_than_its_condition() -> None:
    """By one step: where the condition is strict, both are equal at the end; else the first one is one larger."""
    up = [(step, 7) for step in range(8)]
    assert limits(BinaryOp.LT, up) == ["x <= y"]
    assert limits(BinaryOp.LE, [*up, (8, 7)]) == ["x <= y | x == y + 1"]
    assert limits(BinaryOp.LE, up) == [], "the condition itself is a candidate"


def test_a_loop_that_is_not_entered_leaves_one_value() -> None:
    up = [(step, 7) for step in range(8)]
    assert limits(BinaryOp.LT, [*up, (0, -3), (0, -20)]) == ["x <= y | x == 0"]
    assert limits(BinaryOp.LT, [*up, (0, -3), (1, -20)]) == [], "two values are no start"
    assert limits(BinaryOp.LT, up[:3]) == [], "three samples describe themselves"


def test_powers_of_two_are_halved_without_remainder() -> None:
    """The program says nothing of bits."""
    run = induction(
        "unsigned n = __VERIFIER_nondet_int(), p = 1; while (p < n && p < 1u << 30) p *= 2;"
        "while (p > 2) { unsigned q = p / 2; if (2 * q != p || p % 4 == 2) reach_error(); p = q; }"
    )
    assert run.run().verdict is Verdict.TRUE
    found = [rendered(each) for some in run.invariants.values() for each in some]
    assert any("(p & p - 1) == 0" in each for each in found), found
