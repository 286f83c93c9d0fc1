"""Programs of ours call an error function of ours. Tools may know none but those of the competitions."""

from __future__ import annotations

import re
from dataclasses import replace

from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.tool_definitions import PropertyFile, ToolDefinition
from coveriflow.program.text.violations import ERROR_FUNCTION, FORMER_ERROR, NOTHING, is_mentioned

_KNOWN = (ERROR_FUNCTION, FORMER_ERROR)
"""Those of the competitions."""


def known_to(definition: ToolDefinition) -> tuple[str, ...] | None:
    """The error functions that the tool can be asked about; ``None`` for any, since it gets the property."""
    is_told = definition.property_file is not PropertyFile.NONE
    return definition.error_functions or (None if is_told else _KNOWN)


def with_known_error_function(task: Task, known: tuple[str, ...] | None = None) -> Task:
    """``task``, whose error function has the name that competitions give to theirs, if that is free: where it is ours,
    and where it is none of those that are ``known`` to a tool. Such a tool would find that no error is called.
    """
    renamed = _renamed(task, known)
    if renamed is None or is_mentioned(ERROR_FUNCTION, [source.preprocessed for source in task.sources]):
        return task
    properties = tuple(
        replace(each, subject=ERROR_FUNCTION) if each.subject == renamed else each
        for each in task.specification.properties
    )
    own = re.compile(rf"\b{re.escape(renamed)}\b")
    theirs = ERROR_FUNCTION.ljust(len(renamed))  # as long, if it can be: columns and offsets stay what they are
    sources = tuple(Source(s.name, own.sub(theirs, s.text), own.sub(theirs, s.preprocessed)) for s in task.sources)
    return replace(task, sources=sources, specification=replace(task.specification, properties=properties))


def unknown_error_function(task: Task, known: tuple[str, ...] | None) -> str | None:
    """Why a tool that knows these error functions cannot be asked, though it got another name; ``None`` if it can."""
    renamed = None if known is None else _renamed(task, known)
    if renamed is None or not is_mentioned(ERROR_FUNCTION, [source.preprocessed for source in task.sources]):
        return None
    return f"its error function is {renamed}, and it has another {ERROR_FUNCTION}"


def _renamed(task: Task, known: tuple[str, ...] | None) -> str | None:
    subjects = [each.subject for each in task.specification.properties if each.kind is PropertyKind.UNREACH_CALL]
    if NOTHING.name in subjects:
        return NOTHING.name
    return next((each for each in subjects if known is not None and each not in known), None)
