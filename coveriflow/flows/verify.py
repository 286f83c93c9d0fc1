"""Verification as Prefect flows: ``verify`` with the flow as a parameter, each ready flow as one of its own, and actors
as tasks of other people's flows.

``ready_flow("kinduction").serve()``, ``.deploy()`` and ``.to_deployment()`` work as for any flow: each ready flow is
found in this module by its name, with ``_`` for ``-``.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from coveriflow.flows.prefect_backend import settings  # noqa: F401  (before Prefect)

# isort: split

from prefect import Flow as PrefectFlow
from prefect import flow as as_flow
from prefect.client.schemas.objects import State
from prefect.runtime import flow_run
from pydantic import Field

from coveriflow.artifacts.batch.results import Batch
from coveriflow.artifacts.permissions import Code
from coveriflow.flows.batch.task_sets import is_task_set
from coveriflow.flows.catalogue.by_name import flow_named
from coveriflow.flows.catalogue.flow_paths import find_flow_modules
from coveriflow.flows.nightly import nightly
from coveriflow.flows.prefect_backend.actor_tasks import as_task, read_program
from coveriflow.flows.prefect_backend.failures import ActorFailed, BatchFailed
from coveriflow.flows.prefect_backend.forms import FlowName, PropertyName, with_types
from coveriflow.flows.prefect_backend.refusal import as_own_state, refused
from coveriflow.flows.prefect_backend.run import BuildForm, Positive, Requested, run_requested
from coveriflow.flows.ready import READY
from coveriflow.flows.running.runner import Run
from coveriflow.flows.tasks.default_limits import CPU
from coveriflow.program.errors import InputError

__all__ = ["ActorFailed", "BatchFailed", "as_task", "read_program", "ready_flow", "verify"]


def _name() -> str:
    return f"{flow_run.parameters.get('flow', flow_run.flow_name)} {Path(flow_run.parameters['program']).name}"


@as_flow(flow_run_name=_name, retries=0)
@with_types
def verify(
    program: str,
    flow: FlowName = "default",
    property: list[PropertyName] | None = None,
    spec: str | None = None,
    data_model: Literal["ILP32", "LP64"] | None = None,
    cpu: Positive = CPU,
    wall: Positive | None = None,
    memory: Positive | None = None,
    cores: Annotated[int, Field(ge=1, le=4)] | None = None,
    out: str | None = None,
    *,
    assume_defined: bool = False,
    build: BuildForm | None = None,
    flow_file: str | None = None,
    allow_code: bool = False,
) -> Run | Batch:
    """Verify a C program, or a set of tasks, under a flow of your choice.

    Each actor is a task run; of a set, each task is one. The state of the flow run has the verdict's name; a page
    (artifact) shows the rest. The evidence is that of the command line.

    Args:
        program: Path of the program (.c, or .i if it is preprocessed), of a task definition (.yml), or of a set: a
            folder, a pattern, .set or .xml. A set is a batch run.
        flow: The flow: verifiers, and how they cooperate.
        property: What is verified. Default: the task definition's, else assertions.
        spec: Path of a property file (.prp), in place of property.
        data_model: Widths of the integer types. Default: the task definition's, else LP64.
        cpu: Seconds of CPU time that all actors share; of a set, for each task.
        wall: Seconds of elapsed time. Default: no limit.
        memory: Gigabytes of memory. Default: 15, but at most 60 % of what there is.
        cores: Of the default flow, verifiers side by side. Default: as many as there are, at most 4.
        out: Folder for the result and its evidence. Default: one in coveriflow-out, for this flow run only. Not of a
            set.
        assume_defined: A proof may assume that nothing undefined happens. A property file implies this.
        build: Further files of the program, folders of headers, macros, and the function to verify in place of main.
        flow_file: A file with a flow of your own (mine.yml, mine.py:NAME), in place of flow.
        allow_code: The flow file may run code that it names.
    """  # noqa: D413
    form = locals()
    if is_task_set(program):
        return _of_a_set(form)
    code = Code.of(is_allowed=allow_code)
    try:
        find_flow_modules(flow_file or flow, code)
        chosen = flow_named(flow_file or flow, code)
    except InputError as error:
        return cast(Run, refused(error))
    return run_requested(chosen, _requested(form))


def _of_a_set(form: dict[str, Any]) -> Batch:
    """As a batch run, by a flow run below this one."""
    same = ("property", "spec", "data_model", "cpu", "wall", "memory", "assume_defined", "build", "allow_code")
    given: dict[str, Any] = {name: form[name] for name in same}
    flows = [form["flow_file"] or form["flow"]]
    state: State[Any] = nightly([form["program"]], flows=flows, **given, return_state=True)
    return cast(Batch, as_own_state(state))


def _requested(form: dict[str, Any]) -> Requested:
    same = ("program", "spec", "data_model", "cpu", "wall", "memory", "out", "assume_defined", "build", "cores")
    given: dict[str, Any] = {name: form[name] for name in same}
    return Requested(**given, properties=tuple(form["property"] or ()))


def ready_flow(name: str) -> PrefectFlow[..., Run]:
    """The ready flow ``name`` as a Prefect flow, with the parameters of ``verify`` but for those that choose a flow.

    ``InputError`` for a name that is none. Deployments find it as ``coveriflow.flows.verify.NAME``, with ``_`` for
    ``-``.
    """
    description = flow_named(name).name

    def run_it(
        program: str,
        property: list[PropertyName] | None = None,
        spec: str | None = None,
        data_model: Literal["ILP32", "LP64"] | None = None,
        cpu: Positive = CPU,
        wall: Positive | None = None,
        memory: Positive | None = None,
        cores: Annotated[int, Field(ge=1, le=4)] | None = None,
        out: str | None = None,
        *,
        assume_defined: bool = False,
        build: BuildForm | None = None,
    ) -> Run:
        return run_requested(flow_named(name), _requested(locals()))

    run_it.__name__ = run_it.__qualname__ = name.replace("-", "_")
    run_it.__doc__ = _described(READY[name].__doc__ or description)
    return as_flow(name=name, flow_run_name=_name, retries=0)(with_types(run_it))


def _described(sentence: str) -> str:
    """``sentence``, and what the parameters mean."""
    _, _, parameters = (verify.fn.__doc__ or "").partition("    Args:\n")
    return f"{sentence.strip()}\n\n    Args:\n{parameters}"


def __getattr__(name: str) -> PrefectFlow[..., Run]:
    """A deployment names a flow by its module and its name."""
    found = next((each for each in READY if each.replace("-", "_") == name), None)
    if found is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    made = globals()[name] = ready_flow(found)
    return made


if __name__ == "__main__":
    # A script may call what stands above the flows; a module must not import it.
    command_line = importlib.import_module("coveriflow.cli")
    sys.exit(command_line.main(["verify", "--prefect", *sys.argv[1:]]))
