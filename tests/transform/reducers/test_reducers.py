"""All reducers on generated programs and generated conditions (fold paper, Sect. 3), by execution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import Execution, Interpreter
from coveriflow.transform.contracts import Blocks, Unfolding, by_key
from coveriflow.transform.reducers.catalogue import NAMES, reducer, slicing
from coveriflow.transform.reducers.folding import Fold, NotAReducerError, determinised, fold
from coveriflow.transform.reducers.parallel_composition import product
from coveriflow.transform.reducers.partitioners import Folder, partitioner
from tests.analysis.machines import INPUT_VALUES, machine
from tests.analysis.runs import STEPS, automaton_of, chunks, condition_of, explicit, model_of, runs_of, small_program
from tests.transform.residuals import any_condition, check_deterministic, check_residual

_EXECUTIONS = 24
INLINING = [folder.name.lower() for folder in Folder]


def subjects(seed: int) -> tuple[Cfa, list[Execution], list[ResolvedCondition]] | None:
    """A program, executions of it, and conditions: any, and one that an analysis wrote."""
    text, values = small_program(seed)
    try:
        cfa = automaton_of(text, model_of(seed))
    except NotSupported:
        return None
    executions = list(runs_of(cfa, values, _EXECUTIONS, seed).executions)
    rng = random.Random(seed)
    written = condition_of(cfa, explicit(cfa, states=4 + seed % 40).automaton)
    return cfa, executions, [any_condition(rng, executions, rng.choice([2, 5, 30])), written]


@pytest.mark.parametrize("seeds", chunks(default=1, all_=30, size=6))
def test_residual_property_of_all_reducers(seeds: range, record_property: Callable[[str, object], None]) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        found = subjects(seed)
        if found is None:
            continue
        cfa, executions, conditions = found
        for condition in conditions:
            for number, name in enumerate(NAMES):
                bound = 1 + (seed + number) % 3
                residual = reducer(name, bound)(cfa, condition)
                check_deterministic(residual.cfa)
                is_read = number % 4 == seed % 4
                check_residual(residual, condition, executions, figures, reads_text=is_read)
                if is_read:
                    cut = slicing(reducer(name, bound))(cfa, condition)
                    check_residual(cut, condition, executions, figures, slices=True)
    record_property("figures", dict(figures))
    demanded = {"covered": 20, "not covered": 40, "cut": 10} | ({"errors": 1} if 0 in seeds else {})  # few have errors
    for what, least in demanded.items():
        assert figures[what] > least * len(seeds), figures


def _any_partitioner(rng: random.Random) -> Callable[[Unfolding], Blocks]:
    """A location-consistent partitioner that unites places at random."""
    kinds = rng.choice([1, 2, 5])
    return lambda graph: by_key(graph, [rng.randrange(kinds) for _ in graph.places])


@settings(deadline=None, max_examples=8, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_any_location_consistent_partitioner_makes_a_reducer(rng: random.Random) -> None:
    """Def. 8 and Cor. 1."""
    cfa = automaton_of(machine(rng.randrange(10_000)))
    executions = list(runs_of(cfa, INPUT_VALUES, 12, 0).executions)
    condition = any_condition(rng, executions, rng.choice([2, 6, 30]))
    fold_reducer = Fold(_any_partitioner(rng))
    graph = fold_reducer.folded(cfa, condition)
    steps = [(step.source, step.edge) for step in graph.steps]
    assert len(set(steps)) == len(steps)
    residual = fold_reducer(cfa, condition)
    check_deterministic(residual.cfa)
    check_residual(residual, condition, executions, Counter(), reads_text=False)


@pytest.mark.parametrize("seed", range(6))
def test_algorithm_1_refines_the_partition_as_little_as_needed(seed: int) -> None:
    """What it unites beyond the given blocks, the definition of the algorithm unites, too: done naively here."""
    cfa = automaton_of(machine(seed))
    executions = list(runs_of(cfa, INPUT_VALUES, 12, 0).executions)
    graph = product(cfa, any_condition(random.Random(seed), executions, 12))
    blocks = list(_any_partitioner(random.Random(seed))(graph))
    found = {frozenset(block) for block in determinised(graph, blocks)}
    assert found == _naively_determinised(graph, blocks)


def _naively_determinised(graph: Unfolding, blocks: Blocks) -> set[frozenset[int]]:
    """Algorithm 1 as the paper has it."""
    found = {frozenset(block) for block in blocks}
    while True:
        block_of = {number: block for block in found for number in block}
        leads: dict[tuple[frozenset[int], int], frozenset[int]] = {}
        for step in graph.steps:
            target = block_of[step.target]
            known = leads.setdefault((block_of[step.source], step.edge.number), target)
            if known != target:
                found = (found - {known, target}) | {known | target}
                break
        else:
            return found


def _in_calls() -> Cfa:
    return automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        int twice(int x) { while (x < 5) x++; return x; }
        int main(void) { int n = twice(__VERIFIER_nondet_int()); if (twice(n) == 8) reach_error(); return n; }""")


