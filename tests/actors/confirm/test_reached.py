"""What is named as violated is what the confirming execution reached."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc, execute
from coveriflow.artifacts.answers import Answer, ConfirmedTest, Violation
from coveriflow.artifacts.specifications import ASSERTIONS
from tests.actors.tasks import here, program

BY_HEADER = """\
# 8 "program.c" 3 4
  if (TEST) ; else __assert_fail("TEST", "program.c", 8, "main");
"""
HEADS = """extern double exp(double);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void __VERIFIER_assert(int);
int main(void) { double x = exp(0.0);
"""


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    "statement", [BY_HEADER, " __VERIFIER_assert(TEST);", ' if (!(TEST)) __assert_fail("TEST", 0, 8, 0);']
)
@pytest.mark.parametrize("tests", [("x != 5.5", "x > 2", "x < 0"), ("x > 2", "x != 5.5"), ("x > 0", "x != 0", "x > 2")])
def test_of_several_assertions_on_a_line_the_reached_one_is_named(statement: str, tests: tuple[str, ...]) -> None:
    """What the library gives is open, so the path of the verifier may end elsewhere."""
    text = HEADS + "".join(statement.replace("TEST", test) for test in tests) + "\n  return 0; }\n"
    task = program(text, specification=ASSERTIONS)
    answer = here(execute(), task, here(bmc(), task)[Violation])[Answer]
    assert isinstance(answer.evidence, ConfirmedTest)
    assert answer.evidence.reached == "the assertion `x > 2` fails at line 8"


@pytest.mark.usefixtures("compiler")
def test_what_the_automaton_does_not_come_to_is_named() -> None:
    text = """extern int rpmatch(const char *);
    extern int wctob(unsigned); extern void __VERIFIER_assert(int);
    int main(void) { __VERIFIER_assert(wctob(65) == 65); __VERIFIER_assert(rpmatch("no") == 5); return 0; }"""
    task = program(text, specification=ASSERTIONS)
    answer = here(execute(), task, here(bmc(), task)[Violation])[Answer]
    assert isinstance(answer.evidence, ConfirmedTest)
    assert answer.evidence.reached == 'the assertion `rpmatch("no") == 5` fails at line 6'
