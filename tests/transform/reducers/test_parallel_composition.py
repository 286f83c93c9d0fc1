"""ParComp on generated programs: the residual property (fold paper, Def. 3) and path preservation (Def. 4), by
execution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Operation, Return, Skip
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.reducers.parallel_composition import parallel_composition
from tests.analysis.runs import (
    STEPS,
    automaton_of,
    bounded,
    chunks,
    condition_of,
    covered_after,
    explicit,
    model_of,
    runs_of,
    small_program,
)

_EXECUTIONS = 80
PARTIAL: list[Callable[[Cfa, int], Findings]] = [
    lambda cfa, n: explicit(cfa, states=4 + n % 30),
    lambda cfa, n: explicit(cfa, 600, loop_bound=n % 3),
    lambda cfa, n: explicit(cfa, 600, path_length=6 + n % 40),
    lambda cfa, n: bounded(cfa, first=1 + n % 2, last=1 + n % 2),
    lambda cfa, n: bounded(cfa, 600, assume_edges=2 + n % 9, last=2),
]


@pytest.mark.parametrize("seeds", chunks(default=1, all_=32, size=30))
def test_residual_programs_of_generated_programs(seeds: range, record_property: Callable[[str, object], None]) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        try:
            cfa = automaton_of(text, model_of(seed))
        except NotSupported:
            continue
        figures["programs"] += 1
        executions = runs_of(cfa, values, _EXECUTIONS, seed).executions
        for number in (seed, 3 * seed + 1):
            condition = condition_of(cfa, PARTIAL[number % len(PARTIAL)](cfa, number // 2).automaton)
            check_residual(cfa, condition, executions, figures)
    record_property("figures", dict(figures))
    assert figures["covered"] > len(seeds), figures
    assert figures["not covered"] > 5 * len(seeds), figures
    assert figures["cut"] > len(seeds) / 2, figures


def check_residual(
    cfa: Cfa, condition: ResolvedCondition, executions: Sequence[Execution], figures: Counter[str]
) -> None:
    """The automaton itself, edge by edge; and what a verifier gets, the printed text, by its behaviour."""
    product = parallel_composition(cfa, condition)
    check_paths(cfa, product)
    reparsed = automaton_of(printed(product.cfa).text, cfa.data_model)
    own, text = Interpreter(product.cfa), Interpreter(reparsed)
    for execution in executions:
        values = [value for _, value in execution.inputs]
        covered = covered_after(condition, execution.trace)
        figures["not covered" if covered is None else "covered"] += 1
        _check_trace(product, own.run(values, 3 * STEPS), execution, covered)
        _check_behaviour(text.run(values, 6 * STEPS), execution, covered, figures)


def _check_trace(product: Transformed, residual: Execution, original: Execution, covered: int | None) -> None:
    """The residual execution takes the original's edges, all of them or those before the one that completes
    coverage."""
    taken = origins_along(product, residual.trace)
    if covered is None:
        assert taken[: len(original.trace)] == original.trace
        cut_off = original.end is End.TOO_LONG
        assert cut_off or (residual.end, residual.status) == (original.end, original.status)
    else:
        assert taken == original.trace[: max(0, covered - 1)]
        assert residual.end is End.CUT


def origins_along(product: Transformed, trace: Sequence[Edge]) -> tuple[Edge, ...]:
    """The original's edges along ``trace``: a call is inlined as one assignment for each parameter."""
    found: list[Edge] = []
    pending = 0
    for edge in trace:
        origin = product.origin[edge]
        if pending == 0:
            found.append(origin)
            pending = max(1, len(origin.operation.parameters)) if isinstance(origin.operation, Call) else 1
        pending -= 1
    return tuple(found)


def _check_behaviour(residual: Execution, original: Execution, covered: int | None, figures: Counter[str]) -> None:
    read, had = ([value for _, value in e.inputs] for e in (residual, original))
    same = residual.end is original.end and residual.status == original.status
    if original.end is End.TOO_LONG and covered is None:
        assert read[: len(had)] == had
        return
    assert read == had[: len(read)], "the residual program reads what the original does not"
    if covered is None:
        assert same, (residual.end, original.end)
        assert read == had
    else:
        stopped = residual.end is End.STOPPED and residual.status is None
        assert stopped or (same and read == had), residual.end
        figures["cut"] += stopped and not (same and read == had)


