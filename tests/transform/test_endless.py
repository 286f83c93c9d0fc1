"""Loops that nothing leaves: of those that something may leave, none is among them."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.load import automaton_of
from coveriflow.program.cfa.loops import loops_of
from coveriflow.transform.endless import endless_heads
from tests.actors.tasks import program

_DECLARED = "void abort(void); void leave(void) { abort(); } void back(void) {}\n"


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ("while (1);", 1),
        ("while (__VERIFIER_nondet_int());", 0),
        ("while (1) if (__VERIFIER_nondet_int()) break;", 0),
        ("while (1) if (__VERIFIER_nondet_int()) return 0;", 0),
        ("while (1) if (__VERIFIER_nondet_int()) abort();", 0),
        ("while (1) if (__VERIFIER_nondet_int()) leave();", 0),
        ("while (1) back();", 1),
        ("while (1) while (__VERIFIER_nondet_int()) back();", 2),
        ("while (__VERIFIER_nondet_int()) while (1);", 1),
    ],
)
def test_only_loops_without_a_way_to_an_end_are_endless(body: str, number: int) -> None:
    cfa = automaton_of(program(_DECLARED + f"int main(void) {{ {body} return 0; }}"))
    loops = loops_of(cfa)
    found = endless_heads(cfa, loops)
    assert len(found) == number
    assert all(loops.is_head(each) for each in found)
