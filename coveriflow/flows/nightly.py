"""A night as a Prefect flow: ``python flows/nightly.py TASKS``, or deployed with a schedule, or called by others."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Annotated, Literal

from coveriflow.flows import load_prefect  # noqa: F401  (before Prefect)

# isort: split

from prefect import flow
from prefect.runtime import flow_run
from pydantic import Field

from coveriflow.artifacts.nights import Night
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.store.place import usual_store
from coveriflow.flows.nights.beginning import FOLDER, LATEST, Order, begun
from coveriflow.flows.nights.journal import tonight
from coveriflow.flows.nights.notifying import check_target
from coveriflow.flows.prefect_nights import night_as_tasks
from coveriflow.program.data_model import DataModel

Positive = Annotated[float, Field(gt=0)]


def _name() -> str:
    return f"nightly {flow_run.parameters.get('name') or tonight()}"


@flow(flow_run_name=_name, retries=0, persist_result=False)
def nightly(
    tasks: Annotated[list[str], Field(min_length=1)],
    flows: Annotated[list[str], Field(min_length=1)] | None = None,
    name: str | None = None,
    folder: str = str(FOLDER),
    since: str = LATEST,
    spec: str | None = None,
    data_model: Literal["ILP32", "LP64"] | None = None,
    cpu: Positive | None = None,
    wall: Positive | None = None,
    memory: Positive | None = None,
    jobs: Annotated[int, Field(ge=1)] | None = None,
    webhook: str | None = None,
) -> Night:
    """Verify many tasks under several flows. Each task and flow is a task run, whose state is the verdict.

    Results are files; the pages (artifacts) of this flow run say what was found, and what changed since the night
    before. A run that was killed goes on where it was: run it again with the same name. The state of the flow run is
    a failure if a verdict is wrong, if flows contradict each other, or if something became worse.

    Args:
        tasks: Task definitions (.yml), C files, sets (.set), benchmark definitions (.xml), patterns or folders.
        flows: Ready flows by their names, or files with flows of your own. Default: the benchmark's, else default.
        name: Of this night. Default: the date.
        folder: Where all nights are. Several machines need to share it.
        since: The night to compare with and to build on: a name, latest or none.
        spec: Path of the specification (.prp). Default: the tasks' own, else that reach_error is never called.
        data_model: Widths of the integer types. Default: the tasks' own, else LP64.
        cpu: Seconds of CPU time for each task and flow. Default: 900.
        wall: Seconds of elapsed time for each task and flow. Default: no limit.
        memory: Gigabytes of memory for each task and flow. Default: 15, or an equal part of what there is.
        jobs: Tasks at a time. Default: what cores and memory of the machine allow.
        webhook: Where a message goes if something is wrong or became worse (https://..., or smtp://...).
    """  # noqa: D413
    if webhook:
        check_target(webhook)
    limits = Limits(cpu, wall, int(memory * 1e9) if memory else None)
    model = DataModel(data_model) if data_model else None
    chosen = tuple(flows or ())
    order = Order(tuple(tasks), chosen, name or "", Path(folder), since, limits, jobs, spec or "", model)
    store = usual_store()
    return night_as_tasks(begun(order), store and store.opened(), webhook=webhook or "")


if __name__ == "__main__":
    # A script may call what stands above the flows; a module must not import it.
    command_line = importlib.import_module("coveriflow.cli")
    sys.exit(command_line.main(["nightly", "--prefect", *sys.argv[1:]]))
