"""What the result of a job depends on, as a digest: a batch run that is begun again keeps what is still the same."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from types import ModuleType
from weakref import WeakKeyDictionary

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
    depending += _of_questions(flow)
    depending += [context.session] if None in depending else []
    limits, purpose = asdict(context.limits), context.purpose.value
    assumed = context.undefined and context.undefined.value
    what = (repr(structure(flow.composition)), limits, environment.environment(), depending, assumed, purpose)
    digest = hashlib.sha256(json.dumps(what).encode())
    digest.update(repr(_parts(task)).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def digest_of_flows(flows: Mapping[str, Flow]) -> str:
    """Of what flows are made of, with the user's code in them as it was when it was first asked for."""
    found = []
    for name, flow in flows.items():
        modules = sorted({actor.definition.partition(":")[0] for actor in actors_in(flow.composition)})
        found.append((name, repr(structure(flow.composition)), _of_questions(flow), list(map(_as_loaded, modules))))
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()


def _of_questions(flow: Flow) -> list[str | None]:
    return list(map(_as_loaded, sorted({type(each).__module__ for each in questions_in(flow.composition)})))


_loaded: WeakKeyDictionary[ModuleType, str | None] = WeakKeyDictionary()


def _as_loaded(module: str) -> str | None:
    """Of code that this process runs: what is written into its file meanwhile does not count."""
    found = sys.modules.get(module)
    if found is None:
        return module_digest(module)
    if found not in _loaded:
        _loaded[found] = module_digest(module)
    return _loaded[found]


def _parts(task: Task | str) -> object:
    if isinstance(task, str):
        return task
    return structure((task.sources, task.specification, task.data_model, task.expected, task.is_specified))
