"""Automata of the size of real ones: twice the states are twice the work, in both directions."""

from __future__ import annotations

import cProfile
import time
from collections.abc import Callable
from typing import TypeVar

import pytest

from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.formats.conditions.assumption_automaton import read_assumption_automaton, write_assumption_automaton
from coveriflow.formats.conditions.graphml_condition import read_condition, write_condition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.transform.cpachecker.reading import condition_from
from coveriflow.transform.cpachecker.writing import automaton_from
from tests.analysis.runs import automaton_of

T = TypeVar("T")

LOOP = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  unsigned n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) {
    i = i + 1;
    if (i == 0) reach_error();
  }
  if (k > 3) reach_error();
  return 0;
}
"""
UNCERTAIN = LOOP.replace("i < n", "k ? i < n : n > i")


def task_of(text: str) -> Task:
    return Task((Source("program.c", text, text),))


def unrolled(count: int) -> bytes:
    """The loop, ``count`` times, five states each: what leaves it earlier is verified."""
    ends = ("STATE __TRUE :\n    TRUE -> GOTO __TRUE;\n", "STATE __FALSE :\n    TRUE -> GOTO __FALSE;\n")
    states = [*ends, _state("ARG0", ("", "ARG1")), _state("ARG1", ("int k = __VERIFIER_nondet_int();", "A0"))]
    for each in range(count):
        following = f"A{each + 1}" if each + 1 < count else "__FALSE"
        states += [
            _state(f"A{each}", ("", f"B{each}")),
            _state(f"B{each}", ("[i < n]", f"C{each}"), ("[!(i < n)]", "__TRUE")),
            _state(f"C{each}", ("i = i + 1;", f"D{each}")),
            _state(f"D{each}", ("i = i + 1;", f"E{each}")),
            _state(f"E{each}", ("[i == 0]", "__TRUE"), ("[!(i == 0)]", following)),
        ]
    head = "OBSERVER AUTOMATON AssumptionAutomaton\n\nINITIAL STATE ARG0;\n"
    return "\n".join((head, *states, "END AUTOMATON\n")).encode()


def _state(name: str, *moves: tuple[str, str]) -> str:
    lines = (f'    MATCH "{text}" -> GOTO {target};\n' for text, target in moves)
    return f"STATE USEFIRST {name} :\n{''.join(lines)}    TRUE -> GOTO __TRUE;\n"


def here(data: bytes, task: Task, cfa: Cfa) -> bytes:
    converted = condition_from(read_assumption_automaton(data, "a.txt"), task, cfa)
    return write_condition(converted.condition)


def there(data: bytes, task: Task, cfa: Cfa) -> bytes:
    return write_assumption_automaton(automaton_from(read_condition(data, "c.graphml"), task, cfa).automaton)


def calls(work: Callable[[], T]) -> tuple[int, T]:
    """How many functions are called: work that is the same on every machine."""
    profile = cProfile.Profile()
    profile.enable()
    result = work()
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats()), result


@pytest.mark.parametrize("text", [LOOP, UNCERTAIN], ids=["certain", "uncertain"])
def test_twice_the_states_are_twice_the_work(text: str) -> None:
    task = task_of(text)
    cfa = automaton_of(text)
    work = []
    for count in (30, 60):
        first, condition = calls(lambda count=count: here(unrolled(count), task, cfa))  # type: ignore[misc]
        second, _ = calls(lambda condition=condition: there(condition, task, cfa))  # type: ignore[misc]
        work.append((first, second))
    (before, after), (twice, twice_after) = work
    assert twice < 2.1 * before
    assert twice_after < 2.1 * after


def test_nothing_is_lost_of_many_states() -> None:
    task, cfa = task_of(LOOP), automaton_of(LOOP)
    condition = read_condition(here(unrolled(200), task, cfa), "c.graphml")
    back = read_assumption_automaton(
        write_assumption_automaton(automaton_from(condition, task, cfa).automaton), "a.txt"
    )
    again = condition_from(back, task, cfa)
    assert size(again.condition) == size(condition) >= 400
    assert len(back.states) >= 400
    assert not again.notes


def size(condition: Condition) -> int:
    return len({each.source for each in condition.transitions})


@pytest.mark.slow
def test_ten_thousand_states_take_seconds() -> None:
    task, cfa = task_of(LOOP), automaton_of(LOOP)
    begun = time.process_time()
    condition = here(unrolled(2_000), task, cfa)
    between = time.process_time()
    back = there(condition, task, cfa)
    assert between - begun < 5
    assert time.process_time() - between < 5
    assert back.count(b"STATE ") > 4_000
