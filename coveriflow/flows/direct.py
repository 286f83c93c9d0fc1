"""Running a flow from a script, without Prefect: ``verify(flow, "prog.c").answer``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.builds import Build
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.evidence_pages import pages_of
from coveriflow.flows.running.run_folder import write_run_folder
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.unfinished import leave_record, unfinished
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.flows.tasks.default_limits import counted_from_now, default_limits
from coveriflow.flows.tasks.load import asked_for, load_for
from coveriflow.program.harness.entry import Entry
from coveriflow.program.types.data_model import DataModel


def verify(
    flow: Flow,
    *files: str | Path,
    specification: str | Path | None = None,
    data_model: DataModel | None = None,
    limits: Limits | None = None,
    out: str | Path | None = None,
    listener: Listener | None = None,
    store: Store | None = None,
    assume_defined: bool | None = None,
    include_directories: Sequence[str] = (),
    defines: Sequence[str] = (),
    entry: Entry | str | None = None,
    compile_commands: str | Path | None = None,
) -> Run:
    """Run ``flow`` on the program of ``files`` (C files, or one task definition); evidence goes to ``out`` if given.

    ``defines``: ``NAME`` or ``NAME=VALUE``. ``entry``: a function that is called with any arguments in the place of
    ``main`` (``Entry("f", arrays=(("p", 8),))``). ``compile_commands``: a compilation database; without ``files`` all
    that the program needs are taken.

    ``limits`` are shared by all actors (default: 900 s of CPU time). ``store``: results that are there already are used
    again, and new ones are stored (``usual_store().opened()``, say). ``assume_defined``: a ``true`` may assume that
    nothing undefined happens, without asking whether it does (default: if a property file or a task definition names
    the property). Raises ``InputError`` for input that is wrong. A run that ends by an exception leaves a
    ``result.json``, too.
    """
    function = Entry(entry) if isinstance(entry, str) else entry
    build = Build(tuple(include_directories), tuple(defines), function, str(compile_commands or ""))
    asked = asked_for([Path(each) for each in files], build, Path(specification) if specification else None, data_model)
    granted = limits or default_limits()
    assumed = None if assume_defined is None else Assumed.of(assume_defined=assume_defined)
    heard, left = listener or Listener(), counted_from_now(granted)
    try:
        with Workers(MODULES) as workers:
            task = load_for(flow, asked)
            done = run(flow, task, left(), in_workers(workers, heard, store), heard, nominal=granted, undefined=assumed)
        if out is not None:
            write_run_folder(done, Path(out), pages_of)
    except BaseException as error:
        if out is not None:
            leave_record(unfinished(error, flow.name, asked.files, data_model), Path(out))
        raise
    return done
