"""Residual programs that an external tool writes: whether they leave what they should is the tool's claim."""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path

from coveriflow.actors.options import ToolOptions
from coveriflow.actors.work.load import check_about
from coveriflow.actors.work.reduce.residual import residual_task
from coveriflow.actors.work.tools.call import budget_of, configured, log_of, options_of, refused
from coveriflow.actors.work.tools.outputs import one_file
from coveriflow.actors.work.tools.run import ToolRunning
from coveriflow.actors.work.tools.search import found
from coveriflow.actors.work.verify.justification import justified
from coveriflow.artifacts.answers import Claim, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.tool_definitions import Exchange, ToolDefinition
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.violations import exchanged, violations_of
from coveriflow.formats.primitives.text import shortened
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.outlines import outline


def written_residual(
    task: Task, condition: Condition, justification: Justification | None, call: ToolOptions
) -> tuple[Residual, ToolLog]:
    """The residual program that the tool writes for ``condition``. It has no line of the original: an execution of it
    that reaches the error counts if the original does so with the same inputs. A proof of it rests on a claim.

    ``NotSupported`` where the tool ends without one, or with one that we cannot read: as of a reducer of ours.
    """
    definition, started = configured(call), time.monotonic()
    check_about(condition, task)
    tool, asked = found(definition, call.executable), _about_calls(task, definition)
    if (why := refused(definition, asked)) is not None:
        raise NotSupported(f"a residual program by {definition.name} of this program, since {why},")
    with tempfile.TemporaryDirectory(prefix="tool-", ignore_cleanup_errors=True) as folder:
        running = ToolRunning(definition, tool, asked, Path(folder), options_of(call), condition=condition)
        begun = time.time()
        said = running.said(call.bound, budget_of(call, definition, started).left())
        text = one_file(Exchange.RESIDUAL, running, begun) if said.is_complete else None
    if text is None:
        raise NotSupported(f"a residual program by {definition.name} (it wrote none: {shortened(said.reason)})")
    return _residual(task, text, tool.sentence, condition, justification), log_of(tool, said)


def _about_calls(task: Task, definition: ToolDefinition) -> Task:
    """``task``, in which nothing but calls of one function violates the property. It has no body: tools inline what
    has one, and no call would be left.
    """
    asked = replace(task, specification=exchanged(task))
    if any(each.kind is not PropertyKind.UNREACH_CALL for each in asked.specification.properties):
        raise NotSupported(f"a residual program by {definition.name} where more than a call violates the property")
    if any(violations_of(asked).functions & outline(each.preprocessed).defined for each in asked.sources):
        raise NotSupported(f"a residual program by {definition.name} of a program that defines its error function")
    return asked


def _residual(task: Task, text: str, by: str, condition: Condition, justification: Justification | None) -> Residual:
    residual = residual_task(task, text)
    try:
        program_cfa([(residual.name, text)], task.data_model, violations_of(residual), residual.specification.entry)
    except InputError as error:
        raise NotSupported(f"the residual program that {by} has written ({error})") from None
    reasons, assumed = justified(condition, justification)
    claim = Justification(condition.digest, Claim(f"{by} that its residual program has all other executions"))
    return Residual(residual, task, (), (*reasons, claim), tuple(dict.fromkeys(assumed)))
