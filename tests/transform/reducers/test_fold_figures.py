"""absPow and the condition of Fig. 2 (fold paper): what the seven fold-reducers make of them (Fig. 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.reducers.catalogue import reducer
from tests.analysis.runs import automaton_of
from tests.places import ROOT
from tests.transform.residuals import check_residual

SEVEN = ("cfa", "lh", "lhc", "nlh", "lhb", "lhbc", "sep")
INPUTS = (0, 1, -1, 2, -2, 3, 9, -9, 1 << 30)


@pytest.fixture(scope="module")
def cfa(request: pytest.FixtureRequest) -> Cfa:
    return automaton_of((ROOT / "examples" / "abspow.c").read_text())


def branch(cfa: Cfa, text: str, truth: str) -> Edge:
    return next(e for e in cfa.edges if (e.label.statement, e.label.branch) == (text, f"condition-{truth}"))


def condition_of_figure_2(cfa: Cfa) -> ResolvedCondition:
    """The outermost else-branch is covered; in the if-branch both ways of the inner one are followed, each with states
    of its own, through one iteration of the loop, and no further.
    """
    moves: dict[tuple[str, Edge], frozenset[str]] = {}

    def along(state: str, name: str, edges: Iterable[Edge], last: str | None = None) -> str:
        for number, edge in enumerate(edges):
            moves[state, edge] = frozenset({f"{name}{number}"})
            state, before = f"{name}{number}", (state, edge)
        if last is not None:
            moves[before] = frozenset({last})
        return last or state

    trace = list(Interpreter(cfa).run([-2]).trace)
    outer = next(number for number, edge in enumerate(trace) if edge == branch(cfa, "N != 0", "true"))
    begun = along("q0", "a", trace[: outer + 1])
    moves[moves_to(moves, begun), branch(cfa, "N != 0", "false")] = frozenset({"qf"})
    for value, name in ((-2, "b"), (2, "c")):
        path = list(Interpreter(cfa).run([value]).trace)[outer + 1 :]
        heads = [number for number, edge in enumerate(path) if edge.source == branch(cfa, "p < N", "true").source]
        along(begun, name, path[: heads[1]])
    return ResolvedCondition(frozenset({"q0"}), frozenset({"qf"}), moves)


def moves_to(moves: dict[tuple[str, Edge], frozenset[str]], state: str) -> str:
    return next(source for (source, _), targets in moves.items() if state in targets)


@pytest.fixture(scope="module")
def residuals(cfa: Cfa) -> dict[str, Transformed]:
    return {name: reducer(name)(cfa, condition_of_figure_2(cfa)) for name in SEVEN}


def copies(residual: Transformed) -> dict[str, int]:
    """How often each statement of absPow is there."""
    counts = Counter(residual.origin[edge].label.statement for edge in residual.cfa.edges)
    return {text: counts[text] for text in ("N != 0", "N < 0", "N = -N", "p = 1", "p < N", "p = 2 * p")}


def test_residual_programs_are_those_of_figure_3(residuals: dict[str, Transformed]) -> None:
    """Branches are two edges. The else-branch of the outermost ``if`` is not there (one edge, and no ``p = 1`` of its
    own); (a) has what is left of the original, (b) an assignment before the loop for each branch, (c) one unrolled
    iteration, where branches have joined, (d) both, and (e) an unrolled iteration for each branch. Where the condition
    ends, at the second visit of the loop head, the loop itself follows.
    """
    same = {"N != 0": 1, "N < 0": 2, "N = -N": 1}
    assert copies(residuals["cfa"]) == {**same, "p = 1": 1, "p < N": 2, "p = 2 * p": 1}
    assert copies(residuals["lh"]) == {**same, "p = 1": 2, "p < N": 2, "p = 2 * p": 1}
    assert copies(residuals["nlh"]) == {**same, "p = 1": 1, "p < N": 6, "p = 2 * p": 2}
    assert copies(residuals["lhb"]) == {**same, "p = 1": 2, "p < N": 6, "p = 2 * p": 2}
    assert copies(residuals["sep"]) == {**same, "p = 1": 2, "p < N": 10, "p = 2 * p": 3}


def structure(residual: Transformed) -> frozenset[tuple[int, Edge, int]]:
    """The residual program, with locations numbered as a search from the entry finds them."""
    numbers = {residual.cfa.entry: 0}
    found, pending = set(), [residual.cfa.entry]
    while pending:
        source = pending.pop()
        for edge in sorted(residual.cfa.leaving[source], key=lambda edge: residual.origin[edge].number):
            if edge.target not in numbers:
                numbers[edge.target] = len(numbers)
                pending.append(edge.target)
            found.add((numbers[source], residual.origin[edge], numbers[edge.target]))
    return frozenset(found)


def test_five_residual_programs_differ_and_grow(residuals: dict[str, Transformed]) -> None:
    """As many as Fig. 3 has. Contexts make no difference to LH, since both branches go on in one uncovered loop; and
    each to LHB, which has a bound that is not reached.
    """
    shapes = {name: structure(residual) for name, residual in residuals.items()}
    assert shapes["lhc"] == shapes["lh"]
    assert shapes["lhbc"] == shapes["sep"]
    five = ("cfa", "lh", "nlh", "lhb", "sep")
    assert len({shapes[name] for name in five}) == 5
    sizes = [len(residuals[name].cfa.locations) for name in five]
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize("name", [*SEVEN, "monitor"])
def test_they_are_residual_programs(cfa: Cfa, name: str) -> None:
    condition = condition_of_figure_2(cfa)
    executions = [Interpreter(cfa).run([value]) for value in INPUTS]
    figures: Counter[str] = Counter()
    check_residual(reducer(name)(cfa, condition), condition, executions, figures)
    assert (figures["covered"], figures["not covered"]) == (1, len(INPUTS) - 1)


def test_the_bound_of_lhb_is_where_unrolling_ends(cfa: Cfa) -> None:
    condition = condition_of_figure_2(cfa)
    shapes = [structure(reducer("lhb", bound)(cfa, condition)) for bound in (0, 1, 2, 3, 10)]
    lh = structure(reducer("lh")(cfa, condition))
    assert shapes[0] == shapes[1] == lh
    assert shapes[2] != lh
    assert shapes[3] == shapes[4]
