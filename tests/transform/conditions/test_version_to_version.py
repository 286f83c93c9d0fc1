"""Conditions of an earlier version: nothing that they cover today reaches the error, whatever was changed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

from coveriflow.analysis.search.assumption_automaton import Automaton
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.interpreter.interpreter import End
from coveriflow.transform.conditions.version_to_version import TranslationToVersion, carried_over
from tests.analysis.runs import (
    automaton_of,
    bounded,
    covered_after,
    daily_and_slow,
    explicit,
    model_of,
    runs_of,
    small_program,
)
from tests.analysis.test_conditions_are_true import search_what_is_covered

_NEW = Task((Source("new.c", "int x;", "int x;"),))


def condition_from(cfa: Cfa, automaton: Automaton) -> Condition:
    return Condition(automaton.initial, automaton.accepting, automaton.transitions, "", data_model=cfa.data_model)


_LITERAL = re.compile(r"(?<![\w.])\d+(?![\w.])")
_STATEMENT = re.compile(r"^ *\w+ = [^;{}]*;$", re.MULTILINE)


def changed(text: str, seed: int) -> str:
    """A number is another one, a statement is gone, or there is one more."""
    rng = random.Random(seed)
    body = text.index("main(")
    places = [m for m in _LITERAL.finditer(text) if m.start() > body]
    statements = [m for m in _STATEMENT.finditer(text) if m.start() > body]
    if seed % 3 == 0 and statements:
        gone = rng.choice(statements)
        return text[: gone.start()] + ";" + text[gone.end() :]
    if seed % 3 == 1 and statements:
        again = rng.choice(statements)
        return text[: again.end()] + again[0] + text[again.end() :]
    number = rng.choice(places)
    return text[: number.start()] + str(int(number[0]) + 1) + text[number.end() :]


@pytest.mark.parametrize("seeds", daily_and_slow(daily=24, slow=4, size=200))
def test_nothing_that_is_covered_today_reaches_the_error(
    seeds: range, record_property: Callable[[str, object], None]
) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        try:
            before, after = automaton_of(text, model_of(seed)), automaton_of(changed(text, seed), model_of(seed))
        except (NotSupported, InputError):
            continue
        findings = explicit(before, 4 + seed % 50) if seed % 2 else bounded(before, last=1 + seed % 3)
        carried = carried_over(condition_from(before, findings.automaton), before, after, _NEW)
        condition = resolved(carried.condition, after)
        runs = runs_of(after, values, 60, seed)
        covered = [e for e in runs.executions if covered_after(condition, e.trace) is not None]
        assert not any(e.end is End.ERROR for e in covered), seed
        assert search_what_is_covered(after, condition).verdict.value != "false", seed
        figures.update(programs=1, covered=len(covered), executions=len(runs.executions))
        figures.update(parts=carried.acceptances, still=carried.accepted, changed=bool(carried.changed))
    record_property("figures", dict(figures))
    assert figures["covered"] > 0
    assert 0 < figures["still"] < figures["parts"]
    assert figures["changed"] > figures["programs"] // 2


PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int limit = 7;
int twice(int n) { return n + n; }
int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which == 1) {
    int sum = 3;
    if (sum == limit) reach_error();
  } else if (which == 2) {
    if (twice(21) != 42) reach_error();
  } else {
    int x = __VERIFIER_nondet_int();
    if (x * x == 2) reach_error();
  }
  return 0;
}
"""


def versions(*changes: tuple[str, str]) -> tuple[Cfa, Cfa, TranslationToVersion]:
    """Before, after, and what was verified by explicit values."""
    text = PROGRAM
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    before, after = automaton_of(PROGRAM), automaton_of(text)
    return before, after, carried_over(condition_from(before, explicit(before).automaton), before, after, _NEW)


def covers(after: Cfa, carried: TranslationToVersion, which: int) -> bool:
    condition = resolved(carried.condition, after)
    runs = runs_of(after, 3, 200, 1).executions
    chosen = [e for e in runs if e.inputs and e.inputs[0][1] == which]
    assert chosen
    return all(covered_after(condition, e.trace) is not None for e in chosen)


def test_the_same_program_is_covered_as_before() -> None:
    _, after, carried = versions()
    assert not carried.changed
    assert (carried.accepted, carried.kept) == (carried.acceptances, carried.transitions)
    assert covers(after, carried, 1)
    assert covers(after, carried, 2)


def test_comments_and_lines_are_no_change() -> None:
    assert not versions(("int twice", "/* new */\n\n\nint twice"), ("return 0;", "return 0; // as ever"))[2].changed


@pytest.mark.parametrize(
    ("changes", "still"),
    [
        ([("sum = 3", "sum = 4")], (False, True)),
        ([("int limit = 7", "int limit = 3")], (False, True)),
        ([("n + n", "n + n + 1")], (True, False)),
        ([("int twice(int n)", "long twice(int n)")], (True, False)),
        ([("int twice(int n)", "int twice(short n)")], (True, False)),
        ([("twice(21)", "twice(20)")], (True, False)),
        ([("which == 1", "which == 5")], (False, False)),
        ([("return 0;", "if (which == 1) reach_error(); return 0;")], (False, False)),
        ([("x * x == 2", "twice(x) == 2")], (True, True)),
        ([("int limit = 7", "int other; int limit = 7")], (True, True)),
    ],
)
def test_what_a_change_can_reach_is_not_covered(changes: list[tuple[str, str]], still: tuple[bool, bool]) -> None:
    _, after, carried = versions(*changes)
    assert carried.changed or still == (True, True)
    assert (covers(after, carried, 1), covers(after, carried, 2)) == still


@pytest.mark.parametrize("is_same", [True, False])
def test_a_condition_that_covers_everything(is_same: bool) -> None:
    text = "extern void reach_error(void); int main(void) { int x = 1; if (x > 2) reach_error(); }"
    before, after = automaton_of(text), automaton_of(text if is_same else text.replace("x = 1", "x = 3"))
    everything = Condition("T", frozenset({"T"}), (), "")
    carried = carried_over(everything, before, after, _NEW)
    assert carried.condition.covers_everything is is_same
    assert carried.condition.program_hash == _NEW.program_hash
    assert carried.condition.preprocessed_hash == _NEW.preprocessed_hash
