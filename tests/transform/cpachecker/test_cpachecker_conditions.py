"""Conditions of CPAchecker over our automata, and ours for CPAchecker: nothing is covered that the other one does not
cover, on the words that CPAchecker may see of an execution.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from coveriflow.analysis.search.assumption_automaton import Automaton
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.automata.cpachecker import (
    Always,
    Ending,
    Guard,
    Kind,
    Match,
    ObserverAutomaton,
    ObserverState,
    ObserverTransition,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.formats.conditions.assumption_automaton import read_assumption_automaton, write_assumption_automaton
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.transform.cpachecker.branch_texts import BranchTexts, branch_texts
from coveriflow.transform.cpachecker.reading import condition_from
from coveriflow.transform.cpachecker.writing import automaton_from
from coveriflow.transform.reducers.parallel_composition import parallel_composition
from tests.analysis.runs import automaton_of, bounded, chunks, covered_after, explicit, runs_of, small_program

_EXECUTIONS = 30
_NO_BRANCH = ["", "Function start dummy edge", "x = x + 1;", "while", "return 0;"]


def task_of(text: str) -> Task:
    return Task((Source("program.c", text, text),))


def words_along(trace: Sequence[Edge], texts: BranchTexts, rng: random.Random) -> Iterator[tuple[str, int]]:
    """What CPAchecker may see: each text with how many of our edges have been taken by then."""
    yield rng.choice(_NO_BRANCH), 0
    newer = rng.random() < 0.5
    for number, edge in enumerate(trace, 1):
        yield from ((rng.choice(_NO_BRANCH), number - 1) for _ in range(rng.choice([0, 0, 1, 2])))
        if edge in texts.said:
            said = texts.said[edge]
            yield (said[-1] if newer else said[0]), number
        elif edge.label.branch != "none" and rng.random() < 0.5:
            yield f"[{edge.label.statement}]", number


def holds(guard: Guard, word: str) -> bool:
    match guard:
        case Always(value):
            return value
        case Match(Kind.EXACT, text):
            return text == word
        case _:
            raise AssertionError(guard)


def run_along(automaton: ObserverAutomaton, words: Sequence[tuple[str, int]]) -> int | None:
    """How many of our edges it takes until all runs of the automaton are where everything is verified."""
    states = {automaton.initial}
    table = {state.name: state for state in automaton.states}
    for word, number in words:
        states = {target for state in states for target in followed(table.get(state), state, word)}
        if states == {"__TRUE"}:
            return number
    return None


def followed(state: ObserverState | None, name: str, word: str) -> list[str]:
    taken = [each for each in (state.transitions if state else ()) if holds(each.guard, word)]
    if not taken:
        return [name]
    chosen = taken[:1] if state is not None and state.first else taken
    return [each.target if each.ending is Ending.GOTO else "?" for each in chosen]


def random_automaton(rng: random.Random, texts: list[str]) -> ObserverAutomaton:
    """As CPAchecker writes them, mostly: what a state does not list is verified."""
    names = [f"ARG{n}" for n in range(rng.randint(1, 8))]
    states = [ObserverState("__TRUE", (ObserverTransition(Always(True), "__TRUE"),))]
    for number, name in enumerate(names):
        targets = ["__TRUE", "__TRUE", "__FALSE", *names[number + 1 : number + 3], rng.choice(names)]
        moves = [ObserverTransition(Match(Kind.EXACT, t), rng.choice(targets)) for t in rng.sample(texts, k=2)]
        moves.append(ObserverTransition(Always(True), rng.choice(["__TRUE"] * 6 + [name, "__FALSE"])))
        states.append(ObserverState(name, tuple(moves), first=rng.random() < 0.9))
    return ObserverAutomaton("AssumptionAutomaton", names[0], tuple(states))


@pytest.mark.parametrize("seeds", chunks(default=1, all_=8, size=14))
def test_a_condition_read_covers_only_what_the_automaton_verifies(seeds: range) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        try:
            cfa = automaton_of(text)
        except NotSupported:
            continue
        task, rng = task_of(text), random.Random(seed)
        texts = branch_texts(task, cfa)
        known = [*{said for each in texts.said.values() for said in each}, "x = x + 1;", ""]
        executions = runs_of(cfa, values, _EXECUTIONS, seed).executions
        for _ in range(6):
            automaton = random_automaton(rng, sorted(known))
            condition = resolved(condition_from(automaton, task, cfa).condition, cfa)
            for execution in executions:
                covered = covered_after(condition, execution.trace)
                figures["covered" if covered is not None else "not covered"] += 1
                if covered is not None:
                    words = list(words_along(execution.trace, texts, rng))
                    by_then = run_along(automaton, words)
                    assert by_then is not None, (seed, words)
                    assert by_then <= covered, (seed, covered, by_then)
    assert figures["covered"] > 20 * len(seeds), figures
    assert figures["not covered"] > 20 * len(seeds), figures


@pytest.mark.parametrize("seeds", chunks(default=1, all_=8, size=14))
def test_an_automaton_written_verifies_only_what_the_condition_covers(seeds: range) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        try:
            cfa = automaton_of(text)
        except NotSupported:
            continue
        task, rng = task_of(text), random.Random(seed)
        texts = branch_texts(task, cfa)
        executions = runs_of(cfa, values, _EXECUTIONS, seed).executions
        found = explicit(cfa, 600, loop_bound=seed % 3) if seed % 2 else bounded(cfa, first=1, last=1)
        condition = condition_of(found.automaton, task)
        try:
            written = automaton_from(condition, task, cfa).automaton
        except NotSupported:
            figures["too large"] += 1
            continue
        again = read_assumption_automaton(write_assumption_automaton(written), "file")
        back = resolved(condition_from(again, task, cfa).condition, cfa)
        own = resolved(condition, cfa)
        for execution in executions:
            covered = covered_after(own, execution.trace)
            verified = run_along(again, list(words_along(execution.trace, texts, rng)))
            figures[f"{covered is not None}, {verified is not None}"] += 1
            assert verified is None or (covered is not None and covered <= verified), (seed, verified, covered)
            returned = covered_after(back, execution.trace)
            figures["returned"] += returned is not None
            assert returned is None or covered is not None
    assert figures["True, True"] > len(seeds), figures
    assert figures["returned"] > len(seeds), figures
    assert figures["too large"] < len(seeds) / 5, figures


def condition_of(automaton: Automaton, task: Task) -> Condition:
    return Condition(automaton.initial, automaton.accepting, automaton.transitions, task.program_hash)


MULTIPLE_BRANCHES = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 0) { y = 1; } else { y = x; }
  switch (y) { case 1: x = 3; break; default: x = 4; }
  int z = x > 3 ? 1 : 2;
  if (z == 2) { if (y) reach_error(); }
  return 0;
}
"""
"""Of which CPAchecker might have written ``WRITTEN``: all but the first ``then`` is verified."""
WRITTEN = """\
OBSERVER AUTOMATON AssumptionAutomaton

INITIAL STATE ARG1;

STATE __TRUE :
    TRUE -> GOTO __TRUE;

STATE __FALSE :
    TRUE -> GOTO __FALSE;

STATE USEFIRST ARG1 :
    MATCH "INIT GLOBAL VARS" -> GOTO ARG2;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG2 :
    MATCH "int x = __VERIFIER_nondet_int();" -> GOTO ARG3;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG3 :
    MATCH "int y = 0;" -> GOTO ARG4;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG4 :
    MATCH "[x > 0]" -> GOTO ARG5;
    MATCH "[!(x > 0)]" -> GOTO __TRUE;
    TRUE -> GOTO __TRUE;

STATE USEFIRST ARG5 :
    MATCH "y = 1;" -> GOTO __FALSE;
    TRUE -> GOTO __TRUE;

END AUTOMATON
"""


