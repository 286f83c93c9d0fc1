"""Unwindings: models are executions, joins come after all that leads to them, merged formulas mean what they are made
of."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Outcome
from coveriflow.analysis.cpa.reached import Arc, Node, Order, Reached, Waitlist
from coveriflow.analysis.domains.monitors import LoopBound
from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.search.counterexamples import replayed
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.analysis.unwinding import bmc
from coveriflow.analysis.unwinding.bmc import inputs_along
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.terms import Op, Term, subterms
from coveriflow.logic.z3_solver import Translator, Z3Model, Z3Solver
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Interpreter
from tests.analysis.runs import automaton_of, chunks, condition_of, covered_after, model_of, small_program
from tests.logic.evaluator import ArrayContent, Content, Evaluator

TRANSLATOR = Translator()
_MOST = 1200
_MODELS = 6


class OnceReached(Reached[CompositeState]):
    """Complains where something is merged into a state that was expanded already."""

    def _replaced(self, node: Node[CompositeState], joined: CompositeState) -> Node[CompositeState]:
        assert not node.expanded, f"a path joins behind what was explored: {node.state.position}"
        return super()._replaced(node, joined)


def unwound(cfa: Cfa, bound: int) -> Reached[CompositeState]:
    """All states of ``cfa`` within ``bound`` executions of each loop's body, or the first ones."""
    loops = loops_of(cfa)
    analysis = CompositeAnalysis(cfa, (SymbolicDomain(cfa), LoopBound(loops, bound)))
    order = UnrolledOrder(cfa, loops)
    waitlist = Waitlist[CompositeState](Order.BREADTH_FIRST, lambda s: order.key(s.position, s.elements[1]))
    reached = OnceReached(analysis, waitlist)
    watch = LimitWatch(SoftLimits(states=_MOST), reached.__len__)
    while explore(analysis, reached, watch) is Outcome.TARGET:
        pass
    return reached


@pytest.mark.parametrize("seeds", chunks(default=1, all_=40, size=50))
def test_models_are_executions(seeds: range, record_property: Callable[[str, object], None]) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, _ = small_program(seed)
        try:
            cfa = automaton_of(text, model_of(seed))
        except NotSupported:
            continue
        figures["programs"] += 1
        _check_models(cfa, unwound(cfa, 1 + seed % 4), random.Random(seed), figures)
    record_property("figures", dict(figures))
    assert figures["errors replayed"] > len(seeds) / 10, figures
    assert figures["states visited"] > 2 * len(seeds), figures


def _check_models(cfa: Cfa, reached: Reached[CompositeState], rng: random.Random, figures: Counter[str]) -> None:
    """Every satisfiable error state is reached by its model, and some of the other states by theirs."""
    targets = list(reached.targets)
    others = [n for n in reached.nodes if not n.target]
    for node in (*targets, *rng.sample(others, min(_MODELS, len(others)))):
        solver = Z3Solver(translator=TRANSLATOR)
        answer = solver.check([formula(node).guard], 4.0)
        figures[answer.value] += 1
        if answer is Satisfiability.SAT:
            inputs = inputs_along(reached.root, solver.model())
            if node.target:
                assert replayed(cfa, inputs) is not None, node.state.position
                figures["errors replayed"] += 1
            values = [value for _, value in inputs]
            trace = Interpreter(cfa).run(values, 5000).trace
            path = path_in_model(reached.root, solver.model(), node)
            assert trace[: len(path)] == tuple(path), node.state.position
            figures["states visited"] += 1


def formula(node: Node[CompositeState]) -> PathFormula:
    found: PathFormula = node.state.elements[0]
    return found


def path_in_model(root: Node[CompositeState], model: Z3Model, until: Node[CompositeState]) -> list[Edge]:
    path: list[Edge] = []
    node = root
    while node is not until:
        arc = _taken(node, model)
        path += arc.step
        node = arc.target
    return path


def _taken(node: Node[CompositeState], model: Z3Model) -> Arc[CompositeState]:
    taken = [a for a in node.arcs if model.value(a.arrived.elements[0].guard)]
    assert len(taken) == 1, f"{len(taken)} ways to go on from {node.state.position}"
    return taken[0]


@dataclass
class Join:
    new: PathFormula
    old: PathFormula
    merged: PathFormula


