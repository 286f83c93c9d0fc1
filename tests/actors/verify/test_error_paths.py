"""The path to a violation: what it says happened is what the interpreter and the witness say."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from coveriflow.actors import bmc
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.error_paths import error_path
from coveriflow.artifacts.answers import Answer, ConfirmedTest, Violation
from coveriflow.artifacts.display.error_paths import ErrorPath, EventKind
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import ViolationSequence, Waypoint, WaypointKind, WitnessEntries
from coveriflow.formats.witnesses.yaml_witness import read_witness_entries, write_witness_entries
from coveriflow.program.interpreter.interpreter import End, Interpreter
from tests.actors.tasks import Got, here, program
from tests.actors.verify.test_proved_invariants import FOLDER, task_of
from tests.programs.reader import Said, questions

VERIFIERS = {"bmc": bmc()}
BUGS = [(each.path, each.name) for each in questions() if each.said is Said.WITNESSED_FALSE]


def violated(path: Path, name: str = "bmc") -> Got:
    got = here(VERIFIERS[name], task_of(path))
    assert got[Answer].verdict is Verdict.FALSE
    return got


def waypoints(got: Got) -> list[Waypoint]:
    (entry,) = got[WitnessEntries].entries
    assert isinstance(entry.content, ViolationSequence)
    return [segment.follow for segment in entry.content.segments]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("path", "name"), BUGS, ids=lambda each: getattr(each, "stem", each))
def test_the_path_ends_with_the_violation_and_reads_the_test_s_values(path: Path, name: str) -> None:
    got = violated(path, name)
    steps = got[ErrorPath].steps
    assert [event.kind for event in steps[-1].events][-1] is EventKind.ERROR
    assert sum(event.kind is EventKind.ERROR for step in steps for event in step.events) == 1
    evidence = got[Answer].evidence
    assert isinstance(evidence, ConfirmedTest)
    read = [event.value.partition(" ")[0] for event in got[ErrorPath].inputs if event.name.endswith("()")]
    assert read == [str(each.value) for each in evidence.case.inputs]
    assert all(abs(one.depth - other.depth) <= 1 for one, other in pairwise(steps))
    lines = path.read_text().splitlines()
    assert all(0 < step.line <= len(lines) and step.file == path.name for step in steps)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("path", "name"), BUGS, ids=lambda each: getattr(each, "stem", each))
def test_waypoints_stand_where_the_format_wants_them(path: Path, name: str) -> None:
    got, lines = violated(path, name), path.read_text().splitlines()
    found = waypoints(got)
    assert read_witness_entries(write_witness_entries(got[WitnessEntries]), "w") == got[WitnessEntries]
    for each in found:
        text = lines[each.place.line - 1][each.place.column - 1 :]
        match each.kind:
            case WaypointKind.RETURN:
                assert text.startswith(")")
            case WaypointKind.BRANCHING:
                assert text.startswith(("if", "while"))
                assert each.constraint in ("true", "false")
            case _:
                assert text.startswith("reach_error")
    assert found[-1].kind is WaypointKind.TARGET


@pytest.mark.usefixtures("compiler")
def test_what_a_macro_hides_has_no_waypoint() -> None:
    got = violated(FOLDER / "21-calls-bug.c")
    returned = [each for each in waypoints(got) if each.kind is WaypointKind.RETURN]
    assert [(each.place.line, each.constraint) for each in returned] == [(10, "\\result == 2")]
    assert len(list(got[ErrorPath].inputs)) == 2


@pytest.mark.usefixtures("compiler")
def test_branchings_are_those_of_the_execution() -> None:
    got = violated(FOLDER / "21-calls-bug.c")
    taken = [(each.place.line, each.constraint) for each in waypoints(got) if each.kind is WaypointKind.BRANCHING]
    deep = [(6, "false"), (6, "false"), (6, "true")]
    assert taken == [(11, "false"), *deep, (7, "true"), *[(7, "true")] * 6, (7, "false")]


@pytest.mark.usefixtures("compiler")
def test_values_are_told_in_the_program_s_words() -> None:
    steps = violated(FOLDER / "20-list-bug.c")[ErrorPath].steps
    told = {(event.kind, event.name, event.value) for step in steps for event in step.events}
    assert (EventKind.VALUE, "list", "NULL") in told
    assert (EventKind.VALUE, "text[1]", "120 'x'") in told
    assert (EventKind.VALUE, "d", "1.5") in told
    assert {name for kind, name, _ in told if kind is EventKind.VALUE} >= {"n->value", "n->next", "total", "i"}
    assert any(kind is EventKind.CALL and name == "add" and "sum = &total" in v for kind, name, v in told)
    assert any(name == "strcpy" and '"hi"' in v for _, name, v in told)
    assert not any("$" in name or "memory" in name for _, name, _ in told)
    assert {event.scope for step in steps for event in step.events if event.name == "total"} == {"main"}


def test_last_values_are_those_of_the_interpreter() -> None:
    task = program(
        "int g; int f(int a) { g += a; return a - 1; }\n"
        "int main(void) { int i = __VERIFIER_nondet_int(), s = 0;\n"
        "while (i > 0) { s += i; i = f(i); }\nif (g == 6 && s == 6) reach_error(); }"
    )
    got = here(bmc(), task)
    values = got[Violation].values
    execution = Interpreter(automaton_of(task)).run(values)
    assert execution.end is End.ERROR
    last: dict[tuple[str, str], str] = {}
    for step in got[ErrorPath].steps:
        for event in step.events:
            if event.kind is EventKind.VALUE:
                last[event.scope, event.name] = event.value
    assert last["", "g"] == str(execution.memory["g"])
    assert last["main", "s"] == str(execution.memory["main::s"])
    assert last["main", "i"] == str(execution.memory["main::i"])


def long_path(rounds: int) -> tuple[Task, ErrorPath | None]:
    task = program(f"int main(void) {{ int i = 0;\nwhile (i < {rounds})\n  i++;\nreach_error(); }}")
    return task, error_path(Originals(task), automaton_of(task), ())


def test_of_a_long_path_the_middle_is_left_out() -> None:
    _, path = long_path(6_000)
    assert path is not None
    assert len(path.steps) == 10_000
    assert path.omitted > 0
    assert path.gap == 5_000
    assert path.steps[-1].events[-1].kind is EventKind.ERROR


def test_a_path_that_does_not_reach_the_error_is_none() -> None:
    task = program("int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }")
    assert error_path(Originals(task), automaton_of(task), (4,)) is None
    assert error_path(Originals(task), automaton_of(task), (3,)) is not None


def test_nothing_is_said_of_where_objects_lie() -> None:
    task = program(
        "extern char *__VERIFIER_nondet_pchar(void);\n"
        "int main(void) { char *p = __VERIFIER_nondet_pchar(), *q = __VERIFIER_nondet_pchar();\n"
        "if (p && !q) reach_error(); }"
    )
    got = here(bmc(), task)
    returned = [each.constraint for each in waypoints(got) if each.kind is WaypointKind.RETURN]
    assert returned == ["\\result == 0"]
    assert [edge.assumption for edge in got[Witness].edges if edge.assumption] == ["q == 0"]