def _nothing(_cfa: Cfa) -> ResolvedCondition:
    return ResolvedCondition(frozenset({"q"}), frozenset(), {})


@pytest.mark.parametrize(
    ("partitioner_", "message"),
    [
        (lambda graph: [range(len(graph.places))], "not location-consistent"),
        (lambda graph: _by_location(graph), "not location-consistent"),
        (lambda graph: [[number] for number in range(len(graph.places) - 1)], "in no block"),
        (lambda graph: [*([number] for number in range(len(graph.places))), [0]], "in two blocks"),
        (lambda graph: [[len(graph.places)]], "or not there"),
    ],
)
def test_a_partitioner_that_is_none_is_refused(partitioner_: Callable[[Unfolding], Blocks], message: str) -> None:
    """Def. 5. The same location in two calls is two locations of the program without calls."""
    cfa = _in_calls()
    with pytest.raises(NotAReducerError, match=message):
        Fold(partitioner_)(cfa, _nothing(cfa))


def _by_location(graph: Unfolding) -> Blocks:
    blocks: dict[object, list[int]] = {}
    for number, place in enumerate(graph.places):
        blocks.setdefault(place.location, []).append(number)
    return blocks.values()


def test_a_basis_that_is_not_path_preserving_is_refused() -> None:
    """Def. 4."""
    cfa = _in_calls()
    united = partitioner(Folder.CFA)

    def elsewhere(cfa: Cfa, condition: ResolvedCondition) -> Unfolding:
        graph = product(cfa, condition)
        return Unfolding(cfa, (graph.places[1], *graph.places[1:]), graph.steps)

    def jumping(cfa: Cfa, condition: ResolvedCondition) -> Unfolding:
        graph = product(cfa, condition)
        first, *rest = graph.steps
        return Unfolding(cfa, graph.places, (first, *(type(first)(s.source, s.edge, 2) for s in rest)))

    for basis, message in ((elsewhere, "begins elsewhere"), (jumping, "elsewhere")):
        with pytest.raises(NotAReducerError, match=message):
            Fold(united, basis)(cfa, _nothing(cfa))


def test_any_path_preserving_reducer_is_a_basis() -> None:
    """A fold-reducer, say: folded again by another partitioner."""
    cfa = automaton_of(machine(3))
    executions = list(runs_of(cfa, INPUT_VALUES, 40, 0).executions)
    condition = any_condition(random.Random(1), executions, 30)
    twice = Fold(partitioner(Folder.CFA), Fold(partitioner(Folder.NLH)).folded)
    check_residual(twice(cfa, condition), condition, executions, Counter())
    assert len(twice(cfa, condition).cfa.edges) == len(Fold(partitioner(Folder.CFA))(cfa, condition).cfa.edges)


