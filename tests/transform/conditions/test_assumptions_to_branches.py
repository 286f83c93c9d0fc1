"""Transitions with assumptions: a path is covered by its states (fold paper, Def. 2), in residual programs and by the
analyses that take conditions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Return, Stop, Unsupported
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.transform.conditions.assumptions_to_branches import WithBranches, with_branches
from coveriflow.transform.conditions.comparison import Relation, compared
from coveriflow.transform.conditions.state_expressions import StateExpressions
from coveriflow.transform.reducers.catalogue import NAMES, reducer
from coveriflow.transform.reducers.parallel_composition import covered_part, parallel_composition
from tests.analysis.runs import HASH, STEPS, automaton_of, bounded, chunks, executed, explicit, runs_of, small_program

_EXECUTIONS = 30

ABSOLUTE = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1;
  if (x > 100)
    x = 100;
  y = x + 1;
  if (y == 50)
    reach_error();
  return 0;
}
"""


def with_assumptions(condition: Condition, cfa: Cfa, rng: random.Random) -> Condition:
    """Some transitions cover less than they did."""
    reading = StateExpressions(cfa)
    transitions = []
    for each in condition.transitions:
        edge = cfa.by_label[each.guard]
        function = edge.target.function
        names = sorted(reading.names(function)) if function in cfa.functions and rng.random() < 0.2 else []
        changed = replace(each, assumption=random_assumption(names, rng)) if names else each
        transitions.append(changed)
        if names and rng.random() < 0.4:
            target = rng.choice([t.target for t in transitions])
            transitions.append(replace(each, assumption=random_assumption(names, rng), target=target))
    return replace(condition, transitions=tuple(transitions))


def random_assumption(names: Sequence[str], rng: random.Random) -> str:
    def atom() -> str:
        operator = rng.choice(["<", ">=", ">=", "==", "!="])
        return f"{rng.choice(names)} {operator} {rng.randint(-3, 3)}"

    return rng.choice(["", f"{atom()}", f"{atom()} && {atom()}", f"!({atom()}) || {atom()}", atom(), "no_such_name"])


def values_along(prepared: WithBranches, execution: Execution) -> dict[int, dict[str, bool]]:
    """By number of edges taken: which assumptions hold behind them. The program's own execution says it."""
    found: dict[int, dict[str, bool]] = {}
    taken = 0
    for edge in execution.trace:
        if edge.label in prepared.tests:
            text, holds = prepared.tests[edge.label]
            found.setdefault(taken, {})[text] = holds
        else:
            taken += 1
    return found


def covered_by(condition: Condition, trace: Sequence[Edge], values: Mapping[int, Mapping[str, bool]]) -> int | None:
    """Def. 2 to the letter; an assumption without a value does not hold."""
    states = {condition.initial}
    for number, edge in enumerate([None, *trace]):
        if edge is not None:
            states = {
                each.target
                for each in condition.transitions
                if each.source in states
                and each.guard == edge.label
                and (not each.assumption or values.get(number, {}).get(each.assumption, False))
            }
        if not states.isdisjoint(condition.accepting):
            return number
    return None


@pytest.mark.parametrize("seeds", chunks(default=1, all_=8, size=9))
def test_residual_programs_keep_what_does_not_satisfy_assumptions(seeds: range) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        try:
            cfa = automaton_of(text)
        except NotSupported:
            continue
        rng = random.Random(seed)
        found = explicit(cfa, 600, loop_bound=seed % 3) if seed % 2 else bounded(cfa, first=1, last=1)
        automaton = found.automaton
        plain = Condition(automaton.initial, automaton.accepting, automaton.transitions, HASH)
        condition = with_assumptions(plain, cfa, rng)
        prepared = with_branches(cfa, [condition])
        figures["branches"] += len(prepared.tests)
        residual = parallel_composition(prepared.cfa, prepared.condition).cfa
        covered = covered_part(prepared.cfa, prepared.condition).cfa
        again = automaton_of(printed(residual).text)
        for execution in runs_of(cfa, values, _EXECUTIONS, seed).executions:
            check(cfa, prepared, condition, execution, (residual, covered, again), figures)
    assert figures["covered by values"] > len(seeds) / 2, figures
    assert figures["left by values"] > len(seeds) / 2, figures
    assert figures["branches"] > 3 * len(seeds), figures


def check(
    cfa: Cfa,
    prepared: WithBranches,
    condition: Condition,
    execution: Execution,
    programs: tuple[Cfa, Cfa, Cfa],
    figures: Counter[str],
) -> None:
    residual, covered, again = programs
    inputs = [value for _, value in execution.inputs]
    own = Interpreter(prepared.cfa).run(inputs, 5 * STEPS)
    trace = tuple(prepared.origin[edge] for edge in own.trace if edge.label not in prepared.tests)
    assert trace[: len(execution.trace)] == execution.trace
    assert own.end == execution.end or execution.end is End.TOO_LONG
    if execution.end is End.TOO_LONG:
        return
    values = values_along(prepared, own)
    expected = covered_by(condition, execution.trace, values)
    by_syntax = covered_by(replace_assumptions(condition), execution.trace, {})
    if values and by_syntax is not None:
        figures["covered by values" if expected is not None else "left by values"] += 1
    left, printed_left = Interpreter(residual).run(inputs, 9 * STEPS), Interpreter(again).run(inputs, 9 * STEPS)
    if expected is None:
        assert (left.end, left.status) == (execution.end, execution.status) == (printed_left.end, printed_left.status)
    else:
        assert left.end is End.CUT
        assert printed_left.end is not End.ERROR
    inside = Interpreter(covered).run(inputs, 9 * STEPS)
    assert (inside.end is End.ERROR) == (expected is not None and execution.end is End.ERROR)