def read_about(text: str, program: str) -> tuple[Cfa, Condition, tuple[str, ...]]:
    cfa, task = automaton_of(program), task_of(program)
    converted = condition_from(read_assumption_automaton(text.encode(), "a.txt"), task, cfa)
    return cfa, converted.condition, converted.notes


def test_what_cpachecker_writes_drives_the_product() -> None:
    cfa, condition, notes = read_about(WRITTEN, MULTIPLE_BRANCHES)
    assert not notes
    residual = parallel_composition(cfa, resolved(condition, cfa)).cfa
    assert next(e.label.statement for e in residual.edges if e.label.branch == "condition-true") == "x > 0"
    assert not any(e.label.statement == "y = x" for e in residual.edges)
    assert Interpreter(residual).run([3]).end is not End.CUT
    assert Interpreter(residual).run([-3]).end is End.CUT


def test_a_text_that_may_be_elsewhere_covers_nothing_by_itself() -> None:
    """``[x > 3]`` may be the conditional expression's edge, which has no certain text."""
    text = WRITTEN.replace("x > 0", "x > 3")
    _, condition, notes = read_about(text, MULTIPLE_BRANCHES)
    assert any("none of the program's" in each for each in notes)
    assert not condition.accepting & {t.target for t in condition.transitions if t.guard.line < 9}