@pytest.mark.parametrize("seeds", chunks(default=1, all_=8, size=60))
def test_merged_formulas_contain_both(
    seeds: range, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """Law of ``Domain.merge``: where a path's guard holds, so does the merged one, with that path's values."""
    joins: list[Join] = []
    merge = SymbolicDomain.merge

    def observed(self: SymbolicDomain, new: PathFormula, old: PathFormula) -> PathFormula:
        merged = merge(self, new, old)
        joins.append(Join(new, old, merged))
        return merged

    monkeypatch.setattr(SymbolicDomain, "merge", observed)
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        try:
            unwound(automaton_of(text, model_of(seed)), 2)
        except NotSupported:
            continue
        rng = random.Random(seed)
        for join in rng.sample(joins, min(8, len(joins))):
            _check_join(join, values, rng, figures)
        joins.clear()
    record_property("figures", dict(figures))
    assert figures["new"] > len(seeds), figures
    assert figures["old"] > len(seeds), figures


def _check_join(join: Join, values: int, rng: random.Random, figures: Counter[str]) -> None:
    roots = [term for f in (join.new, join.old, join.merged) for term in (f.guard, *f.values.values())]
    for _ in range(10):
        evaluator = Evaluator(_any_inputs(roots, values, rng))
        for which, part in (("new", join.new), ("old", join.old)):
            if evaluator.value(part.guard):
                figures[which] += 1
                assert evaluator.value(join.merged.guard) == 1
                for name, term in join.merged.values.items():
                    assert evaluator.value(term) == evaluator.value(part.values[name]), name


def _any_inputs(roots: list[Term], values: int, rng: random.Random) -> dict[str, Content]:
    names = {str(t.payload): t.sort for t in subterms(roots) if t.op is Op.VARIABLE}
    return {
        name: rng.randrange(values) % (1 << sort) if sort > 0 else ArrayContent(rng.randrange(values), {})
        for name, sort in names.items()
    }


def test_an_entered_state_is_complete_before_a_loop_goes_on() -> None:
    """The head was once expanded before all paths of the iteration had come back to it (``continue``)."""
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        int total;
        int step(int x) {
          for (int i = 0; i < 3; i++) {
            if (__VERIFIER_nondet_int()) continue;
            total += x == i ? 1 : -1;
          }
          return total;
        }
        int main(void) {
          int i = 0;
          while (step(i) < 4) {
            i++;
            if (__VERIFIER_nondet_int()) continue;
            if (__VERIFIER_nondet_int()) i += step(i); else i += 2;
            i++;
          }
          if (i == 100) reach_error();
        }""")
    reached = unwound(cfa, 3)
    assert not any(n for n in reached.waiting)
    assert len({(n.state.position, n.state.elements[1]) for n in reached.nodes if n.left_out is None}) == sum(
        n.left_out is None for n in reached.nodes
    )


def test_calls_at_heads_are_ordered_between_the_iterations() -> None:
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        static int in(void) { if (__VERIFIER_nondet_int()) return 1; return 0; }
        int main(void) {
          int n = 0;
          while (in() && in()) { n++; if (in()) continue; n++; }
          if (n == 5) reach_error();
          return n;
        }""")
    reached = unwound(cfa, 4)
    (target,) = reached.targets
    solver = Z3Solver(translator=TRANSLATOR)
    assert solver.check([formula(target).guard]) is Satisfiability.SAT
    values = [value for _, value in inputs_along(reached.root, solver.model())]
    assert Interpreter(cfa).run(values).end is End.ERROR


def test_a_question_that_there_is_no_time_for_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was verified before is told."""
    text = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int n = 0; while (__VERIFIER_nondet_int()) n = n == 2 ? 0 : n + 1;
        if (n > 2) reach_error(); }"""
    monkeypatch.setattr(bmc, "_GROWTH", 1e12)
    cfa = automaton_of(text)
    found = bmc.BoundedModelChecker(cfa, SoftLimits(cpu=1000.0)).run()
    assert found.verdict is Verdict.UNKNOWN
    assert found.reason == "there was no time to check 2 unwindings"
    executions = (Interpreter(cfa).run(inputs) for inputs in ([0], [1, 1, 1, 1, 0]))
    condition = condition_of(cfa, found.automaton)
    assert [covered_after(condition, each.trace) is not None for each in executions] == [True, False]


_GROWING = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { unsigned a = 0, b = 1; while (__VERIFIER_nondet_int()) { unsigned c = a + b; a = b; b = c;
if (a == 123456789) reach_error(); } return 0; }"""


def test_a_search_that_a_limit_stops_says_up_to_which_bound_nothing_is_violated() -> None:
    cfa = automaton_of(_GROWING)
    deep = bmc.BoundedModelChecker(cfa, SoftLimits(states=60)).run()
    told = re.fullmatch(
        r"the search stopped .*; no violation with at most (\d+) executions of each loop body", deep.reason
    )
    assert told is not None
    bound = int(told.group(1))
    assert bound >= 2
    alone = bmc.BoundedModelChecker(cfa, SoftLimits(states=1)).run()
    assert alone.verdict is Verdict.UNKNOWN
    assert "no violation" not in alone.reason
