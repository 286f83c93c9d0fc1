"""Programs of ours call an error function of ours. Tools may know none but those of the competitions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from coveriflow.artifacts.automata.guarded_files import with_files_of
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.tool_definitions import PropertyFile, ToolDefinition
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.text.violations import ERROR_FUNCTION, FORMER_ERROR, NOTHING, is_mentioned

_NO_NAME = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?\*/"""
"""What a name in it is none: literals, also those of line markers, and comments."""
_KNOWN = (ERROR_FUNCTION, FORMER_ERROR)
"""Those of the competitions."""


def known_to(definition: ToolDefinition) -> tuple[str, ...] | None:
    """The error functions that the tool can be asked about; ``None`` for any, since it gets the property."""
    is_told = definition.property_file is not PropertyFile.NONE
    return definition.error_functions or (None if is_told else _KNOWN)


def with_known_error_function(task: Task, known: tuple[str, ...] | None = None) -> Task:
    """``task``, whose error function has the name that competitions give to theirs, or the first one that is ``known``
    to a tool, if that is free: where it is ours, and where it is none of the known ones. A tool would find that no
    error is called.
    """
    renamed, name = next(iter(_renamed(task, known)), None), _name_for(known)
    if renamed is None or is_mentioned(name, [source.preprocessed for source in task.sources]):
        return task
    properties = tuple(
        replace(each, subject=name) if each.subject == renamed else each for each in task.specification.properties
    )
    theirs = name.ljust(len(renamed))  # as long, if it can be: columns and offsets stay what they are
    written = _replacing(renamed, theirs)
    sources = tuple(Source(s.name, written(s.text), written(s.preprocessed)) for s in task.sources)
    return replace(task, sources=sources, specification=replace(task.specification, properties=properties))


def with_own_error_function(condition: Condition, asked: Task, task: Task) -> Condition:
    """``condition`` over the edges of ``asked``, which is ``task`` with a known error function, over those of ``task``.

    The name is none of the program's own (``with_known_error_function``): wherever guards have it, the error is meant.
    """
    both = zip(asked.specification.properties, task.specification.properties, strict=True)
    names = {new.subject: old.subject for new, old in both if new.subject != old.subject}
    if condition.program_hash != asked.program_hash or not names:
        return condition
    ((name, own),) = names.items()
    written = _replacing(name, own)

    def renamed(guard: EdgeLabel) -> EdgeLabel:
        return replace(guard, function=written(guard.function), statement=written(guard.statement))

    found = replace(
        condition,
        transitions=tuple(replace(each, guard=renamed(each.guard)) for each in condition.transitions),
        program_hash=task.program_hash,
        preprocessed_hash=task.preprocessed_hash if condition.preprocessed_hash else "",
        specification=task.specification,
    )
    return with_files_of(task, found) if condition.files else found


def unknown_error_function(task: Task, known: tuple[str, ...] | None) -> str | None:
    """Why a tool that knows these error functions cannot be asked, though it got another name; ``None`` if it can."""
    renamed, name = [] if known is None else _renamed(task, known), _name_for(known)
    if len(renamed) > 1:
        return f"it has several error functions: {', '.join(renamed)}"
    if not renamed or not is_mentioned(name, [source.preprocessed for source in task.sources]):
        return None
    return f"its error function is {renamed[0]}, and it has another {name}"


def _replacing(name: str, other: str) -> Callable[[str], str]:
    """``name`` becomes ``other`` in a text, wherever it is a name."""
    names = re.compile(rf"{_NO_NAME}|(?P<name>\b{re.escape(name)}\b)", re.DOTALL)
    return lambda text: names.sub(lambda found: other if found["name"] else found[0], text)


def _name_for(known: tuple[str, ...] | None) -> str:
    return known[0] if known else ERROR_FUNCTION


def _renamed(task: Task, known: tuple[str, ...] | None) -> list[str]:
    """The error functions that get another name: ours, and those that are not known."""
    subjects = (each.subject for each in task.specification.properties if each.kind is PropertyKind.UNREACH_CALL)
    return [each for each in subjects if each == NOTHING.name or (known is not None and each not in known)]
