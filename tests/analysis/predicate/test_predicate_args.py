"""The reachability graphs of one example under each configuration are what the unifying paper's Sect. 4 says of them.

The paper's own example (Fig. 2) is a picture; this one has a loop, a branching in it, and an error that needs the fact
``a + b == 100`` at the loop head.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Outcome
from coveriflow.analysis.predicate.algorithms import cpa_plus_plus
from coveriflow.analysis.predicate.arg import Arg, ArgNode, predicate_state
from coveriflow.analysis.predicate.blocks import BlockOperator, block_end
from coveriflow.analysis.predicate.configuration import TABLE, Configuration
from coveriflow.analysis.predicate.formulas import now, variables_at
from coveriflow.analysis.predicate.questions import Questions
from coveriflow.analysis.predicate.search import Search
from coveriflow.analysis.predicate.states import Abstraction, Precision, PredicateState
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.logic import build
from coveriflow.logic.encoding import sort_of
from coveriflow.logic.interpolation.chain import Chain
from coveriflow.logic.terms import FALSE, TRUE, Op, Term, bits
from coveriflow.program.cfa.edges import Location
from tests.analysis.runs import automaton_of

PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = 100 - a;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { a++; b--; } else { a = 100 - b; }
    if (a + b != 100) reach_error();
  }
  return 0;
}
"""


def head(search: Search) -> Location:
    (found,) = (location for location in search.cfa.locations if search.loops.is_head(location))
    return found


def search_for(configuration: Configuration, bound: int | None = None) -> Search:
    watch = LimitWatch(SoftLimits(cpu=60))
    return Search(automaton_of(PROGRAM), configuration, Questions(watch), Chain(), PathLimits(bound))


def formula(node: ArgNode) -> Term:
    return predicate_state(node).abstraction.formula


def is_equality(search: Search, term: Term) -> bool:
    """Whether ``term`` says ``a + b == 100``."""
    total = build.arithmetic(Op.ADD, now("main::a", 32), now("main::b", 32))
    equal = build.equal(total, bits(100, 32))
    return search.questions.entails(term, equal) and search.questions.entails(equal, term)


@dataclass(frozen=True)
class Graph:
    """``abstractions``: abstraction states that are not *false*; ``empty``: those that are."""

    search: Search

    @property
    def abstractions(self) -> list[ArgNode]:
        return [n for n in self.search.arg.nodes if predicate_state(n).is_abstraction and formula(n) is not FALSE]

    @property
    def empty(self) -> list[ArgNode]:
        return [n for n in self.search.arg.nodes if predicate_state(n).is_abstraction and formula(n) is FALSE]

    @property
    def intermediate(self) -> list[ArgNode]:
        return [n for n in self.search.arg.nodes if not predicate_state(n).is_abstraction]


def closed(configuration: Configuration) -> Graph:
    search = search_for(configuration)
    assert search.run(search.questions.watch) is Outcome.CLOSED
    return Graph(search)


def check_blocks(graph: Graph) -> None:
    """What holds for all analyses with abstraction (Sect. 3.1)."""
    search, arg = graph.search, graph.search.arg
    for node in (*graph.abstractions, *graph.empty):
        location = node.state.position.location
        assert node is arg.root or search.loops.is_head(location) or location == search.cfa.error
    places = [(predicate_state(n).abstraction, n.state.position) for n in graph.intermediate]
    assert len(places) == len(set(places)), "intermediate states of a block merge"
    assert not any(node in arg.covered_by for node in graph.intermediate)
    parents = [predicate_state(n).abstraction.before for n in (*graph.abstractions, *graph.empty)]
    assert [p for p in parents if p is None] == [None], "the abstraction states are a tree"
    assert all(n.state.position.location != search.cfa.error for n in graph.abstractions)


def test_predicate_abstraction() -> None:
    """Sect. 4.3: one predicate at the loop head; the second abstraction state there is covered by the first."""
    graph = closed(TABLE["predicate"])
    check_blocks(graph)
    search, (root, first, second) = graph.search, graph.abstractions
    assert root is search.arg.root
    assert is_equality(search, formula(first))
    assert search.arg.covered_by == {second: first}
    assert not second.arcs
    (unreachable,) = graph.empty
    assert unreachable.state.position.location == search.cfa.error
    precision = predicate_state(second).precision
    assert precision.at(search.cfa.error) == {FALSE}
    assert len(precision.at(head(search))) >= 1
    assert not precision.at(search.cfa.entry)


def test_the_abstraction_begins_with_no_predicates() -> None:
    """Before any refinement every abstraction formula is *true* and no solver is needed for it (Sect. 3.1.6)."""
    search = search_for(TABLE["predicate"])
    target = cpa_plus_plus(search.operators, search.arg, search.questions.watch)
    assert not isinstance(target, Outcome)
    assert target.state.position.location == search.cfa.error
    assert all(formula(n) is TRUE for n in search.arg.nodes)