def replace_assumptions(condition: Condition) -> Condition:
    return replace(condition, transitions=tuple(replace(t, assumption="") for t in condition.transitions))


def condition_at(cfa: Cfa, assumption: str, line: int = 7, statement: str = "y = x + 1") -> Condition:
    """Covers what satisfies ``assumption`` behind a statement, on every path to it."""
    transitions = []
    for edge in cfa.edges:
        name = f"l{edge.source.number}"
        here = edge.label.line == line and edge.label.statement == statement
        transitions.append(
            Transition(name, edge.label, "T" if here else f"l{edge.target.number}", assumption if here else "")
        )
    return Condition(f"l{cfa.entry.number}", frozenset({"T"}), tuple(transitions), HASH)


@pytest.mark.parametrize(
    "run", [lambda cfa, given: bounded(cfa, given=given, last=1), lambda cfa, given: executed(cfa, given=given)]
)
def test_analyses_leave_out_what_satisfies_an_assumption(run: Callable[[Cfa, ResolvedCondition], Findings]) -> None:
    cfa = automaton_of(ABSOLUTE)
    for assumption, verdict in (
        ("y == 50", "true"),
        ("y < 50", "false"),
        ("y > 20 && y < 60", "true"),
        ("0", "false"),
        ("x == 49 || z", "false"),
        ("unknown", "false"),
    ):
        prepared = with_branches(cfa, [condition_at(cfa, assumption)])
        assert run(prepared.cfa, prepared.condition).verdict.value == verdict, assumption


@pytest.mark.parametrize("name", NAMES)
def test_every_reducer_keeps_what_does_not_satisfy_an_assumption(name: str) -> None:
    cfa = automaton_of(ABSOLUTE)
    prepared = with_branches(cfa, [condition_at(cfa, "y < 50")])
    left = automaton_of(printed(reducer(name)(prepared.cfa, prepared.condition).cfa).text)
    ends = [Interpreter(left).run([value]).end for value in (49, 60)]
    assert ends == [End.ERROR, Interpreter(cfa).run([60]).end]
    if name in ("sep", "monitor"):
        assert Interpreter(left).run([3]).end is End.STOPPED


def test_a_condition_of_what_is_left_has_assumptions_again() -> None:
    cfa = automaton_of(ABSOLUTE)
    condition = condition_at(cfa, "y < 50")
    prepared = with_branches(cfa, [condition])
    found = bounded(prepared.cfa, given=prepared.condition, last=1, path_length=5).automaton
    transitions = prepared.over_program(found.transitions)
    assert {each.guard for each in transitions} <= cfa.by_label.keys()
    again = Condition(found.initial, found.accepting, transitions, HASH)
    assert any("y < 50" in each.assumption for each in transitions)
    for value in (3, 48, 49, 60):
        both = []
        for each in (condition, again):
            with_tests = with_branches(cfa, [each])
            both.append(Interpreter(parallel_composition(with_tests.cfa, with_tests.condition).cfa).run([value]).end)
        assert both[0] is not End.CUT or both[1] is End.CUT


@pytest.mark.parametrize(
    "text", ["x = 3", "x++", "f(x)", "x) && (x", "x / y", "x << y", "x; y", "", "z", "x == 3 //", "$1", "x,", "*x"]
)
def test_what_is_no_expression_over_the_variables_covers_nothing(text: str) -> None:
    cfa = automaton_of(ABSOLUTE)
    prepared = with_branches(cfa, [condition_at(cfa, text or "(")])
    assert not prepared.tests
    assert not any(edge.label.branch != "none" for edge, _ in prepared.origin.items() if edge not in cfa.edges)


def test_each_condition_has_its_own_assumptions_in_a_comparison() -> None:
    cfa = automaton_of(ABSOLUTE)
    texts = [f"y < {number}" for number in range(3, 9)]
    first = condition_at(cfa, texts[0])
    several = replace(first, transitions=(*first.transitions, *(
        replace(t, assumption=text) for t in first.transitions if t.assumption for text in texts[1:]
    )))  # fmt: skip
    other = condition_at(cfa, "y < 20")
    alone = compared(cfa, other, other)
    assert alone.relation is Relation.EQUAL
    found = compared(cfa, several, other)
    assert found.relation is Relation.INCOMPARABLE
    assert found.only_first is not None
    assert found.only_first[-1].assumption == "y < 3"
    read = {test[0] for test in with_branches(cfa, [several]).tests.values()}
    assert read == set(texts[:4])


def test_a_name_of_two_variables_and_one_without_value_say_nothing() -> None:
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        int g;
        int main(void) {
          int a = __VERIFIER_nondet_int(), b, c = 0;
          if (a) { int a = 3; c = a; b = 4; }
          c = c + g;
          return c;
        }""")
    reading = StateExpressions(cfa)
    place = next(edge.target for edge in cfa.edges if edge.label.statement == "c = c + g")
    assert reading.at(place, "c > g") is not None
    assert reading.at(place, "a > 0") is None
    assert reading.at(place, "b > 0") is None


def test_no_branch_is_put_behind_calls_and_ends() -> None:
    cfa = automaton_of("""
        extern int __VERIFIER_nondet_int(void);
        int f(int p) { return p; }
        int main(void) { int a = __VERIFIER_nondet_int(); a = f(a); if (a) __builtin_abort(); return a; }""")
    transitions = tuple(Transition("q", edge.label, "q", "a < 3") for edge in cfa.edges)
    prepared = with_branches(cfa, [Condition("q", frozenset(), transitions, HASH)])
    for edge in prepared.origin:
        if edge.label in prepared.tests:
            assert not isinstance(prepared.origin[edge].operation, Call | Return | Stop | Unsupported)
    assert prepared.tests
