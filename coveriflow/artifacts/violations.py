"""What a specification means in a program: its functions, assertions and labels that violate it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.program.errors import NotSupported
from coveriflow.program.text.violations import (
    ERROR_FUNCTION,
    FORMER_ERROR,
    Violations,
    calls_of,
    failing_assertions,
    is_mentioned,
)


def violations_of(task: Task) -> Violations:
    """``NotSupported`` for properties that are not about reachability, and for several."""
    for one in task.specification.properties:
        if one.kind not in (PropertyKind.UNREACH_CALL, PropertyKind.ASSERTIONS):
            raise NotSupported(f"the property {one.kind.value}")
    if len(task.specification.properties) != 1:
        raise NotSupported("a specification of several properties")
    (one,) = task.specification.properties
    if one.kind is PropertyKind.UNREACH_CALL:
        return calls_of(one.subject)
    return failing_assertions([source.preprocessed for source in task.sources])


def means_the_same(task: Task, specification: Specification) -> bool:
    """Whether ``specification`` and that of the task are violated by the same executions, whatever they are."""
    if specification == task.specification:
        return True
    if specification.entry != task.specification.entry:
        return False
    try:
        return violations_of(task) == violations_of(replace(task, specification=specification))
    except NotSupported:
        return False


def exchanged(task: Task) -> Specification:
    """The specification in the words of the competitions, if they have some: where the only thing that violates it is
    one of their error functions, that this is never called.
    """
    try:
        found = violations_of(task)
    except NotSupported:
        return task.specification
    if found.assertions or found.label or found.functions not in ({ERROR_FUNCTION}, {FORMER_ERROR}):
        return task.specification
    (function,) = found.functions
    return Specification((Property(PropertyKind.UNREACH_CALL, function),), task.specification.entry)


def has_nothing_to_check(task: Task) -> bool:
    """Whether the property is about assertions, and the program has none, nor an error function or label."""
    kinds = [one.kind for one in task.specification.properties]
    return kinds == [PropertyKind.ASSERTIONS] and violations_of(task).is_nothing


def warnings(task: Task) -> Iterator[str]:
    """What the user should know of the property before a verdict is believed."""
    texts = [source.preprocessed for source in task.sources]
    for one in task.specification.properties:
        if one.kind is PropertyKind.UNREACH_CALL and not is_mentioned(one.subject, texts):
            meant = failing_assertions(texts)
            others = ", ".join(sorted(meant.functions | meant.assertions)[:3])
            hint = f" (it has {others}: --property assertions)" if others else ""
            yield f"the program has no function {one.subject}: nothing can violate the property{hint}"
        if one.kind is PropertyKind.ASSERTIONS and (label := violations_of(task).label):
            yield f"the label {label} counts as a violation: the program has no assertion and no error function"
