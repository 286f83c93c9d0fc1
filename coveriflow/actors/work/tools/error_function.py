"""Programs of ours call an error function of ours. Tools may know none but those of the competitions."""

from __future__ import annotations

import re
from dataclasses import replace

from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.program.text.violations import ERROR_FUNCTION, NOTHING, is_mentioned

_OURS = re.compile(rf"\b{NOTHING.name}\b")
_THEIRS = ERROR_FUNCTION.ljust(len(NOTHING.name))
"""As long, so that columns and offsets stay what they are."""


def with_known_error_function(task: Task) -> Task:
    """``task``, whose error function has the name that competitions give to theirs, if it is ours and that is free."""
    specification, texts = task.specification, [source.preprocessed for source in task.sources]
    subjects = [each.subject for each in specification.properties if each.kind is PropertyKind.UNREACH_CALL]
    if NOTHING.name not in subjects or is_mentioned(ERROR_FUNCTION, texts):
        return task
    properties = tuple(
        replace(each, subject=ERROR_FUNCTION) if each.subject == NOTHING.name else each
        for each in specification.properties
    )
    sources = tuple(
        Source(s.name, _OURS.sub(_THEIRS, s.text), _OURS.sub(_THEIRS, s.preprocessed)) for s in task.sources
    )
    return replace(task, sources=sources, specification=replace(specification, properties=properties))