def test_impact_with_forced_covering() -> None:
    """Sect. 4.4: the interpolant strengthens the state at the head, the next one is covered by force; the precision
    stays empty.
    """
    graph = closed(TABLE["impact"])
    check_blocks(graph)
    search, (_, first, second) = graph.search, graph.abstractions
    assert search.operators.refiner.refinements == 1
    assert is_equality(search, formula(first))
    assert is_equality(search, formula(second))
    assert search.arg.covered_by == {second: first}
    assert not any(predicate_state(n).precision.predicates for n in search.arg.nodes)
    assert len(graph.empty) == 1


def test_impact_without_forced_covering() -> None:
    """New abstraction states are *true*: a second refinement is needed before one covers the other (Fig. 3b)."""
    graph = closed(replace(TABLE["impact"], forced_covering=False))
    search = graph.search
    assert search.operators.refiner.refinements == 2
    covered, by = next(iter(search.arg.covered_by.items()))
    assert is_equality(search, formula(by))
    assert search.questions.entails(formula(covered), formula(by))


def test_both_refinements() -> None:
    """Sect. 4.5.1 (Ufo): states are strengthened, and new ones are abstracted with the predicates."""
    graph = closed(TABLE["ufo"])
    check_blocks(graph)
    assert any(predicate_state(n).precision.predicates for n in graph.search.arg.nodes)
    assert graph.search.arg.covered_by


@pytest.mark.parametrize("bound", [1, 2, 3])
def test_bounded_model_checking(bound: int) -> None:
    """Sect. 4.1: no abstraction states but the first, no coverage; the loop is unrolled up to the bound."""
    search = search_for(TABLE["bmc"], bound)
    assert cpa_plus_plus(search.operators, search.arg, search.questions.watch) is Outcome.CLOSED
    graph = Graph(search)
    assert graph.abstractions == [search.arg.root]
    assert not search.arg.covered_by
    heads = [n for n in search.arg.nodes if n.state.position.location == head(search)]
    assert len(heads) == bound + 1
    (target,) = (n for n in search.arg.nodes if n.target and n.left_out is None)
    assert len([arc for n in search.arg.nodes for arc in n.arcs if arc.target is target]) == bound
    assert search.questions.unsatisfiable(predicate_state(target).path.guard)
    cut = [n for n in search.arg.nodes if n.left_out is not None]
    assert cut, "the forward condition has something to ask"
    assert not search.questions.unsatisfiable(predicate_state(cut[0]).path.guard)


def test_step_case_of_k_induction() -> None:
    """Sect. 4.2: the same CPA from any state at the loop head, with bound k + 1: no error in the last iteration after a
    safe one. Here k = 1.
    """
    search = search_for(TABLE["kinduction"], 2)
    position = Position(head(search))
    known = variables_at(search.cfa, search.formulas.forgotten, position)
    path = search.formulas.beginning({v.name: sort_of(v.type) for v in known})
    begin = PredicateState(Abstraction(TRUE, position, path, 0), path, Precision())
    state = search.analysis.initial()._replace(position=position)
    arg = Arg(
        search.analysis, lambda s: s.position.location.number, state._replace(elements=(begin, *state.elements[1:]))
    )
    operators = replace(search.operators, arg=arg)
    assert cpa_plus_plus(operators, arg, search.questions.watch) is Outcome.CLOSED
    guards = {
        arc.source.state.elements[1][-1].counts[0][1]: arc.arrived.elements[0].path.guard
        for node in arg.nodes
        for arc in node.arcs
        if arc.target.target and arc.target.left_out is None
    }
    assert sorted(guards) == [1, 2]
    assert not search.questions.unsatisfiable(guards[1]), "the hypothesis is needed"
    assert search.questions.unsatisfiable(guards[2])


def test_block_operators() -> None:
    text = "int f(int x) { return x; } int main(void) { int i = 0; while (i < 3) i = f(i) + 1; return f(i); }"
    cfa = automaton_of(text)
    search = Search(cfa, TABLE["predicate"], Questions(LimitWatch(SoftLimits())), Chain())
    ends = {op: {at for at in cfa.locations if block_end(op, cfa, search.loops)(at)} for op in BlockOperator}
    assert not ends[BlockOperator.NEVER]
    assert ends[BlockOperator.L] == {head(search), cfa.error}
    functions = {e.target for e in cfa.edges if type(e.operation).__name__ in ("Call", "Return")}
    assert ends[BlockOperator.LF] == ends[BlockOperator.L] | functions
