"""What a condition leaves as a verification task of its own (CMC paper, Sect. I: benchmark generation)."""

from __future__ import annotations

from pathlib import Path, PurePath

from coveriflow import __version__
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Reduction, Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.conditions.graphml_condition import write_condition
from coveriflow.formats.tasks.specification import write_specification
from coveriflow.formats.tasks.task_definition import PropertyEntry, TaskDefinition, write_task_definition
from coveriflow.report.sanitising import visible
from coveriflow.transform.reducers.partitioners import BOUNDED

_PROPERTY = "unreach-call"


def task_files(task: Task, condition: Condition, reduction: Reduction, residual: Residual) -> dict[str, bytes]:
    """Names and contents: a task definition first, its program, its property, and its condition."""
    stem = f"{PurePath(task.name).stem}.{reduction.name}"
    origin = _origin(task, condition, reduction, residual)
    head = "".join(f"// {line}\n" for line in origin)
    # Of a residual program the executions are some of the original's, so it is true if that is; but a violation may
    # be among what the condition covers, unless that is known to be true.
    holds = True if dict(task.expected).get(_PROPERTY) is Verdict.TRUE else None
    entry = PropertyEntry(f"{_PROPERTY}.prp", holds)
    definition = TaskDefinition((f"{stem}.c",), (entry,), task.data_model)
    comments = "".join(f"# {line}\n" for line in origin).encode("ascii", "backslashreplace")
    return {
        f"{stem}.yml": comments + write_task_definition(definition),
        f"{stem}.c": (head + residual.task.sources[0].text).encode("utf-8", "surrogateescape"),
        f"{_PROPERTY}.prp": write_specification(residual.task.specification),
        f"{stem}.condition.graphml": write_condition(condition),
    }


def write_task(folder: Path, files: dict[str, bytes]) -> Path:
    """Write all; where the task definition is. ``InputError`` where that cannot be done."""
    from coveriflow.cli.commands.explain import write_drawing

    for name, data in files.items():
        write_drawing(folder / name, data)
    return folder / next(iter(files))


def _origin(task: Task, condition: Condition, reduction: Reduction, residual: Residual) -> list[str]:
    """Where it comes from."""
    made = f"the reducer {reduction.name}"
    made += f", bound {reduction.bound}" if reduction.name in BOUNDED else ""
    made += f", loop heads {reduction.heads}" if reduction.heads else ""
    made += ", slice" if reduction.slice else ""
    lines = [
        f"What {condition.producer} left of {PurePath(task.name).name}, by coveriflow {__version__}: {made}.",
        f"SHA-256 of the program: {task.program_hash}",
        f"Digest of the condition: {condition.digest}",
        *(f"A proof of this is one of the original, assuming that {each}." for each in residual.assumptions),
    ]
    return [visible(line) for line in lines]
