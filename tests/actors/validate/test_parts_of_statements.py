"""Witnesses of others that assume something of a part of a statement: between the parts there is no place to ask."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import validate_witness
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.graphml import WitnessEdge
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from tests.actors.tasks import here, program
from tests.actors.validate.test_offsets import chained, edge
from tests.actors.validations import CONFIRMED, UNKNOWN

pytestmark = pytest.mark.usefixtures("compiler", "four_seconds")

TEXT = """\
void check(int found) { if (!found) reach_error(); }
int length(int n) { return n > 100; }
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  int unused;
  int p, q = n;
  while (i++ < 2)
    ;
  do {
    q = q + 1;
  } while (0);
  if (i != length(n) + 2) {
    check(p = q - 6);
    check(n == 5 || q == 7);
  }
  return 0;
}
"""


def judged(*edges: WitnessEdge, text: str = TEXT) -> Outcome:
    task = program(text)
    found: Validation = here(validate_witness(), task, chained(task, *edges))[Validation]
    return found.outcome


def at(text: str, assumption: str = "", control: str = "", *, after: str = "int main", enters: str = "") -> WitnessEdge:
    found = edge(_TASK, text, assumption, control, after=after)
    return replace(found, enter_function=enters)


_TASK: Task = program(TEXT)
FAILED = at("!found", "found == (0);", "condition-true", after="int found")
FAILED = replace(FAILED, assumption_scope="check")


@pytest.mark.parametrize("number", [3, 4])
def test_declarators_of_one_declaration(number: int) -> None:
    """In whatever order they come."""
    read, set_ = at("__VERIFIER_nondet_int()", "n == (5);"), at("i = 0", f"i == ({number - 3});")
    expected = CONFIRMED if number == 3 else UNKNOWN
    assert judged(read, set_, at("q = n", "q == (5);")) is expected
    assert judged(set_, read, at("q = n", "q == (5);")) is expected


def test_a_declaration_that_does_nothing_is_passed_at_once() -> None:
    unused = replace(at("int unused"), enter_loop_head=True)
    assert judged(unused, at("q = n", "q == (5);")) is CONFIRMED
    assert judged(replace(unused, startline=99, endline=99), at("q = n", "q == (5);")) is UNKNOWN


def test_side_effects_of_a_condition() -> None:
    first = (at("i++", "i == (1);"), at("i++ < 2", "", "condition-true"))
    then = (at("i++", "i == (2);"), at("i++ < 2", "", "condition-true"))
    last = (at("i++", "i == (3);"), at("i++ < 2", "", "condition-false"))
    assert judged(*first, *then, *last, at("q = q + 1", "q == (6);")) is CONFIRMED
    assert judged(*first, *then, *last, at("q = q + 1", "q == (7);")) is UNKNOWN


def test_where_a_loop_begins() -> None:
    loop = at("do {\n    q = q + 1;\n  } while (0)", "q == (6); n == (5);")
    called = at("check(p = q - 6)", enters="check")
    assert judged(at("q = q + 1", "q == (6);"), loop, called) is CONFIRMED


def test_arguments_of_a_call() -> None:
    """An assignment before it, and operands of a connective."""
    assigned, called = at("p = q - 6", "p == (0);"), at("check(p = q - 6)", enters="check")
    assert judged(assigned, called, FAILED) is CONFIRMED
    one = at("n == 5", "n == (4);", "condition-false", after="check(n")
    other = at("q == 7", "q == (5);", "condition-false", after="check(n")
    called = at("check(n == 5 || q == 7)", enters="check")
    assert judged(one, other, called, FAILED) is CONFIRMED
    assert judged(replace(one, control="condition-true"), called, FAILED) is UNKNOWN


def test_a_call_within_a_condition() -> None:
    """What is assumed where it is entered, and what holds when it has returned."""
    entered = replace(at("length(n)", "n == (101);"), enter_function="length")
    back = replace(edge(_TASK, "return n > 100;"), return_from_function="length")
    decided = at("i != length(n) + 2", "n == (101);", "condition-false")
    failing = TEXT.replace("return 0;", "check(n - 101);")
    assert judged(entered, back, decided, text=failing) is CONFIRMED
    assert judged(entered, replace(back, return_from_function="check"), decided, text=failing) is UNKNOWN


def test_the_result_of_a_call_within_a_condition() -> None:
    text = (
        "int main(void) {\n  int i = 7;\n  while (i < __VERIFIER_nondet_int())\n    if (i++ == 8) reach_error();\n}\n"
    )
    task = program(text)
    call = edge(task, "__VERIFIER_nondet_int()", "\\result == (9);")
    call = replace(call, assumption_resultfunction="__VERIFIER_nondet_int")
    steps = [
        each
        for i in (7, 8)
        for each in (call, edge(task, "i < __VERIFIER_nondet_int()", f"i == ({i});", "condition-true"))
    ]
    assert judged(*steps, text=text) is CONFIRMED
    assert judged(replace(steps[0], assumption="\\result == (7);"), *steps[1:2], text=text) is UNKNOWN


@pytest.mark.parametrize(("value", "expected"), [(0, CONFIRMED), (3, CONFIRMED)])
def test_a_variable_without_a_value_that_only_the_witness_asks_about(value: int, expected: Outcome) -> None:
    """It has any: the program alone does not read it, or later."""
    text = "int main(void) {\n  int p;\n  int n = __VERIFIER_nondet_int();\n  if (n == 9) reach_error();\n  p = n;\n}\n"
    task = program(text)
    unset = edge(task, "int p;", f"p == ({value});")
    assert judged(unset, edge(task, "__VERIFIER_nondet_int()", "n == (9);"), text=text) is expected
    assert judged(unset, edge(task, "__VERIFIER_nondet_int()", "n == (8);"), text=text) is UNKNOWN


def test_what_comes_another_way_too_has_its_own_assumption() -> None:
    """Two edges lead to one node: what the first one assumes does not hold on the way of the other."""
    text = """\
int main(void) {
  int c = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int(), y = 7;
  if (c == 5 && x == 2 && y == 7) reach_error();
}
"""
    task = program(text)
    part = edge(task, "__VERIFIER_nondet_int()", "x == (1);", after="int x")
    whole = edge(task, "__VERIFIER_nondet_int()", "c == (5);")
    rest = edge(task, "y = 7", "y == (7);")
    witness = chained(task, part, rest)
    other = replace(whole, source=witness.edges[1].source, target=witness.edges[1].target)
    found: Validation = here(validate_witness(), task, replace(witness, edges=(*witness.edges, other)))[Validation]
    assert found.outcome is CONFIRMED
    assert judged(part, rest, text=text) is UNKNOWN