def test_a_text_that_a_case_may_have_is_not_certain() -> None:
    """``x == 1`` stands nowhere else in the text, but CPAchecker compares the value of a ``switch`` so."""
    case = "switch (y) { case 1: x = 3; break; default: x = 4; }"
    compared = MULTIPLE_BRANCHES.replace("if (x > 0)", "if (y == 1)")
    for program, certain in ((compared.replace(case, ""), True), (compared, False)):
        task, cfa = task_of(program), automaton_of(program)
        texts = branch_texts(task, cfa)
        assert "[y == 1]" in {text for said in texts.said.values() for text in said}
        assert texts.may_be_elsewhere(("y", "==", "1")) is not certain


def test_a_condition_that_is_constant_or_not_in_one_piece_has_no_certain_text() -> None:
    program = """
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int x = __VERIFIER_nondet_int(), y = 0;
          if (sizeof x == 4) y++;
          if (x > 1 ? y : x) y++;
          if ((x && y) == 1) y++;
          if (!(!x || /* and */ y  > 2)) y++;
          while (!(x)) x++;
          return y;
        }"""
    cfa = automaton_of(program)
    said = branch_texts(task_of(program), cfa).said
    lines: dict[int, set[tuple[str, ...]]] = {}
    for edge, texts in said.items():
        lines.setdefault(edge.label.line, set()).add(texts)
    assert set(lines) == {8, 9}
    assert lines[9] == {("[x]", "[!(!(x))]"), ("[!(x)]",)}
    assert sum("y  > 2" in text for texts in lines[8] for text in texts) > 4


def test_a_condition_whose_place_is_there_twice_has_no_certain_text() -> None:
    """As in a file that is included twice."""
    program = """\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
# 10 "body.h"
  if (x > 1) x = 3;
# 10 "body.h"
  if (x > 1) x = 3;
  if (x > 2) x = 4;
  return x;
}
"""
    texts = branch_texts(task_of(program), automaton_of(program))
    assert {edge.label.line for edge in texts.said} == {11}
    assert texts.may_be_elsewhere(("x", ">", "1"))


def test_an_assumption_is_carried_over_to_the_branch() -> None:
    text = WRITTEN.replace('"[!(x > 0)]" -> GOTO', '"[!(x > 0)]" -> ASSUME {x < -5} GOTO')
    _, condition, _ = read_about(text, MULTIPLE_BRANCHES)
    assert {t.assumption for t in condition.transitions if t.target in condition.accepting} == {"x < -5"}


@pytest.mark.parametrize("mention", ["ASSUME {false}", 'ASSERT MATCH "x"'])
def test_what_may_fail_covers_nothing(mention: str) -> None:
    text = WRITTEN.replace('"[!(x > 0)]" ->', f'"[!(x > 0)]" -> {mention}')
    _, condition, _ = read_about(text, MULTIPLE_BRANCHES)
    assert not condition.transitions or not condition.accepting & {t.target for t in condition.transitions}


def test_a_state_of_what_is_verified_that_can_be_left_is_refused() -> None:
    with pytest.raises(InputError, match="no assumption automaton"):
        read_about(WRITTEN.replace("TRUE -> GOTO __TRUE;", "TRUE -> GOTO ARG1;", 1), MULTIPLE_BRANCHES)
