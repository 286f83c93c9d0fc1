"""What tools are asked of programs that call an error function of ours."""

from __future__ import annotations

from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.reduce.residual import unreduced
from coveriflow.actors.work.tools.error_function import with_known_error_function
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.program.interpreter.interpreter import End, Interpreter
from tests.actors.tasks import program

TEXT = "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1; }\n"
OVERFLOW = Specification((Property(PropertyKind.NO_OVERFLOW),))


def test_a_printed_check_calls_the_function_that_tools_know() -> None:
    """Nothing else changes: each place of the text stays where it is, and the same inputs violate it."""
    printed = unreduced(program(TEXT, specification=OVERFLOW)).task
    known = with_known_error_function(printed)
    assert [each.subject for each in known.specification.properties] == ["reach_error"]
    before, after = printed.sources[0].preprocessed, known.sources[0].preprocessed
    assert "__coveriflow_error" not in after
    assert [line.rstrip() for line in after.split("\n")] != [line.rstrip() for line in before.split("\n")]
    assert list(map(len, after.split("\n"))) == list(map(len, before.split("\n")))
    for value, end in ((0, End.RETURNED), (2147483647, End.ERROR)):
        assert Interpreter(automaton_of(known)).run([value], 1000).end is end


def test_a_name_that_is_taken_stays() -> None:
    """The program has such a function itself, which is no error for this property."""
    text = "void reach_error(void) {}\n" + TEXT.replace("return", "reach_error(); return")
    printed = unreduced(program(text, specification=OVERFLOW)).task
    assert with_known_error_function(printed) == printed
