"""What the result of a job depends on, as a digest: a batch run that is begun again keeps what is still the same."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, actors_in
from coveriflow.actors.definition import definition_of
from coveriflow.artifacts.display.brief import structure
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.store import environment
from coveriflow.flows.running.definedness import Assumed


def content_of(flow: Flow, limits: Limits, undefined: Assumed | None, task: Task | str) -> str:
    """Of the program as written and as preprocessed (or why it cannot be read), property, flow, tools and limits, and
    what becomes of assumptions.

    Tools whose content cannot be compared count as unchanged, as long as a batch run lasts.
    """
    besides = [_besides(actor, task) for actor in actors_in(flow.composition)] if isinstance(task, Task) else []
    assumed = undefined and undefined.value
    what = (repr(structure(flow.composition)), asdict(limits), environment.environment(), besides, assumed)
    digest = hashlib.sha256(json.dumps(what).encode())
    digest.update(repr(_parts(task)).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _parts(task: Task | str) -> object:
    if isinstance(task, str):
        return task
    return structure((task.sources, task.specification, task.data_model, task.expected, task.is_specified))


def _besides(actor: Actor, task: Task) -> tuple[str, ...] | None:
    try:
        return definition_of(actor).besides(actor, (task,))
    except (ImportError, AttributeError):
        return None
