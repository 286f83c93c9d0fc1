"""From a program and a condition to the residual program as a task of its own (fold paper, Def. 3)."""

from __future__ import annotations

from coveriflow.actors.work.loading import automaton_of, check_about, error_function, task_of
from coveriflow.actors.work.verifying import justified
from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residuals import Residual, residual_name
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.program.labels import EdgeLabel
from coveriflow.program.printer import ends_objects, printed
from coveriflow.transform.parallel_composition import parallel_composition
from coveriflow.transform.state_conditions import with_branches

_LIFETIMES = "no object is used after the end of its lifetime"
"""Where objects end is not in the text of a residual program."""


def reduced(task: Task | Residual, condition: Condition, justification: Justification | None) -> Residual:
    """The residual program of ``task`` and ``condition`` by ParComp, printed as C."""
    source = task_of(task)
    check_about(condition, source)
    cfa = automaton_of(source)
    prepared = with_branches(cfa, [condition])
    product = parallel_composition(prepared.cfa, prepared.condition)
    page = printed(product.cfa)
    origin = tuple((line, prepared.origin[product.origin[edge]].label) for line, edge in page.lines)
    reasons, assumed = justified(condition, justification)
    unseen = (_LIFETIMES,) if ends_objects(product.cfa) else ()
    assumptions = tuple(dict.fromkeys((*cfa.assumptions, *assumed, *unseen)))
    residual = _task(source, page.text)
    if isinstance(task, Residual):
        return _nested(task, residual, origin, reasons, assumptions)
    return Residual(residual, source, origin, reasons, assumptions)


def _task(original: Task, text: str) -> Task:
    name = residual_name(original)
    subject = Property(PropertyKind.UNREACH_CALL, error_function(original.specification))
    specification = Specification((subject,), original.specification.entry)
    return Task((Source(name, text, text),), specification, original.data_model)


def _nested(
    outer: Residual,
    residual: Task,
    origin: tuple[tuple[int, EdgeLabel], ...],
    reasons: tuple[Justification, ...],
    assumptions: tuple[str, ...],
) -> Residual:
    """A residual program of a residual program is one of the original: origins and reasons are put together."""
    lines = dict(outer.origin)
    composed = tuple((line, lines[label.line]) for line, label in origin if label.line in lines)
    together = tuple(dict.fromkeys((*outer.assumptions, *assumptions)))
    return Residual(residual, outer.original, composed, (*outer.justifications, *reasons), together)
