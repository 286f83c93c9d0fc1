"""Programs as graphs to look at: all that is there is drawn once, and what is green is what a condition covers."""

from __future__ import annotations

import pytest

from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.reachability_graphs import NodeRole
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Location, Return
from coveriflow.transform.cfa_graphs import cfa_graph, levels
from coveriflow.transform.conditions.comparison import coverage, verified_edges
from tests.analysis.machines import machine
from tests.analysis.runs import automaton_of, explicit

TEXT = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice(int n) { while (n < 5) n++; return n; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 7) { n = 2; }
  else { n = twice(n); }
  if (n == 9) reach_error();
  return 0;
}
"""


def covered_part(cfa: Cfa, states: int) -> Condition:
    automaton = explicit(cfa, states=states).automaton
    return Condition(automaton.initial, automaton.accepting, automaton.transitions, "0" * 64)


def test_a_program_is_drawn_function_by_function() -> None:
    cfa = automaton_of(TEXT)
    graph = cfa_graph(cfa, "twice.c")
    assert len(graph.nodes) == len(cfa.locations) - 1  # nothing stops the program
    assert [node.state for node in graph.nodes if node.role is NodeRole.START] == ["main begins", "twice begins"]
    assert {node.title for node in graph.nodes if node.role is NodeRole.TARGET} == {"reach_error is called"}
    assert {"end of main", "end of twice", "line 6"} <= {node.title for node in graph.nodes}
    labels = [arc.label for arc in graph.arcs]
    assert len(labels) == sum(not isinstance(edge.operation, Return) for edge in cfa.edges)
    assert {"[n > 7]", "[!(n > 7)]", "twice(n)", "n = n + 1"} <= set(labels)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_green_is_what_is_covered(seed: int) -> None:
    cfa = automaton_of(machine(seed))
    condition = covered_part(cfa, 6 + 5 * seed)
    verified = verified_edges(cfa, condition)
    assert len(verified) == coverage(cfa, condition).edges.covered
    graph = cfa_graph(cfa, "machine", verified)
    inside = {e for e in verified if not isinstance(e.operation, Call | Return)}
    assert sum(arc.verified for arc in graph.arcs) >= len(inside)
    green = {node.name for node in graph.nodes if node.role is NodeRole.COVERED}
    assert all(arc.verified for arc in graph.arcs if arc.source in green or arc.target in green)


@pytest.mark.parametrize("seed", range(4))
def test_the_shape_has_each_location_at_its_distance(seed: int) -> None:
    """Fold paper, Fig. 5; the distances by relaxation of all edges."""
    cfa = automaton_of(machine(seed))
    distance: dict[Location, int] = {cfa.entry: 0}
    for _ in cfa.locations:
        for edge in cfa.edges:
            if edge.source in distance:
                known = distance.get(edge.target, len(cfa.edges))
                distance[edge.target] = min(known, distance[edge.source] + 1)
    counts = [list(distance.values()).count(level) for level in range(max(distance.values()) + 1)]
    assert list(levels(cfa)) == counts
