"""Termination: answers agree with a visit of all states, and evidence that is wrong is refused."""

from __future__ import annotations

import pytest

from coveriflow.analysis.domains.symbolic import PathFormula
from coveriflow.analysis.induction.heads import head_positions
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.termination.certificate import is_shown_again
from coveriflow.analysis.termination.features import Combination, Feature, Kind, features_of
from coveriflow.analysis.termination.lassos import checked_lasso
from coveriflow.analysis.termination.ranking import Stage
from coveriflow.analysis.termination.relation import Relation, relation
from coveriflow.analysis.termination.relevance import Relevance
from coveriflow.analysis.termination.verifier import Ends, Open, Termination
from coveriflow.logic.linear_inequalities import factors
from coveriflow.logic.terms import TRUE, bits, signed
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.expressions.compile import Key
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.violations import NOTHING
from coveriflow.program.types.c_types import INT, UINT
from coveriflow.program.types.data_model import DataModel
from tests.analysis.runs import daily_and_slow
from tests.generators.small_loops import small_program

_INPUTS = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"


def automaton(text: str) -> Cfa:
    return program_cfa([("x.c", _INPUTS + text)], DataModel.LP64, NOTHING)


def steps_in(cfa: Cfa) -> Relation:
    loops = loops_of(cfa)
    found = relation(cfa, loops, head_positions(cfa, loops), {}, LimitWatch(SoftLimits(cpu=20.0)))
    assert found is not None
    return found


def head_in(cfa: Cfa) -> Location:
    loops = loops_of(cfa)
    return next(location for location in cfa.locations if loops.is_head(location))


@pytest.mark.parametrize("seeds", daily_and_slow(25, 4, 75))
def test_no_answer_contradicts_a_visit_of_all_states(seeds: range) -> None:
    undecided = 0
    for seed in seeds:
        program = small_program(seed)
        found = Termination(automaton(program.text.partition("\n")[2]), SoftLimits(cpu=3.0)).run()
        assert isinstance(found, Open) or isinstance(found, Ends) is program.ends, (seed, program.text)
        undecided += isinstance(found, Open)
    assert undecided * 5 < len(seeds)


def test_the_visit_of_all_states_knows_both_answers() -> None:
    found = [small_program(seed).ends for seed in range(20)]
    assert True in found
    assert False in found


_X, _Y = Variable("x", INT), Variable("y", UINT)


def test_features_mean_in_terms_what_they_mean_in_states() -> None:
    values = (0, 1, 5, 2**31 - 1, 2**31, 2**32 - 1, 2**32 - 5)
    for feature in features_of((_X, Variable("z", INT), _Y), (0, 5, -1)):
        for one in values:
            for other in values:
                given: dict[Key, int] = {"x": one, "z": other, "y": other}
                formula = PathFormula(TRUE, {str(name): bits(value, 32) for name, value in given.items()})
                width = feature.width + 2
                term = feature.term(formula, width)
                assert term.constant is not None
                assert signed(term.constant, width) == feature.value(given), (str(feature), one, other)


def test_combinations_do_not_overflow() -> None:
    number = Combination(((-16, Feature(Kind.PLAIN, _X)), (16, Feature(Kind.PLAIN, _Y))), -3)
    for one, other in ((2**31, 2**32 - 1), (2**31 - 1, 0), (0, 0)):
        formula = PathFormula(TRUE, {"x": bits(one, 32), "y": bits(other, 32)})
        term = number.term(formula, number.width)
        assert term.constant is not None
        assert signed(term.constant, number.width) == number.value({"x": one, "y": other})


def counting(loop: str, sign: int) -> tuple[Relation, list[Stage]]:
    """The steps of a loop over ``i``, and ``i`` or its opposite as the ranking function."""
    cfa = automaton(f"int main(void) {{ unsigned char i = __VERIFIER_nondet_uchar(); {loop} return 0; }}")
    steps, place = steps_in(cfa), next(v for v in cfa.functions["main"].locals if v.name == "main::i")
    rank = Combination(((sign, Feature(Kind.PLAIN, place)),))
    return steps, [Stage({t.source: rank for t in steps.transitions})]


