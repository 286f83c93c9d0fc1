"""A state that recurs in one execution is found with a memory of one state, and what does not decide is ignored."""

from __future__ import annotations

import pytest

from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.termination.lassos import checked_lasso
from coveriflow.analysis.termination.recurrence import Recurring, recurring
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import listed
from coveriflow.program.text.violations import NOTHING
from coveriflow.program.types.data_model import DataModel


def automaton(text: str) -> Cfa:
    return program_cfa([("x.c", "extern int __VERIFIER_nondet_int(void);\n" + text)], DataModel.LP64, NOTHING)


def found(cfa: Cfa, inputs: tuple[int, ...] = (), steps: int = 60_000) -> Recurring | None:
    loops = loops_of(cfa)
    heads = {location for location in cfa.locations if loops.is_head(location)}
    return recurring(cfa, heads, listed(inputs), steps, LimitWatch(SoftLimits(cpu=20.0)))


RECURS = {
    "at once": "int main(void) { int i = 3; while (i) ; return 0; }",
    "after a long stem": "int main(void) { int i = 2000; while (i) if (i > 7) i--; return 0; }",
    "a cycle of many visits": "int main(void) { unsigned char i = 1; while (i) { i += 2; } return 0; }",
    "what counts rounds decides nothing": "int main(void) { int i = 3, n = 0; while (i) n++; return n; }",
    "nor does it where an outer loop reads it": """
        int main(void) { int n = 0; while (n < 9) { int i = n++; while (i == 5) n++; } return n; }""",
    "in a function that is called in each round": """
        static int f(int n) { int s = 0; while (n) { n--; s++; } return s; }
        int main(void) { int i = 3; while (i) i = f(i); return 0; }""",
    "what is dead does not count": """
        int main(void) { int i = 3, j; while (i) { j = i; if (j == 4) return 1; } return 0; }""",
}


@pytest.mark.parametrize("text", RECURS.values(), ids=RECURS.keys())
def test_a_state_that_recurs_is_found_and_checked(text: str) -> None:
    cfa = automaton(text)
    one = found(cfa)
    assert one is not None
    assert checked_lasso(cfa, one.head, one.stem, one.cycle, one.visits) is not None


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { int i = 0; while (i < 5000) i++; return 0; }",
        "static int f(int n) { while (n) n--; return 1; } int main(void) { return f(3) + f(3) + f(3); }",
        "int main(void) { unsigned i = 1; while (i) i += 2; return 0; }",
    ],
)
def test_where_none_recurs_none_is_found(text: str) -> None:
    assert found(automaton(text)) is None


def test_inputs_of_the_cycle_are_told() -> None:
    cfa = automaton(
        "int main(void) { int i = __VERIFIER_nondet_int(); while (i != 7) i = __VERIFIER_nondet_int(); return 0; }"
    )
    one = found(cfa, (1, 2, 3, 3, 7))
    assert one is not None
    assert one.stem == (1, 2, 3)
    assert one.cycle == (3,)
