"""Loops: every cycle passes a head, the order is a weak topological one, and bounds count what they say they count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from graphlib import TopologicalSorter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.program.cfa.cfa import Cfa, Function, RawEdge, numbered
from coveriflow.program.cfa.edges import Call, Edge, Location, Return, Skip
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.interpreter.interpreter import End
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import WIDE
from tests.analysis.machines import INPUT_VALUES, machine
from tests.analysis.runs import (
    automaton_of,
    bounded,
    chunks,
    condition_of,
    covered_after,
    explicit,
    model_of,
    runs_of,
)

NOWHERE = Span("graph.c", 1)


@st.composite
def graphs(draw: st.DrawFn) -> Cfa:
    """Any control flow at all, irreducible too: up to eleven locations, of which the first is the entry."""
    size = draw(st.integers(1, 11))
    numbers = st.integers(0, size - 1)
    pairs = draw(st.lists(st.tuples(numbers, numbers), max_size=3 * size, unique=True))
    locations = [Location(n + 2, "main") for n in range(size)]
    leave = Location(size + 2, "main")
    raw = [RawEdge(locations[a], Skip(), locations[b], NOWHERE, "") for a, b in pairs]
    raw.append(RawEdge(locations[-1], Skip(), leave, NOWHERE, ""))
    main = Function("main", locations[0], leave, (), (), None)
    ends = Location(0, ""), Location(1, "")
    return Cfa(locations[0], *ends, numbered(raw), (), {"main": main}, "main", "reach_error", DataModel.LP64, WIDE)


def reachable(cfa: Cfa) -> set[Location]:
    seen, pending = {cfa.entry}, [cfa.entry]
    while pending:
        for edge in cfa.leaving[pending.pop()]:
            if edge.target not in seen:
                seen.add(edge.target)
                pending.append(edge.target)
    return seen


@given(graphs())
def test_every_cycle_passes_a_head(cfa: Cfa) -> None:
    loops, seen = loops_of(cfa), reachable(cfa)
    inner = [place for place in seen if not loops.is_head(place)]
    graph = {place: {e.target for e in cfa.leaving[place] if not loops.is_head(e.target)} for place in inner}
    TopologicalSorter(graph).prepare()  # raises where a cycle is left


@given(graphs())
def test_the_order_is_a_weak_topological_one(cfa: Cfa) -> None:
    """Bourdoncle 1993, Def. 1: an edge goes forward, or back to the head of a loop around its source."""
    loops, seen = loops_of(cfa), reachable(cfa)
    assert set(loops.rank) == seen
    assert len(set(loops.rank.values())) == len(seen)
    for edge in cfa.edges:
        if edge.source in seen:
            back = edge.target in loops.heads[edge.source]
            assert back == (loops.rank[edge.target] <= loops.rank[edge.source])


@given(graphs())
def test_loops_are_nested(cfa: Cfa) -> None:
    loops = loops_of(cfa)
    for location, heads in loops.heads.items():
        for level, head in enumerate(heads):
            assert loops.heads[head] == heads[: level + 1], "a head is in the loops around it and its own"
            assert loops.rank[head][: 2 * level] == loops.rank[location][: 2 * level]


# --- bounds -----------------------------------------------------------------------------------------------------------


def most_iterations(loops: Loops, trace: Sequence[Edge]) -> int:
    """How often, at most, control goes from a head into its loop between entering the loop and leaving it.

    Counted once more from the definition, one dictionary per active function.
    """
    frames: list[dict[Location, int]] = [{}]
    most = 0
    for edge in trace:
        if isinstance(edge.operation, Return):
            frames.pop()
            continue
        target = edge.operation.return_to if isinstance(edge.operation, Call) else edge.target
        after = loops.heads.get(target, ())
        counts = frames[-1]
        if edge.source in after and loops.is_head(edge.source):
            counts[edge.source] = counts.get(edge.source, 0) + 1
            most = max(most, counts[edge.source])
        frames[-1] = {head: n for head, n in counts.items() if head in after}
        if isinstance(edge.operation, Call):
            frames.append({})
    return most


@pytest.mark.parametrize("seeds", chunks(default=1, all_=42, size=24))
def test_a_loop_bound_covers_exactly_what_stays_within(
    seeds: range, record_property: Callable[[str, object], None]
) -> None:
    """Without error there is nothing else to cover: ended executions are covered if and only if they stay within."""
    figures: Counter[str] = Counter()
    for seed in seeds:
        text = machine(seed).replace("{ reach_error(); abort(); }", "g1 = 1;").replace("reach_error();", "g1 = 1;")
        bound = seed % 4
        try:
            cfa = automaton_of(text, model_of(seed))
        except NotSupported:
            continue
        loops, runs = loops_of(cfa), runs_of(cfa, INPUT_VALUES, 100, seed)
        by_value = explicit(cfa, 4000, loop_bound=bound)
        by_bmc = bounded(cfa, first=max(1, bound), last=max(1, bound))
        for findings, limit in ((by_value, bound), (by_bmc, max(1, bound))):
            if "abstract states" in findings.reason:
                continue
            condition = condition_of(cfa, findings.automaton)
            for execution in runs.executions:
                if execution.end in (End.RETURNED, End.STOPPED):
                    within = most_iterations(loops, execution.trace) <= limit
                    figures[f"within: {within}"] += 1
                    covered = covered_after(condition, execution.trace) is not None
                    assert covered == within, f"{seed}, bound {limit}: {execution.inputs}"
    record_property("figures", dict(figures))
    assert min(figures["within: True"], figures["within: False"]) > 10 * len(seeds), figures


BODIES = {
    "while": "while (i < {n}) i++;",
    "for": "for (int j = 0; j < {n}; j++) i++;",
    "do": "do i++; while (i < {n});",
    "goto": "again: if (i < {n}) {{ i++; goto again; }}",
    "nested": "for (int j = 0; j < {n}; j++) for (int k = 0; k < {n}; k++) i++;",
    "call": "for (int j = 0; j < {n}; j++) i += twice({n});",
    "in a row": "for (int j = 0; j < {n}; j++) i++; for (int j = 0; j < {n}; j++) i++;",
}
_PROGRAM = """
extern void reach_error(void);
extern void abort(void);
static int twice(int n) {{ int r = 0; for (int j = 0; j < n; j++) r++; for (int j = 0; j < n; j++) r++; return r; }}
int main(void) {{ int i = 0; {loop} if (i < 0) reach_error(); return 0; }}
"""


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_k_is_the_number_of_body_executions_per_entry(kind: str, n: int) -> None:
    """Contract, unwinding k: a loop whose body runs n times each time it is entered needs bound n, not more, not
    less."""
    cfa = automaton_of(_PROGRAM.format(loop=BODIES[kind].format(n=n)))
    assert bounded(cfa, first=n, last=n).automaton.initial in bounded(cfa, first=n, last=n).automaton.accepting
    assert explicit(cfa, loop_bound=n).verdict.decisive
    if n > 1:
        assert not bounded(cfa, first=n - 1, last=n - 1).verdict.decisive
    assert not explicit(cfa, loop_bound=n - 1).verdict.decisive
