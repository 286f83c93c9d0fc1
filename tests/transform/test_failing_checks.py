"""Checks as the error of a program: it is reached where the original is undefined first, with the same inputs."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.load import automaton_of
from coveriflow.program.cfa.edges import Check, Undefined
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.library.check_places import assumptions_of
from coveriflow.transform.failing_checks import failing, violating
from tests.actors.tasks import program
from tests.analysis.runs import runs_of

PROGRAMS = [
    "int a[3]; int main(void) { int i = __VERIFIER_nondet_int(); a[i] = 1; return 6 / (i - 2); }",
    "int main(void) { int x = __VERIFIER_nondet_int(), y = 4 << x; if (x == 1) reach_error(); return y % x; }",
    "int main(void) { return 0; }",
    """int f(int *p) { return *p; }
int main(void) { int v = 1; int *p = __VERIFIER_nondet_int() ? &v : 0; if (f(p) / __VERIFIER_nondet_int()) f(0);
  return 0; }""",
    """char *strcpy(char *, const char *);
int main(void) { char d[3]; strcpy(d, __VERIFIER_nondet_int() ? "ab" : "abc"); if (d[0] != 97) reach_error();
  return 1 / __VERIFIER_nondet_int(); }""",
]


@pytest.mark.parametrize("text", PROGRAMS, ids=range(len(PROGRAMS)))
def test_the_error_is_where_a_check_fails_first(text: str) -> None:
    cfa = automaton_of(program(text))
    checks = [edge for edge in cfa.edges if isinstance(edge.operation, Check)]
    for asked in (checks, checks[::2], checks[1::2]):
        reached = 0
        made = failing(cfa, asked)
        assert len({edge.label for edge in made.edges}) == len(made.edges) == len({e.number for e in made.edges})
        again = Interpreter(made)
        for run in runs_of(cfa, 5, 60, 0).executions:
            found = again.run([value for _, value in run.inputs])
            is_asked = run.end is End.UNDEFINED and run.trace[-1] in asked
            reached += is_asked
            assert (found.end is End.ERROR) is is_asked
            assert [value for _, value in found.inputs] == [value for _, value in run.inputs]
            if run.end is End.ERROR:
                assert found.end is End.STOPPED
        assert reached or asked is not checks or not checks


@pytest.mark.parametrize("text", PROGRAMS, ids=range(len(PROGRAMS)))
@pytest.mark.parametrize("kinds", [set(Undefined), {Undefined.DIVISION}, {Undefined.BOUNDS, Undefined.DEREFERENCE}])
def test_what_violates_the_property_is_an_error_beside_those_that_there_are(text: str, kinds: set[Undefined]) -> None:
    cfa = automaton_of(program(text))
    made = violating(cfa, kinds)
    assert len({edge.label for edge in made.edges}) == len(made.edges) == len({e.number for e in made.edges})
    again = Interpreter(made)
    for run in runs_of(cfa, 5, 60, 0).executions:
        found = again.run([value for _, value in run.inputs])
        last = run.trace[-1].operation
        is_violating = run.end is End.UNDEFINED and isinstance(last, Check) and last.undefined in kinds
        assert (found.end is End.ERROR) is (is_violating or run.end is End.ERROR)
        assert [value for _, value in found.inputs] == [value for _, value in run.inputs]


def test_a_check_in_a_function_of_the_library_is_told_as_its_calls() -> None:
    text = """char *strcpy(char *, const char *);
char *strdup(const char *);
char *copied(char *to, const char *from) { return strcpy(to, from); }
int main(void) {
  char a[9];
  strcpy(a, "x");
  copied(a, strdup("y"));
  return 0;
}"""
    cfa = automaton_of(program(text))
    inside = [e for e in cfa.edges if isinstance(e.operation, Check) and e.source.function == "strcpy"]
    assert inside
    for edge in inside:
        told = assumptions_of(cfa, edge)
        assert {each.partition(" in ")[2] for each in told} == {
            "the call of strcpy at program.c, line 6",
            "the call of strcpy at program.c, line 9",
        }
    others = [e for e in cfa.edges if isinstance(e.operation, Check) and e.origin.file.startswith("<")]
    assert all("<" not in each for edge in others for each in assumptions_of(cfa, edge))
