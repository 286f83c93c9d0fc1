"""What the result of a job depends on, as a digest: a batch run that is begun again keeps what is still the same."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import actors_in, questions_in
from coveriflow.artifacts.display.brief import structure
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.store import environment
from coveriflow.flows.batch.resources import BatchContext
from coveriflow.flows.running.caching import depends_on, module_digest


def content_of(flow: Flow, context: BatchContext, task: Task | str) -> str:
    """Of the program as written and as preprocessed (or why it cannot be read), property, flow, tools and limits, what
    becomes of assumptions, and what the batch run is for.

    Where the content of a tool, or of the user's code, cannot be compared, nothing is kept for another session.
    """
    actors = actors_in(flow.composition) if isinstance(task, Task) else ()
    depending: list[object] = [depends_on(actor, (task,)) for actor in actors]
    depending += map(module_digest, sorted({type(each).__module__ for each in questions_in(flow.composition)}))
    depending += [context.session] if None in depending else []
    limits, purpose = asdict(context.limits), context.purpose.value
    assumed = context.undefined and context.undefined.value
    what = (repr(structure(flow.composition)), limits, environment.environment(), depending, assumed, purpose)
    digest = hashlib.sha256(json.dumps(what).encode())
    digest.update(repr(_parts(task)).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _parts(task: Task | str) -> object:
    if isinstance(task, str):
        return task
    return structure((task.sources, task.specification, task.data_model, task.expected, task.is_specified))
