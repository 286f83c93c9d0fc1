"""A batch run as a Prefect flow: ``python flows/nightly.py TASKS``, deployed with a schedule, or called by others."""

from __future__ import annotations

import importlib
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from coveriflow.flows.prefect_backend import settings  # noqa: F401  (before Prefect)

# isort: split

import httpx
from prefect import flow
from prefect.deployments import run_deployment
from prefect.exceptions import PrefectException
from prefect.logging import get_run_logger
from prefect.runtime import flow_run
from pydantic import Field

from coveriflow.artifacts.batch.results import Batch, Purpose
from coveriflow.artifacts.builds import Build
from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.store.files import FileStore
from coveriflow.execution.store.place import usual_store
from coveriflow.flows.batch.notifications import check_target
from coveriflow.flows.batch.planning import FOLDER, LATEST, Begun, Order, begun, joined
from coveriflow.flows.batch.result_folder import ResultFolder, usual_name
from coveriflow.flows.prefect_backend.batch import PER_SECOND, Helpers, batch_as_tasks, help_as_tasks
from coveriflow.flows.prefect_backend.forms import BuildForm, PropertyName, with_types
from coveriflow.flows.prefect_backend.refusal import refused
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel

Positive = Annotated[float, Field(gt=0)]
HELP = "nightly-help/nightly-help"
"""The deployment whose runs help."""


def _name() -> str:
    return f"nightly {flow_run.parameters.get('name') or usual_name()}"


@flow(flow_run_name=_name, retries=0)
@with_types
def nightly(
    tasks: Annotated[list[str], Field(min_length=1)],
    flows: Annotated[list[str], Field(min_length=1)] | None = None,
    name: str | None = None,
    folder: str = str(FOLDER),
    since: str = LATEST,
    property: list[PropertyName] | None = None,
    spec: str | None = None,
    data_model: Literal["ILP32", "LP64"] | None = None,
    cpu: Positive | None = None,
    wall: Positive | None = None,
    memory: Positive | None = None,
    jobs: Annotated[int, Field(ge=1)] | None = None,
    webhook: str | None = None,
    helpers: Annotated[int, Field(ge=0, le=1000)] = 0,
    *,
    assume_defined: bool = False,
    build: BuildForm | None = None,
    purpose: Literal["rate", "check"] = "rate",
    allow_code: bool = False,
) -> Batch:
    """Verify many tasks under several flows. Each task and flow is a task run, whose state is the verdict.

    Results are files. The artifacts of this flow run show them, and what changed since the last batch run. A run that
    was killed continues under the same name. It fails if a verdict is wrong, flows contradict, or anything got worse.

    Args:
        tasks: Task definitions (.yml), C files, sets (.set), benchmark definitions (.xml), patterns or folders.
        flows: Ready flows by their names, or files with flows of your own. Default: the benchmark's, else default.
        name: Of this batch run. Default: the date.
        folder: The folder of all batch runs. Several machines need to share it.
        since: The batch run to compare with and to build on: a name, latest or none.
        property: What is verified, of each task. Default: the tasks' own, else assertions.
        spec: Path of a property file (.prp), in place of property. Default: the tasks' own, else assertions.
        data_model: Widths of the integer types. Default: the tasks' own, else LP64.
        cpu: Seconds of CPU time for each task and flow. Default: 900.
        wall: Seconds of elapsed time for each task and flow. Default: no limit.
        memory: Gigabytes of memory for each task and flow. Default: 15, or an equal part of what there is.
        jobs: Tasks at a time. Default: what cores and memory of the machine allow.
        webhook: Where a message goes if something is wrong or became worse (https://..., or smtp://...).
        helpers: Number of runs of the deployment nightly-help that work on the same batch run, if workers take them.
        assume_defined: A proof may assume that nothing undefined happens. Property files imply this.
        allow_code: Flow files may run code that they name.
        build: Folders of headers, macros, and the function to verify in place of main, for each task.
        purpose: Rate verifiers by the verdicts that tasks expect, or check programs: each violation counts.
    """  # noqa: D413
    return _done(locals())


def _done(form: dict[str, Any]) -> Batch:
    helpers, jobs = form["helpers"], form["jobs"]
    try:
        summoned = Helpers(helpers, partial(_summon, helpers, jobs)) if helpers else None
        return batch_as_tasks(begun(_order(form)), _store(), webhook=_checked(form["webhook"]), summon=summoned)
    except InputError as error:
        return cast(Batch, refused(error))


def _order(form: dict[str, Any]) -> Order:
    model, limits = form["data_model"], _limits(form["cpu"], form["wall"], form["memory"])
    asked = (form["spec"] or "", DataModel(model) if model else None, form["assume_defined"])
    named = (tuple(form["tasks"]), tuple(form["flows"] or ()), form["name"] or "", Path(form["folder"]), form["since"])
    built = _built(form["build"] or BuildForm(), is_allowed=form["allow_code"])
    more = (Purpose(form["purpose"]), ",".join(form["property"] or ()))
    return Order(*named, limits, form["jobs"], *asked, *built, *more)


def _limits(cpu: float | None, wall: float | None, memory: float | None) -> Limits:
    return Limits(cpu, wall, int(memory * 1e9) if memory else None)


def _checked(webhook: str | None) -> str:
    if webhook:
        check_target(webhook)
    return webhook or ""


def _store() -> FileStore | None:
    store = usual_store()
    return store and store.opened()


def _built(form: BuildForm, *, is_allowed: bool) -> tuple[Build, bool, Code]:
    """Of each task, whether all are one program, and what of code is allowed. Files are tasks here."""
    if form.files:
        raise InputError("the files are named among the tasks, with together")
    return form.build(), form.together, Code.of(is_allowed=is_allowed)


def _summon(number: int, jobs: int | None, what: Begun, per_second: float) -> None:
    """Where that fails the batch run continues without them."""
    about = {"batch": str(what.results_folder.folder.absolute()), "jobs": jobs, "per_second": per_second}
    about["allow_code"] = what.code is Code.ALLOWED
    for _ in range(number):
        try:
            run_deployment(HELP, parameters=about, timeout=0, as_subflow=False)
        except (httpx.HTTPError, PrefectException) as error:
            get_run_logger().error("no helper was started: %s (prefect deploy --all makes '%s')", error, HELP)
            return


def _name_of_help() -> str:
    return f"{Path(flow_run.parameters['batch']).name}, helper"


@flow(flow_run_name=_name_of_help, retries=0, persist_result=False)
@with_types
def nightly_help(
    batch: str,
    jobs: Annotated[int, Field(ge=1)] | None = None,
    per_second: Positive = PER_SECOND,
    *,
    allow_code: bool = False,
) -> Any:
    """Work on a batch run that another flow run has started, on another machine with the same folders.

    Each job is done by one of them; if one is killed the others do its jobs. This run ends when all jobs have
    results.

    Args:
        batch: The folder of the batch run.
        jobs: Tasks at a time. Default: what cores and memory of the machine allow.
        per_second: Task runs that begin in a second, at most: Prefect's server loses records of more.
        allow_code: The plan of the batch run may name code: flows in Python, and what flow files name.
    """  # noqa: D413
    what = joined(ResultFolder(Path(batch)), jobs, Code.of(is_allowed=allow_code))
    return help_as_tasks(what, _store(), per_second)


if __name__ == "__main__":
    # A script may call what stands above the flows; a module must not import it.
    command_line = importlib.import_module("coveriflow.cli")
    sys.exit(command_line.main(["nightly", "--prefect", *sys.argv[1:]]))
