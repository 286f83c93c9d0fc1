"""An execution tells which call of several has reached the error."""

from __future__ import annotations

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native.compiled_program import compile_program
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.native.numbered_calls import CalledAt, with_places
from coveriflow.program.text.violations import Violations
from coveriflow.program.types.data_model import DataModel

TEXT = """\
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void __VERIFIER_assert(int holds);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
# 20 "other.c"
int main(void) {
  int x = __VERIFIER_nondet_int(); /* reach_error() is
  not called here */
  __VERIFIER_assert(x != 1);
  x != 2 ? (void)0 : __assert_fail("x != 2; reach_error()", "a.c", 3, "main");
  if (x == 3) reach_error(); else __VERIFIER_assert(x < 5);
  return 0;
}
"""
WANTED = Violations(frozenset({"reach_error", "__assert_fail"}), frozenset({"__VERIFIER_assert"}))
CALLS = (
    CalledAt("__VERIFIER_assert", "other.c", 23, 3),
    CalledAt("__assert_fail", "other.c", 24, 22, ('"x != 2; reach_error()"', '"a.c"', '"main"')),
    CalledAt("reach_error", "other.c", 25, 15),
    CalledAt("__VERIFIER_assert", "other.c", 25, 35),
)


def test_calls_are_found_with_their_places() -> None:
    sources, calls = with_places([("a.c", TEXT)], WANTED.functions | WANTED.assertions)
    assert calls == CALLS
    assert sources[0][1].count("\n") == TEXT.count("\n") + 1


@pytest.mark.parametrize(
    "other",
    [
        "void (*error)(void) = reach_error;",
        "void f(void) { void (*error)(void) = reach_error; error(); }",
        "void g(void) { extern void reach_error(void); }",
        'void error(void) __attribute__((alias("reach_error")));',
    ],
)
def test_where_it_may_be_reached_in_another_way_nothing_is_told(other: str) -> None:
    sources = [("a.c", TEXT), ("b.c", f"void reach_error(void);\n{other}\n")]
    assert with_places(sources, WANTED.functions) == (sources, ())


@pytest.mark.parametrize(("value", "place"), [(1, 1), (2, 2), (3, 3), (7, 4), (0, 0)])
def test_an_execution_tells_the_call(value: int, place: int) -> None:
    sources, _ = with_places([("a.c", TEXT)], WANTED.functions | WANTED.assertions)
    with compile_program(sources, DataModel.LP64, WANTED) as program:
        run = program.run([value], Limits(wall=20))
    assert (run.stop is Stop.ERROR) == (place > 0)
    assert run.place == place