def check_paths(cfa: Cfa, product: Transformed) -> None:
    """Def. 4: a location of the residual program belongs to one of the original's, its edges are edges there."""
    places: dict[Location, Location] = {product.cfa.entry: cfa.entry}
    for source, edges in product.cfa.leaving.items():
        for edge in edges:
            original = product.origin[edge]
            assert original in cfa.edges
            last = _last_of_inlined(product, edge)
            if not _inside_of_inlined(product, source):
                assert places.setdefault(source, original.source) == original.source
            if last:
                assert places.setdefault(edge.target, original.target) == original.target
            _check_operation(edge, original)
    for location in product.cfa.locations:
        operations = [product.origin[e] for e in product.cfa.leaving[location]]
        assert len(set(operations)) == len(operations), "a residual program of a deterministic one is deterministic"


def _inside_of_inlined(product: Transformed, location: Location) -> bool:
    entering = product.cfa.entering[location]
    return bool(entering) and not _last_of_inlined(product, entering[0])


def _last_of_inlined(product: Transformed, edge: Edge) -> bool:
    """Whether ``edge`` completes its original: only a call of several parameters takes several edges."""
    original = product.origin[edge].operation
    return not isinstance(original, Call) or _assigns(edge, original) >= len(original.parameters) - 1


def _assigns(edge: Edge, call: Call) -> int:
    if isinstance(edge.operation, Assign) and call.parameters:
        return [p.name for p in call.parameters].index(edge.operation.target.name)  # type: ignore[union-attr]
    return len(call.parameters)


def _check_operation(edge: Edge, original: Edge) -> None:
    match original.operation:
        case Call(_, parameters, arguments):
            inlined: list[Operation] = [Assign(p, a) for p, a in zip(parameters, arguments, strict=True)]
            assert edge.operation in (inlined or [Skip()])
        case Return(_, value, target):
            assert edge.operation == (Skip() if target is None or value is None else Assign(target, value))
        case operation:
            assert edge.operation == operation


def test_a_condition_that_covers_all_leaves_nothing() -> None:
    cfa = automaton_of("extern void reach_error(void); int main(void) { int x = 3; while (x) x--; return x; }")
    condition = condition_of(cfa, explicit(cfa).automaton)
    residual = parallel_composition(cfa, condition).cfa
    assert not residual.leaving[residual.entry]
    execution = Interpreter(automaton_of(printed(residual).text)).run([])
    assert (execution.end, execution.inputs) == (End.STOPPED, ())
    assert explicit(cfa, given=condition).verdict.decisive
    assert bounded(cfa, given=condition, last=1).verdict.decisive


def test_a_condition_that_covers_nothing_leaves_the_program() -> None:
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        int twice(int x, int y) { return x + y; }
        int main(void) { int n = __VERIFIER_nondet_int(); if (twice(n, n) == 8) reach_error(); return twice(1, 2); }""")
    condition = condition_of(cfa, explicit(cfa, states=0).automaton)
    executions = [Interpreter(cfa).run([n]) for n in (0, 4, 5)]
    figures: Counter[str] = Counter()
    check_residual(cfa, condition, executions, figures)
    assert figures["covered"] == 0


def test_a_call_is_one_edge_for_a_condition_however_it_is_inlined() -> None:
    """What a condition covers behind a call in the residual program is what it covers behind the original's call."""
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        static int count;
        int step(int x, int y, int z) { count++; if (count > 2) return x; return y + z; }
        int main(void) {
          int r = 0;
          for (int i = 0; i < 4; i++) r += step(r, i, __VERIFIER_nondet_int());
          if (r == 12345) reach_error();
          return r;
        }""")
    figures: Counter[str] = Counter()
    executions = [Interpreter(cfa).run(values) for values in ([0, 0, 0, 0], [1, 2, 3, 4], [6171, 6170, 0, 0])]
    for length in range(3, 60, 2):
        check_residual(cfa, condition_of(cfa, explicit(cfa, path_length=length).automaton), executions, figures)
