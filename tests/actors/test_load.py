"""A program is read once for all jobs of an owner; what is another program, or another question, is read anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.actors.work.load import automaton_of, ending_automaton_of, with_checks
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.processes import shared_values
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.frontend import program_cfa
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import program

_LONG = "// a comment\n" * 400
_TEXT = "int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x / 2 > x) reach_error(); return 0; }\n"


@pytest.fixture
def readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Cfa]:
    """What is really read, as if by jobs of one owner."""
    found: list[Cfa] = []

    def counted(*arguments: object) -> Cfa:
        found.append(program_cfa(*arguments))  # type: ignore[arg-type]
        return found[-1]

    monkeypatch.setattr(shared_values, "shared_folder", lambda: str(tmp_path))
    monkeypatch.setattr("coveriflow.actors.work.load.program_cfa", counted)
    return found


def test_a_program_is_read_once(readings: list[Cfa]) -> None:
    first, second, third = (make(program(_TEXT + _LONG)) for make in (automaton_of, automaton_of, with_checks))
    assert len(readings) == 1
    assert str(first.edges) == str(second.edges) == str(third.edges)
    assert first.functions == second.functions
    assert first.globals == second.globals


def test_a_short_one_by_each(readings: list[Cfa]) -> None:
    automaton_of(program(_TEXT))
    automaton_of(program(_TEXT))
    assert len(readings) == 2


def _others(task: Task) -> list[Task]:
    """What has another automaton, or may have one."""
    entry = replace(task.specification, entry="other")
    overflow = Specification((Property(PropertyKind.NO_OVERFLOW),), task.specification.entry)
    text = replace(task.sources[0], preprocessed=task.sources[0].preprocessed.replace("/ 2", "/ 3"))
    named = replace(task.sources[0], name="another.c")
    return [
        replace(task, data_model=DataModel.ILP32),
        replace(task, specification=entry),
        replace(task, specification=overflow),
        replace(task, sources=(text,)),
        replace(task, sources=(named,)),
        replace(task, sources=(*task.sources, replace(text, name="second.c", preprocessed="int y;\n"))),
    ]


def test_whatever_differs_is_read(readings: list[Cfa]) -> None:
    task = program(_TEXT + "int other(void) { return 0; }\n" + _LONG)
    for number, each in enumerate([task, *_others(task)], start=1):
        automaton_of(each)
        assert len(readings) == number
    ending_automaton_of(task)
    assert len(readings) == number + 1