@pytest.mark.parametrize(("loop", "sign"), [("for (i = 0; i < 200; i++) ;", -1), ("while (i != 0) i--;", 1)])
def test_a_function_that_decreases_in_bits_is_shown(loop: str, sign: int) -> None:
    steps, stages = counting(loop, sign)
    assert is_shown_again(steps, stages, LimitWatch(SoftLimits(cpu=20.0)))
    assert not is_shown_again(steps, [], LimitWatch(SoftLimits(cpu=20.0)))


def test_a_function_that_sometimes_stays_is_not_shown() -> None:
    steps, stages = counting("while (i) if (__VERIFIER_nondet_int()) i--;", 1)
    assert not is_shown_again(steps, stages, LimitWatch(SoftLimits(cpu=20.0)))


@pytest.mark.parametrize(("loop", "sign"), [("for (i = 0; i < 256; i++) ;", -1), ("while (i != 0) i -= 2;", 1)])
def test_a_function_that_wraps_around_is_a_defect_of_who_found_it(loop: str, sign: int) -> None:
    steps, stages = counting(loop, sign)
    with pytest.raises(AssertionError, match="disagree"):
        is_shown_again(steps, stages, LimitWatch(SoftLimits(cpu=20.0)))


def test_a_stage_that_leaves_out_a_head_is_not_shown() -> None:
    cfa = automaton(
        "int main(void) { unsigned char i = 9; while (i) { unsigned char j = 3; while (j) j--; i--; } return 0; }"
    )
    steps = steps_in(cfa)
    first = min((t.source for t in steps.transitions), key=lambda p: p.location.number)
    place = next(v for v in cfa.functions["main"].locals if v.name == "main::i")
    stage = Stage({first: Combination(((1, Feature(Kind.PLAIN, place)),))})
    assert not is_shown_again(steps, [stage], LimitWatch(SoftLimits(cpu=20.0)))


def test_a_lasso_is_one_only_if_its_state_recurs() -> None:
    cfa = automaton("int main(void) { unsigned char i = 0; while (i < 5) { if (i == 4) i = 2; else i++; } return 0; }")
    head = head_in(cfa)
    found = checked_lasso(cfa, head, (), (), (2, 5))
    assert found is not None
    assert found.again - found.first == len(found.edges)
    assert checked_lasso(cfa, head, (), (), (1, 4)) is not None, "after one more cycle the state recurs"
    assert checked_lasso(cfa, head, (), (), (2, 4)) is None
    ending = automaton("int main(void) { unsigned char i = 0; while (i < 5) i++; return 0; }")
    for again in range(1, 6):
        assert all(checked_lasso(ending, head_in(ending), (), (), (n, again)) is None for n in range(again))


def test_a_lasso_repeats_its_inputs() -> None:
    cfa = automaton("int main(void) { int x = 1; while (x) x = __VERIFIER_nondet_int(); return 0; }")
    assert checked_lasso(cfa, head_in(cfa), (), (1,), (0, 1)) is not None
    assert checked_lasso(cfa, head_in(cfa), (), (0,), (0, 1)) is None


def test_a_call_that_returns_ends_the_cycle() -> None:
    """The loop is left by a call that returns, and entered by another call: not the same state of the stack."""
    cfa = automaton(
        "static void f(int n) { for (;;) { if (n > 3) return; n++; } } int main(void) { f(0); f(0); return 0; }"
    )
    assert all(checked_lasso(cfa, head_in(cfa), (), (), (a, b)) is None for a in range(9) for b in range(a + 1, 10))


def test_only_what_decides_counts_as_state() -> None:
    cfa = automaton("int main(void) { int x = 5, y = 0, z = 0; while (x) { z += y; y++; } return z; }")
    assert Relevance(cfa).around(head_in(cfa)) == {"main::x"}
    cfa = automaton("int main(void) { int x = 5, y = 0, z = 0; while (x + z) { z = y; y++; } return z; }")
    assert Relevance(cfa).around(head_in(cfa)) == {"main::x", "main::y", "main::z"}


def test_factors_satisfy_all_rows() -> None:
    rows = [(1, -1, 0), (2, -3, 5), (0, 1, -1)]
    found = factors(rows, 5.0)
    assert found is not None
    sums = [sum(f * value for f, value in zip(found, row, strict=True)) for row in rows]
    assert min(sums) >= 0 < max(sums)
    assert factors([(1, 0), (-1, 0)], 5.0) is None
    assert factors([(0, 0)], 5.0) is None
    assert factors([], 5.0) is None
