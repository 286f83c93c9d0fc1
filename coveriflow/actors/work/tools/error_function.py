"""Programs of ours call an error function of ours. Tools may know none but those of the competitions."""

from __future__ import annotations

import re
from dataclasses import replace

from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.program.text.violations import ERROR_FUNCTION, FORMER_ERROR, NOTHING, is_mentioned

_KNOWN = (ERROR_FUNCTION, FORMER_ERROR)
"""Those of the competitions."""


def with_known_error_function(task: Task, *, is_given: bool = True) -> Task:
    """``task``, whose error function has the name that competitions give to theirs, if that is free: where it is ours,
    and where a tool does not get to know it (``is_given``). Such a tool would find that no error is called.
    """
    renamed = _renamed(task, is_given=is_given)
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


def unknown_error_function(task: Task) -> str | None:
    """Why a tool that does not get to know the error function cannot be asked; ``None`` if it can."""
    renamed = _renamed(task, is_given=False)
    if renamed is None or not is_mentioned(ERROR_FUNCTION, [source.preprocessed for source in task.sources]):
        return None
    return f"its error function is {renamed}, and it has another {ERROR_FUNCTION}"


def _renamed(task: Task, *, is_given: bool) -> str | None:
    subjects = [each.subject for each in task.specification.properties if each.kind is PropertyKind.UNREACH_CALL]
    if NOTHING.name in subjects:
        return NOTHING.name
    return next((each for each in subjects if not is_given and each not in _KNOWN), None)
