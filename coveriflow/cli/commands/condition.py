"""``coveriflow condition``: conditions as files, read in any format, compared, put together and written again."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import reduce as folded
from pathlib import Path

from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Task
from coveriflow.cli.commands.explain import write_drawing
from coveriflow.cli.contracts import ConditionOptions, Exit
from coveriflow.cli.input_files import check_program
from coveriflow.cli.programs import asked_of
from coveriflow.flows.tasks.condition_files import ProgramOf, condition_file, note
from coveriflow.flows.tasks.load import load
from coveriflow.formats.conditions.assumption_automaton import write_assumption_automaton
from coveriflow.formats.conditions.assumption_formula import write_assumption_formula
from coveriflow.formats.conditions.graphml_condition import write_condition
from coveriflow.program.errors import InputError, Span
from coveriflow.program.wording import counted
from coveriflow.report.streams import put, say
from coveriflow.report.terminal.condition_pages import comparison_page, condition_page, path_lines
from coveriflow.report.terminal.console import show
from coveriflow.transform.conditions.comparison import Comparison, Coverage, Relation, compared, coverage
from coveriflow.transform.conditions.formulas import formula_of
from coveriflow.transform.conditions.operations import intersected, minimised, united
from coveriflow.transform.cpachecker.writing import automaton_from

SCHEMA_VERSION = 1
_GRAPHML, _AUTOMATON, _FORMULA = (".graphml", ".xml"), (".txt", ".spc"), (".yml", ".yaml")


def condition(options: ConditionOptions) -> int:
    """Do what is asked; the exit code."""
    program = _program(options)
    if options.out is not None:
        _check_format(options.out)
    found = [condition_file(path, program) for path in options.conditions]
    match options.action:
        case "show":
            return _show(options, found[0], program)
        case "compare":
            return _compare(options, found, program)
        case "union":
            return _write(options, folded(united, found), program)
        case "intersect":
            return _write(options, folded(intersected, found), program)
        case "minimise":
            return _write(options, minimised(found[0]), program)
        case _:
            return _write(options, found[0], program)


def _program(options: ConditionOptions) -> ProgramOf:
    """That of ``--program``."""

    def loaded() -> Task:
        check_program(options)
        return load(asked_of(options))

    return ProgramOf(loaded if options.files or options.compile_commands else None)


def _check_format(path: Path) -> None:
    if path.suffix not in (*_GRAPHML, *_AUTOMATON, *_FORMULA):
        raise InputError("the name of a condition ends in .graphml, .txt, .spc, .yml or .yaml", Span(str(path)))


def _write(options: ConditionOptions, found: Condition, program: ProgramOf) -> int:
    path = options.out
    assert path is not None
    write_drawing(path, _bytes(path, found, program))
    states, transitions = len(found.states), len(found.transitions)
    say(f"{path}: {_covering(found)}, {counted(states, 'state')}, {counted(transitions, 'transition')}", sys.stdout)
    return Exit.TRUE


def _bytes(path: Path, found: Condition, program: ProgramOf) -> bytes:
    if path.suffix in _GRAPHML:
        return write_condition(found)
    if path.suffix in _FORMULA:
        program.need(path, "a formula")
        return write_assumption_formula(formula_of(found, program.task, program.cfa))
    program.need(path, "an automaton of CPAchecker")
    written = automaton_from(found, program.task, program.cfa)
    note(path, written.notes)
    return write_assumption_automaton(written.automaton)


def _covering(found: Condition) -> str:
    if found.covers_everything:
        return "covers everything"
    reachable = any(each.target in found.accepting for each in found.transitions)
    return "covers a part" if reachable else "covers nothing"


def _show(options: ConditionOptions, found: Condition, program: ProgramOf) -> int:
    measured = coverage(program.cfa, found) if program.is_there else None
    if options.json:
        _put_json(_record(options, found, measured))
    else:
        show(condition_page(str(options.conditions[0]), found, _covering(found), measured), sys.stdout)
    return Exit.TRUE


def _record(options: ConditionOptions, found: Condition, measured: Coverage | None) -> dict[str, object]:
    record: dict[str, object] = {
        "condition": str(options.conditions[0]),
        "covers": _covering(found),
        "producer": found.producer,
        "program_hash": found.program_hash,
        "data_model": found.data_model.value,
        "states": len(found.states),
        "transitions": len(found.transitions),
        "assumptions": sum(bool(each.assumption) for each in found.transitions),
    }
    if measured is not None:
        parts = {"edges": measured.edges, "branches": measured.branches, "locations": measured.locations}
        shares: dict[str, object] = {name: {"covered": m.covered, "total": m.total} for name, m in parts.items()}
        record["coverage"] = {**shares, "paths": measured.paths}
    return record


def _compare(options: ConditionOptions, found: Sequence[Condition], program: ProgramOf) -> int:
    comparison = compared(program.cfa, found[0], found[1])
    first, second = map(str, options.conditions)
    if options.json:
        _put_json(_comparison_record(first, second, comparison))
    else:
        show(comparison_page(first, second, comparison), sys.stdout)
    return Exit.TRUE if comparison.relation is Relation.EQUAL else Exit.FALSE


def _comparison_record(first: str, second: str, comparison: Comparison) -> dict[str, object]:
    paths = {"only_first": comparison.only_first, "only_second": comparison.only_second}
    return {
        "first": first,
        "second": second,
        "relation": comparison.relation.value,
        **{name: None if path is None else list(path_lines(path)) for name, path in paths.items()},
    }


def _put_json(record: dict[str, object]) -> None:
    put(json.dumps({"schema_version": SCHEMA_VERSION, **record}, indent=2, allow_nan=False) + "\n", sys.stdout)
