"""Ways to search: refinement of explicit values, orders, joins, symbolic execution; on programs that tell them apart.

What each says of them is in ``tests/analysis/test_programs.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import pytest

from coveriflow.analysis.cpa.reached import Order
from coveriflow.analysis.domains.monitors import PathTime
from coveriflow.analysis.domains.step_functions import StepFunctions, choice
from coveriflow.analysis.domains.values import ValueDomain, Values
from coveriflow.analysis.explicit.refinement import Refinement, checked_variables
from coveriflow.analysis.explicit.verifier import Merge, Strategy
from coveriflow.analysis.unwinding.path_tree_check import doubtful_nodes
from coveriflow.artifacts.answers import ClosedPathTree
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.edges import Location
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.compile import Evaluate, Key, compiled
from coveriflow.program.interpreter.interpreter import Interpreter
from tests.analysis.domains.test_domains import explored
from tests.analysis.machines import machine
from tests.analysis.runs import automaton_of, executed, explicit
from tests.places import ROOT

Tests = Mapping[Location, Sequence[Evaluate]]

FOLDER = ROOT / "tests" / "programs"


def test_refinement_tracks_what_checks_need() -> None:
    """Otherwise a proof would assume that they hold."""
    cfa = automaton_of((FOLDER / "values" / "03-array-cell-behind-an-index.c").read_text())
    assert checked_variables(cfa) >= {"main::i", "main::table"}
    assert "main::steps" not in checked_variables(cfa)
    assert explicit(cfa, strategy=Strategy(refinement=Refinement.SHORTEST)).undefined == ()


def test_joined_states_are_few_and_forget() -> None:
    cfa = automaton_of((FOLDER / "values" / "01-counter-that-does-not-matter.c").read_text())
    joined = explicit(cfa, 3000, strategy=Strategy(merge=Merge.JOIN))
    assert joined.verdict is Verdict.TRUE
    lost = automaton_of((FOLDER / "symbolic" / "05-loop-that-closes.c").read_text())
    assert explicit(lost, 3000, strategy=Strategy(merge=Merge.JOIN)).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("order", Order)
def test_every_order_finds_the_bug_and_is_repeatable(order: Order) -> None:
    cfa = automaton_of((FOLDER / "values" / "04-bug-behind-refinement.c").read_text())
    once, again = (explicit(cfa, strategy=Strategy(order, 11)) for _ in range(2))
    assert once.verdict is Verdict.FALSE
    assert once.automaton == again.automaton
    assert once.counterexample == again.counterexample


def test_time_in_a_path_is_counted_and_limited() -> None:
    seconds = iter(range(100))
    domain = PathTime(2.5, lambda: float(next(seconds)))
    first = domain.successor(domain.initial(), ())
    assert domain.exceeded(first) is None
    third = domain.successor(domain.successor(first, ()), ())
    assert domain.exceeded(third) is not None
    assert PathTime(None).exceeded(third) is None


def test_step_functions_do_what_the_domain_says() -> None:
    """With everything known, and with some of it not."""
    checked = 0
    for seed in range(30):
        try:
            cfa = automaton_of(machine(seed))
        except NotSupported:
            continue
        domain, rng = ValueDomain(cfa), random.Random(seed)
        functions = StepFunctions(domain)
        for node in explored(cfa, [domain]).nodes:
            some = {k: v for k, v in node.state.elements[0].known.items() if rng.random() < 0.8}
            for arc in node.arcs:
                for known in (node.state.elements[0].known, some):
                    after, own = domain.successor(Values(known), arc.step), known.copy()
                    taken = functions.whole(arc.step)(own)
                    assert taken is (after is not None)
                    assert after is None or after.known == own
                    checked += 1
            if len(node.arcs) == 2 and (choose := choice(node.arcs[0].step, node.arcs[1].step)):
                with pytest.raises(KeyError):
                    choose({})
    assert checked > 500


LONG = """
extern void reach_error(void);
int main(void) {
  int i, j, sum = 0;
  for (i = 0; i < 40; i++) {
    j = i;
    while (j > 30) { j--; sum++; }
  }
  if (sum != 45) reach_error();
  return 0;
}
"""


def test_values_at_loop_heads_are_those_of_all_that_long_steps_go_through() -> None:
    """Control comes to heads where no state was kept: what is told of them must hold there."""
    visits = holding = 0
    for text in [LONG, *(machine(seed) for seed in range(40))]:
        try:
            cfa = automaton_of(text)
        except NotSupported:
            continue
        findings, rng = explicit(cfa, 1500), random.Random(5)
        tests = {head: [compiled(each) for each in some] for head, some in findings.invariants.items()}

        def see(head: Location, _stack: object, memory: Mapping[Key, int], tests: Tests = tests) -> None:
            nonlocal visits, holding
            visits += 1
            holding += len(tests[head])
            assert all(test(dict(memory)) for test in tests[head]), head

        for _ in range(20):
            Interpreter(cfa).visit([rng.randrange(4) for _ in range(400)], 800, tests, see)
    assert visits > 800
    assert holding > 800


# --- trees of paths ---------------------------------------------------------------------------------------------------

TREE = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 10) y = x; else y = 20;
  if (y < 5) reach_error();
  return 0;
}
"""


def test_a_tree_of_all_paths_is_a_proof() -> None:
    findings = executed(automaton_of(TREE))
    assert findings.verdict is Verdict.TRUE
    assert findings.proof == ClosedPathTree(2)


def _without_a_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes a feasible path for infeasible."""
    from coveriflow.analysis.symbolic.feasible_paths import FeasiblePaths

    honest: Callable[..., object] = FeasiblePaths.transitions
    monkeypatch.setattr(FeasiblePaths, "transitions", lambda self, state: list(honest(self, state))[:1])  # type: ignore[call-overload]


def test_a_path_that_is_left_away_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _without_a_branch(monkeypatch)
    with pytest.raises(AssertionError, match="in no path of the tree"):
        executed(automaton_of(TREE))


def test_without_time_nothing_of_a_tree_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
    from coveriflow.analysis.symbolic import verifier

    monkeypatch.setattr(
        verifier,
        "doubtful_nodes",
        lambda plain, reached, undefined, _watch: doubtful_nodes(
            plain, reached, undefined, LimitWatch(SoftLimits(cpu=0.0))
        ),
    )
    assert executed(automaton_of(TREE)).verdict is Verdict.UNKNOWN
