"""What a specification means in a program: its functions, assertions and labels that violate it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.text.violations import (
    ERROR_FUNCTION,
    FORMER_ERROR,
    MEMORY_ACCESSES,
    NOTHING,
    UNDEFINED_BEHAVIOUR,
    Violations,
    calls_of,
    failing_assertions,
    failing_checks,
    is_mentioned,
    joined,
)

_CHECKS = {
    PropertyKind.NO_OVERFLOW: frozenset({Undefined.OVERFLOW}),
    PropertyKind.VALID_DEREF: MEMORY_ACCESSES,
    PropertyKind.VALID_FREE: frozenset({Undefined.FREE}),
    PropertyKind.VALID_MEMTRACK: frozenset({Undefined.LOST}),
    PropertyKind.VALID_MEMCLEANUP: frozenset({Undefined.LEAK}),
    PropertyKind.UNDEFINED: UNDEFINED_BEHAVIOUR,
}
"""The checks that violate a property where they fail."""
_CALLS = {PropertyKind.UNREACH_CALL, PropertyKind.ASSERTIONS}


def violations_of(task: Task) -> Violations:
    """``NotSupported`` for properties that are not verified."""
    return joined([_violations_of(one, task) for one in task.specification.properties])


def _violations_of(one: Property, task: Task) -> Violations:
    match one.kind:
        case PropertyKind.UNREACH_CALL:
            return calls_of(one.subject)
        case PropertyKind.ASSERTIONS:
            return failing_assertions([source.preprocessed for source in task.sources])
        case kind if kind in _CHECKS:
            return failing_checks(_CHECKS[kind])
        case kind:
            raise NotSupported(f"the property {kind.value}")


def violating(kind: Undefined) -> str:
    """The name of a property that undefined behaviour of ``kind`` violates, the one that asks for least."""
    if kind in _CHECKS[PropertyKind.VALID_DEREF] | _CHECKS[PropertyKind.VALID_FREE]:
        return "memory-safety"
    return "no-overflow" if kind is Undefined.OVERFLOW else "undefined-behaviour"


def violated_property(specification: Specification, kind: Undefined | None) -> PropertyKind | None:
    """Which property an execution violates that ends with undefined behaviour of ``kind``, or otherwise; ``None`` where
    that is not known.
    """
    kinds = [one.kind for one in specification.properties]
    if len(kinds) == 1:
        return kinds[0]
    if kind is not None:
        return next((each for each in kinds if kind in _CHECKS.get(each, ())), None)
    others = [each for each in kinds if each not in _CHECKS]
    return others[0] if len(others) == 1 else None


def promised(task: Task) -> tuple[Verdict, str] | None:
    """What a task definition promises of the property; and the name of that which is violated, where it is one of
    several.
    """
    asked = {one.kind.value for one in task.specification.properties}
    promises = [(set(names.split(",")), verdict) for names, verdict in task.expected]
    for names, verdict in promises:
        if names == asked:
            return verdict, ""
    for names, verdict in promises:
        if verdict is Verdict.TRUE and asked < names:
            return verdict, ""
        if verdict is Verdict.FALSE and names < asked and len(names) == 1:
            return verdict, names.pop()
    return None


def is_termination(specification: Specification) -> bool:
    """Whether the property is that every execution ends, and nothing else: no place in the program violates it."""
    return [one.kind for one in specification.properties] == [PropertyKind.TERMINATION]


def asks_for_accesses(specification: Specification) -> bool:
    """Whether accesses of memory violate the property, and no place of the program text does."""
    kinds = {one.kind for one in specification.properties}
    return PropertyKind.VALID_DEREF in kinds and kinds <= set(_CHECKS)


def stopping(task: Task) -> Violations:
    """What ends executions in the automaton that the property is about: nothing, if it is that they end."""
    return NOTHING if is_termination(task.specification) else violations_of(task)


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


def means_by_convention(task: Task, specification: Specification) -> bool:
    """Whether ``specification`` is about a call of an error function of the competitions that the program does not
    mention, and the task about such calls: then it means those of the task, whatever name their writer has for them.
    """
    (only, *others) = specification.properties
    if others or only.kind is not PropertyKind.UNREACH_CALL or only.subject not in (ERROR_FUNCTION, FORMER_ERROR):
        return False
    asked = {each.kind for each in task.specification.properties}
    is_same_entry = specification.entry == task.specification.entry
    texts = [source.preprocessed for source in task.sources]
    return is_same_entry and asked <= _CALLS and not is_mentioned(only.subject, texts)


def exchanged(task: Task) -> Specification:
    """The specification in the words of the competitions, if they have some: where the only thing that violates it is
    one of their error functions, that this is never called.
    """
    try:
        found = violations_of(task)
    except NotSupported:
        return task.specification
    if found.assertions or found.label or found.checks or found.functions not in ({ERROR_FUNCTION}, {FORMER_ERROR}):
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
    parts = [one for one in task.specification.properties if one.kind is PropertyKind.UNREACH_CALL]
    is_missing = not any(is_mentioned(one.subject, texts) for one in parts)
    for one in task.specification.properties:
        if one.kind is PropertyKind.UNREACH_CALL and not is_mentioned(one.subject, texts):
            meant = failing_assertions(texts)
            others = ", ".join(sorted(meant.functions | meant.assertions)[:3])
            hint = f" (it has {others}: --property assertions)" if others and is_missing else ""
            what = "the property" if len(parts) == 1 else "this part of the property"
            yield f"the program has no function {one.subject}: nothing can violate {what}{hint}"
        if one.kind is PropertyKind.ASSERTIONS and (label := violations_of(task).label):
            yield f"the label {label} counts as a violation: the program has no assertion and no error function"
