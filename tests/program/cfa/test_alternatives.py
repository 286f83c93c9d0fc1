"""Choices between alternatives: where they are seen, and where there is none."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from coveriflow.artifacts.automata.range_observer import in_range, outside, resolved_range
from coveriflow.artifacts.path_ranges import Alternative, Ranges, alternatives
from coveriflow.program.cfa.alternatives import choices_of
from coveriflow.program.cfa.edges import Assume
from coveriflow.program.errors import InputError
from tests.actors.tasks import program
from tests.analysis.runs import automaton_of, covered_after, runs_of

HEAD = """
extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void reach_error(void);
void assume(int c) { if (!c) { abort(); } }
void check(int c) { if (!c) { reach_error(); } }
int input(void) { return __VERIFIER_nondet_int(); }
void one(void) { int i = 0, n = input(); assume(n >= 0); while (i < n) i++; check(i == n); }
void two(void) { unsigned s = 0; for (int i = input(); i > 0; i--) s += 2; check(s % 2 == 0); }
void three(void) { int a = input(), b = a; while (input()) { a ^= 5; b ^= 5; } check(a == b); }
void plain(void) { int a = input(), b = input(); if (a > b) { int c = a; a = b; b = c; } check(a <= b); }
void rest(void) { for (int i = 0, j = 9; input(); ) { i++; j--; i--; j++; check(i + j == 9); if (j > 12) break; } }
"""


def choices(main: str) -> int:
    cfa = automaton_of(f"{HEAD} int main(void) {{ {main} return 0; }}")
    found = choices_of(cfa)
    for path in found:
        assert path[0].source == cfa.entry
        assert isinstance(path[-1].operation, Assume)
        assert not path[-1].operation.truth
    for one, other in pairwise(found):
        assert other[: len(one)] == one
    number = len(found) + 1
    parts = alternatives(program("int main(void) {}"), number).parts
    within = [resolved_range(part, cfa) for part in parts]
    observers = [outside(each, cfa) for each in within]
    for execution in runs_of(cfa, 4, 30, 0).executions:
        inside = [in_range(execution.trace, each) for each in within]
        covered = [covered_after(observer, execution.trace) is not None for observer in observers]
        assert any(inside)
        assert covered == [not each for each in inside]
    return len(found)


@pytest.mark.parametrize(
    ("main", "number"),
    [
        ("if (input()) one(); else two();", 1),
        ("if (!input()) { one(); return 0; } two();", 1),
        ("switch (input()) { case 1: one(); break; case 7: two(); break; default: three(); }", 2),
        ("int k = input(); if (k == 1) one(); else if (k == 2) two(); else if (k > 0) three(); else plain();", 3),
        ("int k = input(); if (k < 0) return 0; if (k > 5) one(); else two();", 1),
        ("int k = input(); assume(k >= 0); assume(k <= 1); if (k) one(); else plain();", 1),
    ],
)
def test_choices_are_found_along_right_branches(main: str, number: int) -> None:
    assert choices(main) == number


@pytest.mark.parametrize(
    "main",
    [
        pytest.param("one();", id="none"),
        pytest.param("int k = input(); if (k > 1 && k % 3 == 1) one(); else two();", id="two ways to the second"),
        pytest.param("if (input()) one(); two();", id="what comes after is the same"),
        pytest.param("while (input()) if (input()) one(); else two();", id="chosen again and again"),
        pytest.param("int x; if (input()) x = 1; else x = 2; if (input()) one(); else two();", id="after a diamond"),
        pytest.param("if (input()) one(); else one();", id="the same part"),
        pytest.param("if (input()) { one(); rest(); } else { two(); rest(); rest(); three(); }", id="mostly the same"),
        pytest.param("int i = 0; while (i < 3) i++; if (i == 3) one(); else two();", id="after a loop"),
        pytest.param("if (input()) one(); else { int s = 0; while (input()) s++; }", id="nothing to verify"),
        pytest.param("if (input()) plain(); else { int a = input(); check(a * 0 == 0); }", id="without loops"),
        pytest.param("if (input()) one(); else reach_error();", id="an error at once"),
    ],
)
def test_there_is_none(main: str) -> None:
    assert choices(main) == 0


def test_an_alternative_that_there_is_not_is_refused() -> None:
    cfa = automaton_of(f"{HEAD} int main(void) {{ if (input()) one(); else two(); }}")
    part = alternatives(program("int main(void) {}"), 3).parts[0]
    with pytest.raises(InputError, match="there is no alternative 1 of 3"):
        resolved_range(part, cfa)


@pytest.mark.parametrize("numbers", [(1,), (1, 1), (2, 1), (1, 3), (1, 2, 2)])
def test_alternatives_that_are_not_all_there_are_no_whole(numbers: tuple[int, ...]) -> None:
    whole = alternatives(program("int main(void) {}"), 2).parts[0]
    parts = [replace(whole, alternative=Alternative(number, len(numbers))) for number in numbers]
    if numbers == (1,):
        parts = [replace(whole, alternative=Alternative(1, 2))]
    with pytest.raises(ValueError, match="ranges that are not"):
        Ranges(tuple(parts))
