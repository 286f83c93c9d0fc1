"""``coveriflow validate``: how much external evidence is worth."""

from __future__ import annotations

import json
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

from coveriflow import __version__
from coveriflow.actors import validate_condition, validate_tests, validate_witness
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.specifications import PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestSuite
from coveriflow.artifacts.violations import means_by_convention, warnings
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.cli.arguments.sandbox import choose_box
from coveriflow.cli.contracts import Exit, ValidateOptions
from coveriflow.cli.errors import DEFECT, report_error
from coveriflow.cli.input_files import check_program, is_definition
from coveriflow.cli.programs import asked_of
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.found import undefined_of
from coveriflow.flows.running.run_folder import described
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import FIRST
from coveriflow.flows.tasks.condition_files import ProgramOf, condition_in, is_of_another_format
from coveriflow.flows.tasks.default_limits import counted_from_now
from coveriflow.flows.tasks.load import load, read
from coveriflow.formats.detect import Evidence, read_evidence
from coveriflow.program.errors import InputError, Span
from coveriflow.report.sanitising import visible
from coveriflow.report.streams import put, say
from coveriflow.report.undefined import told

SCHEMA_VERSION = 1
_EXITS = {Outcome.CONFIRMED: Exit.TRUE, Outcome.REFUTED: Exit.FALSE, Outcome.UNKNOWN: Exit.UNKNOWN}
_WIDTH = 118

Given = Witness | WitnessEntries | Condition | TestSuite


def validate(options: ValidateOptions) -> int:
    """Validate, say what came out; the exit code."""
    start = time.monotonic()
    check_program(options)
    left = counted_from_now(options.limits)
    choose_box(options.sandbox)
    with Workers(FIRST) as workers:
        task = load(asked_of(options))
        given = _given(options.evidence, task)
        if options.specification is None and not any(map(is_definition, options.files)):
            task = replace(task, specification=_specification_of(given, task))
        flow = Flow("validate", _validator(given, options), (Task, type(given)))
        assumed = Assumed.STANDING if options.assume_defined else None
        done = run(flow, task, left(), in_workers(workers, Listener()), Listener(), given, undefined=assumed)
    validation = _validation(done)
    _say(options, done, validation, time.monotonic() - start)
    if any(turn.end is End.FAILED for turn in done.turns):
        report_error(f"internal error in {done.turns[-1].actor.called}\n{DEFECT}:\n{done.turns[-1].message}")
        return Exit.INTERNAL_ERROR
    return _EXITS[validation.outcome]


def _specification_of(given: Given, task: Task) -> Specification:
    """That which evidence speaks of is meant where the user does not say another one; coverage is no claim, and an
    error function that the program does not mention is its own.
    """
    said = given.entries[0].metadata.specification if isinstance(given, WitnessEntries) else given.specification
    is_coverage = any(each.kind is PropertyKind.COVERAGE for each in said.properties)
    return task.specification if is_coverage or means_by_convention(task, said) else said


def _given(path: Path, task: Task) -> Given:
    evidence = _suite(path) if path.is_dir() else _evidence(path, task)
    if isinstance(evidence, TestCase):
        about = (task.name, task.program_hash, task.specification, task.data_model)
        return TestSuite((evidence,), *about, entry=task.specification.entry)
    return evidence


def _evidence(path: Path, task: Task) -> Evidence:
    data = read(path)
    if is_of_another_format(data):
        return condition_in(data, path, ProgramOf(lambda: task))
    return read_evidence(data, str(path))


def _suite(path: Path) -> TestSuite:
    from coveriflow.formats.tests.test_suite import read_test_suite

    return read_test_suite({each.name: read(each) for each in sorted(path.glob("*.xml"))}, str(path))


def _validator(given: Given, options: ValidateOptions) -> Actor:
    if isinstance(given, Condition):
        return validate_condition()
    if isinstance(given, TestSuite):
        return validate_tests(sanitize=options.sanitize)
    if options.sanitize:
        raise InputError("--sanitize executes tests, and this is no test", Span(str(options.evidence)))
    return validate_witness()


def _validation(done: Run) -> Validation:
    """What the validator said; where it could not end, that."""
    found, undefined = done.latest(Validation), undefined_of(done)
    if isinstance(found, Validation) and undefined is not None:
        place, confirmed = undefined.place, found.outcome is Outcome.CONFIRMED
        return replace(found, outcome=Outcome.UNKNOWN, reason=told(undefined), place=place) if confirmed else found
    if isinstance(found, Validation):
        return found
    return Validation(Outcome.UNKNOWN, "evidence", done.answer.reason)


def _word(validation: Validation) -> str:
    justified = validation.outcome is Outcome.CONFIRMED and validation.subject == "condition"
    return "justified" if justified else str(validation.outcome.value)


def _say(options: ValidateOptions, done: Run, validation: Validation, wall: float) -> None:
    if options.json:
        put(json.dumps(_record(options, done, validation), indent=2, allow_nan=False) + "\n", sys.stdout)
        return
    facts = [("evidence", f"{options.evidence}: {validation.subject}")]
    if validation.place is not None:
        facts.append(("at", ":".join(str(each) for each in validation.place if each)))
    if done.answer.verdict.decisive:
        facts.append(("shown", f"the program is {done.answer.verdict.value}, by {described(done.answer.evidence)}"))
    facts.append(("property", _property(done.task)))
    facts += [("warning", each) for each in warnings(done.task)]
    facts += [("assuming", each) for each in done.answer.assumptions]
    facts += [("note", each) for each in validation.notes if each not in done.answer.assumptions]
    facts += [
        ("task", ", ".join(source.name for source in done.task.sources)),
        ("data model", done.task.data_model.value),
        ("took", f"{wall:.2f} s, CPU {done.resources.cpu:.2f} s"),
    ]
    lines = [_filled(f" {_word(validation).upper()}  {validation.reason}", "   "), ""]
    lines += [_filled(f"  {name:<12}{text}", " " * 14) for name, text in facts]
    say("\n".join(lines), sys.stdout)


def _property(task: Task) -> str:
    """Of evidence that speaks of another one than the user, if that says none."""
    return ",".join(each.kind.value for each in task.specification.properties)


def _filled(text: str, indent: str) -> str:
    """In lines that fit; what has no blanks stays whole."""
    return textwrap.fill(
        visible(text),
        _WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


def _record(options: ValidateOptions, done: Run, validation: Validation) -> dict[str, object]:
    place = validation.place
    return {
        "schema_version": SCHEMA_VERSION,
        "coveriflow": __version__,
        "task": done.task.name,
        "program_hash": done.task.program_hash,
        "data_model": done.task.data_model.value,
        "property": _property(done.task),
        "warnings": list(warnings(done.task)),
        "evidence": ascii(str(options.evidence))[1:-1],
        "kind": validation.subject,
        "outcome": _word(validation),
        "reason": validation.reason,
        "place": None if place is None else dict(zip(("file", "line", "column"), place, strict=True)),
        "notes": validation.notes,
        "verdict": done.answer.verdict.value,
        "confirmed_by": described(done.answer.evidence),
        "assumptions": done.answer.assumptions,
        "cpu": done.resources.cpu,
        "wall": done.resources.wall,
    }