def test_fold_without_algorithm_1_is_nondeterministic() -> None:
    """Fig. 4: where only loop heads are united, the same edge leads into the loop's body twice."""
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        int main(void) { int p = 1, n = __VERIFIER_nondet_int(); while (p < n) { p = 2 * p; } return p; }""")
    executions = list(runs_of(cfa, 5, 8, 0).executions)
    graph = product(cfa, along(executions[4].trace[:5]))
    blocks = list(partitioner(Folder.LH)(graph))
    leads = Counter((step.source, step.edge) for step in fold(graph, blocks).steps)
    assert max(leads.values()) > 1
    assert max(Counter((s.source, s.edge) for s in fold(graph, determinised(graph, blocks)).steps).values()) == 1


def along(trace: Sequence[Edge]) -> ResolvedCondition:
    """A condition that only follows a path, and covers nothing."""
    moves = {(f"q{number}", edge): frozenset({f"q{number + 1}"}) for number, edge in enumerate(trace)}
    return ResolvedCondition(frozenset({"q0"}), frozenset({"covered"}), moves)


def test_loop_heads_can_be_chosen() -> None:
    """L': only the outer loop becomes a loop again, or only the inner one."""
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int n = __VERIFIER_nondet_int(), s = 0;
          for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
              s++;
          return s;
        }""")
    deepest = max(runs_of(cfa, 4, 8, 0).executions, key=lambda execution: len(execution.trace))
    condition = along(deepest.trace)
    outer, inner = sorted({heads[-1] for heads in loops_of(cfa).heads.values() if heads}, key=lambda head: head.number)
    counts = {}
    for heads in ((), (outer,), (inner,), (outer, inner)):
        graph = Fold(partitioner(Folder.LH, heads=heads)).folded(cfa, condition)
        counts[heads] = [sum(place.location == head for place in graph.places) for head in (outer, inner)]
    assert counts[()] == [5, 13]
    assert counts[outer,] == [1, 1]  # then all inner loops are united, too: they begin alike
    assert counts[inner,] == [2, 1]  # before an inner loop, and behind one
    assert counts[outer, inner] == [1, 1]


_RECURSIVE = """\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned sum(unsigned n) {
  if (n == 0) return 0;
  unsigned m = sum(n - 1);
  return m + n;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 7) n++;
  if (sum(n) == 3) reach_error();
  return 0;
}
"""


def test_inlining_reducers_refuse_unbounded_recursion() -> None:
    cfa = automaton_of(_RECURSIVE)
    for name in INLINING:
        with pytest.raises(NotSupported, match=r"recursive calls of 'sum' inlined.*program.c, line 5"):
            reducer(name)(cfa, _nothing(cfa))


def test_recursion_that_a_condition_bounds_is_inlined() -> None:
    cfa = automaton_of(_RECURSIVE)
    executions = list(runs_of(cfa, 3, 8, 0).executions)
    deepest = max(executions, key=lambda execution: len(execution.trace))
    calls = [number for number, edge in enumerate(deepest.trace) if edge.label.statement == "sum(n - 1)"]
    covered = along(deepest.trace[: calls[-1]])
    last = (f"q{calls[-1]}", deepest.trace[calls[-1]])
    condition = ResolvedCondition(covered.initial, covered.accepting, {**covered.moves, last: covered.accepting})
    first = next(edge for edge in cfa.edges if edge.label.statement == "sum(n - 1)")
    bounded = {**condition.moves, (f"q{calls[0]}", first): frozenset({"covered"})}
    shallow = ResolvedCondition(condition.initial, condition.accepting, bounded)
    for name in INLINING:
        with pytest.raises(NotSupported, match="recursive calls"):
            reducer(name)(cfa, condition)
    branch = next(edge for edge in cfa.edges if edge.label.statement == "n == 7" and edge not in deepest.trace)
    alone = ResolvedCondition(
        shallow.initial,
        shallow.accepting,
        {**bounded, **{(f"q{number}", branch): frozenset({"covered"}) for number in range(9)}},
    )
    for name in INLINING:
        check_residual(reducer(name)(cfa, alone), alone, executions, Counter())


@pytest.mark.parametrize("name", ["monitor", "prune"])
@pytest.mark.parametrize("seed", range(3))
def test_calls_stay_calls_and_recursion_recursion(seed: int, name: str) -> None:
    cfa = automaton_of(_RECURSIVE)
    executions = list(runs_of(cfa, 9, 20, 0).executions)
    rng = random.Random(seed)
    figures: Counter[str] = Counter()
    for states in (2, 5, 40):
        condition = any_condition(rng, executions, states)
        residual = reducer(name)(cfa, condition)
        check_deterministic(residual.cfa)
        check_residual(residual, condition, executions, figures)
        check_residual(slicing(reducer(name))(cfa, condition), condition, executions, figures, slices=True)
    assert figures["covered"], figures
    assert figures["not covered"], figures


def test_a_monitor_that_is_never_asked_is_left_away() -> None:
    cfa = automaton_of(_RECURSIVE)
    branch = next(edge for edge in cfa.edges if edge.label.statement == "n == 7")
    first = cfa.leaving[cfa.entry][0]
    before = [edge for edge in cfa.edges if edge.target == branch.source]
    path = [first, *(edge for edge in before if edge != first), branch]
    taken = along(path)
    condition = ResolvedCondition(
        taken.initial, taken.accepting, {**taken.moves, (f"q{len(path) - 1}", branch): taken.accepting}
    )
    residual = reducer("monitor")(cfa, condition)
    assert not residual.inner
    assert {each.variable.name for each in residual.cfa.globals} == {each.variable.name for each in cfa.globals}
    gone = set(cfa.edges) - set(residual.origin.values())
    assert {edge.label.statement for edge in gone} >= {"n == 7", "n = n + 1"}


_SHARED = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
void one(void) { int i = 0; while (__VERIFIER_nondet_int()) i += 2; check(i % 2 == 0); }
void two(int n) { while (n > 0) n--; check(n <= 0); }
int main(void) {
  if (__VERIFIER_nondet_int()) one();
  else two(__VERIFIER_nondet_int());
  return 0;
}
"""


