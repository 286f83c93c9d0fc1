"""What tools are asked of programs that call an error function of ours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from coveriflow.actors import tool, value
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.actors.work.reduce.residual import unreduced
from coveriflow.actors.work.tools.error_function import (
    known_to,
    unknown_error_function,
    with_known_error_function,
    with_own_error_function,
)
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.conditions.graphml_condition import write_condition
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import here, program
from tests.actors.tools.test_call import played, script

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
    for read, end in ((0, End.RETURNED), (2147483647, End.ERROR)):
        assert Interpreter(automaton_of(known)).run([read], 1000).end is end


def test_a_name_that_is_taken_stays() -> None:
    """The program has such a function itself, which is no error for this property."""
    text = "void reach_error(void) {}\n" + TEXT.replace("return", "reach_error(); return")
    printed = unreduced(program(text, specification=OVERFLOW)).task
    assert with_known_error_function(printed) == printed


_NAMED = """\
extern int __VERIFIER_nondet_int(void);
extern void my_error(int);
int main(void) { if (__VERIFIER_nondet_int() == 0) my_error(1); return 0; }
"""
_MINE = Specification((Property(PropertyKind.UNREACH_CALL, "my_error"),))


def _task(text: str, specification: Specification = _MINE) -> Task:
    return Task((Source("program.c", text, text),), specification, DataModel.LP64)


def test_a_tool_that_is_not_told_the_function_gets_the_one_it_knows() -> None:
    """It would say that no error is called. Who is told gets the program as it is."""
    task = _task(_NAMED)
    assert with_known_error_function(task) == task
    known = with_known_error_function(task, ("reach_error", "__VERIFIER_error"))
    assert [each.subject for each in known.specification.properties] == ["reach_error"]
    assert "my_error" not in known.sources[0].preprocessed
    assert Interpreter(automaton_of(known)).run([0], 1000).end is End.ERROR
    former = replace(_MINE, properties=(Property(PropertyKind.UNREACH_CALL, "__VERIFIER_error"),))
    task = _task(_NAMED.replace("my_error", "__VERIFIER_error"), former)
    assert with_known_error_function(task, ("reach_error", "__VERIFIER_error")) == task


def test_a_violation_is_found_by_whatever_name(tmp_path: Path) -> None:
    """A tool that knows one error function, and counts its calls in the text: its claim is about the original."""
    asked = played(tmp_path, 'if grep "reach_error *(1)" "$@"; then mkdir test-suite; echo FALSE; else echo TRUE; fi')
    assert here(asked, _task(_NAMED))[Answer].verdict is Verdict.FALSE
    two = _task("void reach_error(void) {}\n" + _NAMED)
    answer = here(asked, two)[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert "its error function is my_error, and it has another reach_error" in answer.reason


def test_what_is_no_name_stays() -> None:
    """Texts have the same size, and line markers name the same file."""
    literals = (
        """const char text[] = "my_error"; const char one[] = "a\\"my_error"; int c = 'my_error'; /* my_error */\n"""
    )
    task = _task('# 1 "my_error.c"\n' + literals + _NAMED.replace("my_error", "\n my_error"))
    known = with_known_error_function(task, ("reach_error",)).sources[0].preprocessed
    assert known.startswith('# 1 "my_error.c"\n' + literals)
    assert known.count("my_error") == 5
    assert known.count("reach_error") == 2


def test_the_name_is_one_that_the_tool_knows() -> None:
    former = with_known_error_function(_task(_NAMED), ("__VERIFIER_error",))
    assert [each.subject for each in former.specification.properties] == ["__VERIFIER_error"]
    assert unknown_error_function(former, ("__VERIFIER_error",)) is None


def test_several_error_functions_are_not_asked_about() -> None:
    """One of them would be no error."""
    two = replace(_MINE, properties=(*_MINE.properties, Property(PropertyKind.UNREACH_CALL, "other_error")))
    task = _task(_NAMED.replace("return 0;", "other_error(); return 0;"), two)
    why = unknown_error_function(task, ("reach_error",))
    assert why == "it has several error functions: my_error, other_error"
    assert unknown_error_function(task, None) is None


def test_a_tool_that_knows_some_functions_is_asked_about_one_of_these(tmp_path: Path) -> None:
    """It gets the property, and would not understand another name. Its claim is about the original."""
    command = script(tmp_path, 'grep -q "call(reach_error())" "$1" && grep -q "reach_error *(1)" "$2" && echo TRUE')
    for functions, said in (("[reach_error]", Verdict.TRUE), ("[]", Verdict.UNKNOWN)):
        path = tmp_path / "mine.yml"
        path.write_text(
            f"executable: {command}\narguments: ['{{property}}', '{{files}}']\nproperties: {{unreach-call: []}}\n"
            f"error_functions: {functions}\nverdicts: [{{output: TRUE, verdict: true}}]\n"
        )
        assert here(tool(str(path)), _task(_NAMED))[Answer].verdict is said
    assert known_to(defined("cpachecker")) == ("reach_error", "__VERIFIER_error")


_LONG = """\
extern int __VERIFIER_nondet_int(void);
extern void my_error(int);
int main(void) {
  int i = 0;
  if (__VERIFIER_nondet_int() == 3) i = 1;
  while (i < 100000) { i++; if (i == 90000) my_error(2); }
  return "my_error"[0];
}
"""


def test_a_condition_of_a_renamed_program_is_one_of_the_original(tmp_path: Path) -> None:
    """It is what the same search leaves of the original, and the next actor takes it."""
    task, limited = _task(_LONG), value(states=60)
    asked = with_known_error_function(task, ("reach_error",))
    theirs, ours = here(limited, asked)[Condition], here(limited, task)[Condition]
    assert theirs.program_hash != ours.program_hash
    assert with_own_error_function(theirs, asked, task) == ours
    assert with_own_error_function(ours, asked, task) is ours
    file = tmp_path / "theirs.graphml"
    file.write_bytes(write_condition(theirs))
    command = script(tmp_path, f"cp {file} condition.graphml; echo UNKNOWN")
    path = tmp_path / "mine.yml"
    path.write_text(
        f"executable: {command}\narguments: ['{{property}}', '{{files}}']\nproperties: {{unreach-call: []}}\n"
        "error_functions: [reach_error]\nverdicts: [{output: UNKNOWN, verdict: unknown}]\n"
        "writes: {condition: condition.graphml}\n"
    )
    found = here(tool(str(path)), task)[Condition]
    check_about(found, task)
    assert found.transitions == ours.transitions
