"""An operand that ends the program does not hide what is undefined in another one: C may evaluate that before."""

from __future__ import annotations

import pytest

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.text.violations import (
    CALLS_OF_REACH_ERROR,
    NOTHING,
    UNDEFINED_BEHAVIOUR,
    Violations,
    failing_checks,
    joined,
)
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.failing_checks import violating

_BEFORE = """extern void exit(int); extern void abort(void); extern int nondet(void); extern void reach_error(void);
struct node { int v; struct node *next; };
static int leave(int x) { if (x) exit(x); return x; }
static int stop(void) { abort(); return 0; }
static int (*leaving)(int) = leave;
static int inverse(int x) { return 1 / x; }
static int pair(int x, int y) { return x - y; }
static int three(int x, int y, int z) { return x - y - z; }
static int table[3];
static int spin(void) { for (;;) { } }
static int waits(int x) { while (1) if (x == 3) return x; }
"""
HIDDEN = [
    "return leave(3) + 1 / n;",
    "return leave(3) + inverse(n);",
    "return stop() + 1 / n;",
    "return leaving(3) + (7 % n);",
    "return leave(3) + table[n + 3];",
    "return leave(3) - (1 << (n - 1));",
    "return leave(3) + (n ? 1 : 1 / n);",
    "return leave(3) + (2147483647 + (n + 1));",
    "struct node *p = (struct node *)(long)n; return leave(3) + p->v;",
    "int *p = (int *)(long)n; return leave(3) & *p;",
    "int u; if (n) u = 1; return leave(3) + u;",
    "return three(leave(3), table[n + 1], 1 / n);",
    "return pair(leave(3), leave(4) + 1 / n);",
    "return pair(leave(3), leave(1 / n));",
    "return (leave(3) && 1) + 1 / n;",
    "table[leave(1)] = 1 / n; return 0;",
    "int x = 1; x += leave(3) + 1 / n; return x;",
    "return spin() + 1 / n;",
    "return pair(spin(), table[n + 4]);",
    "for (int i = 2147483647; leave(3) + i++ < 4;) { } return 0;",
]
ORDERED = [
    "return leave(3) && 1 / n;",
    "return leave(3), 1 / n;",
    "return leave(1 / (n + 1));",
    "return leave(3) / n;",
    "return leave(3) + 1 / (n + 1);",
    "return table[leave(3) + 5];",
    "return leave(n) ? 1 : leave(3) / n;",
    "table[n + 5] = leave(3); return 0;",
    "if (leave(3)) return 1 / n; return 0;",
    "return pair(leave(3), 1) / n;",
    "return waits(3) + 1 / (n + 1);",
    "return spin() / n;",
]


def automaton(body: str, model: DataModel, violations: Violations) -> Cfa:
    text = f"{_BEFORE} int main(void) {{ int n = 0; {body} }}"
    return violating(program_cfa([("program.c", text)], model, violations), violations.checks)


def is_order(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.EVALUATION


def ends(cfa: Cfa) -> set[End]:
    """Of executions where C decides an order in one way throughout; other inputs are zero."""
    orders = (lambda edge, value=value: value if is_order(edge) else 0 for value in (0, 1))
    return {Interpreter(cfa).run(each, 5000).end for each in orders}


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("body", HIDDEN)
def test_it_is_reached_in_some_order(body: str, model: DataModel) -> None:
    cfa = automaton(body, model, failing_checks(UNDEFINED_BEHAVIOUR))
    assert not cfa.unsupported
    assert End.ERROR in ends(cfa)


def test_with_designators_it_is_refused() -> None:
    body = "int a[2] = {[1] = leave(3), [0] = 1 / n}; return a[0];"
    cfa = automaton(body, DataModel.LP64, failing_checks(UNDEFINED_BEHAVIOUR))
    assert any("order of evaluation" in str(each) for each in cfa.unsupported)


def test_too_many_orders_are_refused() -> None:
    body = "return leave(n) + inverse(1) + leave(n) + inverse(2) + leave(n) + inverse(n + 3) + leave(n) + inverse(n);"
    cfa = automaton(body, DataModel.LP64, failing_checks(UNDEFINED_BEHAVIOUR))
    assert any("order of evaluation" in str(each) for each in cfa.unsupported)
    assert not any("every order" in each for each in cfa.assumptions)


def test_initial_values_are_assumed_to_come_as_they_are_written() -> None:
    body = "int a[2] = {leave(3), 1 / n}; return a[0];"
    cfa = automaton(body, DataModel.LP64, failing_checks(UNDEFINED_BEHAVIOUR))
    assert any("the order in which they are written" in each for each in cfa.assumptions)


@pytest.mark.parametrize("body", ORDERED)
def test_what_c_orders_stays_so(body: str) -> None:
    cfa = automaton(body, DataModel.LP64, failing_checks(UNDEFINED_BEHAVIOUR))
    assert not cfa.unsupported
    assert End.ERROR not in ends(cfa)


@pytest.mark.parametrize("body", HIDDEN)
def test_other_properties_ask_for_no_order(body: str) -> None:
    """What is undefined ends all that is verified of an execution there, and nothing else of it is looked for."""
    orders = [edge for edge in automaton(body, DataModel.LP64, CALLS_OF_REACH_ERROR).edges if is_order(edge)]
    assert len(orders) == ("leave(4)" in body or "leave(1 /" in body)


def test_an_end_beside_a_call_that_goes_on_for_ever() -> None:
    """Whether the program ends depends on the order."""
    cfa = automaton("return leave(3) + spin();", DataModel.LP64, NOTHING)
    assert ends(cfa) == {End.STOPPED, End.TOO_LONG}


def test_of_two_violations_one_is_enough() -> None:
    """Both orders violate the property where the error is called."""
    violations = joined([CALLS_OF_REACH_ERROR, failing_checks(UNDEFINED_BEHAVIOUR)])
    body = "return (reach_error(), 1) + 1 / n;"
    cfa = automaton(body, DataModel.LP64, violations)
    assert not any(map(is_order, cfa.edges))
    assert ends(cfa) == {End.ERROR}