def test_what_only_covered_executions_take_is_left_out_of_all_functions() -> None:
    """A function that both parts call returns to those only that call it."""
    cfa = automaton_of(_SHARED)
    calls = {edge.label.statement: edge for edge in cfa.edges}
    to_one = next(edge for edge in cfa.edges if edge.target == calls["one()"].source)
    before = [edge for edge in cfa.edges if edge.target == to_one.source]
    path = [*cfa.leaving[cfa.entry], *(edge for edge in before if edge.source != cfa.entry), to_one]
    taken = along(path)
    covers_one = {**taken.moves, (f"q{len(path) - 1}", to_one): taken.accepting}
    condition = ResolvedCondition(taken.initial, taken.accepting, covers_one)
    residual = reducer("prune")(cfa, condition)
    left = {edge.source.function for edge in residual.cfa.edges}
    assert left == {"main", "two", "check"}
    assert set(residual.cfa.functions) == left
    assert {edge.target.function for edge in residual.cfa.edges if edge.source.function == "check"} >= {"two"}
    whole = reducer("prune")(cfa, _nothing(cfa))
    assert whole.cfa is cfa
    executions = list(runs_of(cfa, 5, 20, 0).executions)
    figures: Counter[str] = Counter()
    check_residual(residual, condition, executions, figures)
    assert figures["covered"], figures
    assert figures["not covered"], figures


def test_a_slice_ends_where_the_error_is_out_of_reach() -> None:
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        int main(void) {
          int n = __VERIFIER_nondet_int(), s = 0;
          if (n < 3) { for (int i = 0; i < n; i++) s++; return s; }
          if (n == 20) reach_error();
          while (n > 0) n--;
          return 7 / s;
        }""")
    cut = slicing(reducer("identity"))(cfa, _nothing(cfa))
    kept = {edge.label.statement for edge in cut.cfa.edges}
    assert "s = s + 1" not in kept
    assert {"n == 20", "n = n - 1"} <= kept, "the division behind the loop may be undefined"
    assert "7 / s" not in " ".join(kept - {text for text in kept if text.startswith("no ")})
    executions = list(runs_of(cfa, 22, 30, 0).executions)
    figures: Counter[str] = Counter()
    check_residual(cut, _nothing(cfa), executions, figures, slices=True)
    assert figures["errors"] == 1
    assert figures["cut"] > 2


_CALLS = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int (*chosen)(int);
int inc(int x) { return x + 1; }
int dec(int x) { return x - 1; }
void never(void) { while (1) { } }
int main(void) {
  int n = __VERIFIER_nondet_int();
  chosen = n ? inc : dec;
  n = chosen(n);
  if (n == 3) reach_error();
  if (n == 4) never();
  return n;
}
"""


@pytest.mark.parametrize("name", ["monitor", "cfa", "sep"])
@pytest.mark.parametrize("function", ["inc", "dec"])
def test_what_is_covered_when_a_call_returns_ends_there(name: str, function: str) -> None:
    cfa = automaton_of(_CALLS)
    returns = [e for e in cfa.edges if isinstance(e.operation, Return) and e.operation.function == function]
    moves = {("q", edge): frozenset({"covered" if edge in returns else "q"}) for edge in cfa.edges}
    condition = ResolvedCondition(frozenset({"q"}), frozenset({"covered"}), moves)
    executions = [Interpreter(cfa).run([value], STEPS) for value in range(6)]
    figures: Counter[str] = Counter()
    check_residual(reducer(name)(cfa, condition), condition, executions, figures)
    assert figures["covered"] == (5 if function == "inc" else 1)


def test_added_locations_are_new() -> None:
    """Also where a call returns to that never does, and where no edge is therefore."""
    plain = automaton_of(_CALLS)
    unused = Location(plain.locations[-1].number + 1, "main")
    edges = tuple(_returning_to(unused, edge) for edge in plain.edges)
    cfa = replace(plain, edges=edges)
    last = next(edge for edge in edges if edge.label.statement == "n == 3")
    branch = next(edge for edge in edges if edge.label.branch == "condition-true")
    kept = {("q", edge): frozenset({"r" if edge is branch else "q"}) for edge in edges}
    split = {("r", edge): frozenset({"covered" if edge is last else "r"}) for edge in edges}
    condition = ResolvedCondition(frozenset({"q"}), frozenset({"covered"}), {**kept, **split})
    residual = reducer("monitor")(cfa, condition)
    assert residual.inner
    assert unused not in {location for edge in residual.inner for location in (edge.source, edge.target)}


def _returning_to(location: Location, edge: Edge) -> Edge:
    if not isinstance(edge.operation, Call) or edge.operation.function != "never":
        return edge
    return replace(edge, operation=replace(edge.operation, return_to=location))
