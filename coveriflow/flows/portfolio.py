"""A portfolio as a Prefect flow: ``python flows/portfolio.py prog.c``, or deployed, or called by other flows."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Literal

from coveriflow.flows.prefect_backend import settings  # noqa: F401  (before Prefect)

# isort: split

from prefect import flow
from prefect.runtime import flow_run

from coveriflow.flows.prefect_backend.forms import PropertyName, with_types
from coveriflow.flows.prefect_backend.run import BuildForm, Positive, Requested, run_requested
from coveriflow.flows.ready import READY
from coveriflow.flows.running.runner import Run
from coveriflow.flows.tasks.default_limits import CPU


def _name() -> str:
    return f"{flow_run.parameters['kind']} {Path(flow_run.parameters['program']).name}"


@flow(flow_run_name=_name, retries=0)
@with_types
def portfolio(
    program: str,
    kind: Literal["portfolio", "portfolio-validated", "portfolio-fallback", "portfolio-sequential"] = "portfolio",
    property: list[PropertyName] | None = None,
    spec: str | None = None,
    data_model: Literal["ILP32", "LP64"] | None = None,
    cpu: Positive = CPU,
    wall: Positive | None = None,
    memory: Positive | None = None,
    out: str | None = None,
    *,
    assume_defined: bool = False,
    build: BuildForm | None = None,
) -> Run:
    """Verify a C program by several verifiers; the first verdict that has evidence ends the others.

    Each verifier is a task run. The state of the flow run has the verdict's name; a page (artifact) shows the rest.

    Args:
        program: Path of the program (.c, or .i if it is preprocessed) or of a task definition (.yml).
        kind: All side by side, only verdicts that a validator confirms, with fallbacks, or one after the other.
        property: What is verified. Default: the task definition's, else assertions.
        spec: Path of a property file (.prp), in place of property.
        data_model: Widths of the integer types. Default: the task definition's, else LP64.
        cpu: Seconds of CPU time that all verifiers share.
        wall: Seconds of elapsed time. Default: no limit.
        memory: Gigabytes of memory that all verifiers share. Default: 15, but at most 60 % of what there is.
        out: Folder for the result and its evidence. Default: one in coveriflow-out, for this flow run only.
        assume_defined: A proof may assume that nothing undefined happens. A property file implies this.
        build: Further files of the program, folders of headers, macros, and the function to verify in place of main.
    """  # noqa: D413
    named = tuple(property or ())
    return run_requested(
        READY[kind](), Requested(program, spec, data_model, cpu, wall, memory, out, assume_defined, build, named)
    )


if __name__ == "__main__":
    # A script may call what stands above the flows; a module must not import it.
    command_line = importlib.import_module("coveriflow.cli")
    sys.exit(command_line.main(["verify", "--prefect", "--flow", "portfolio", *sys.argv[1:]]))
