"""From options to a run with its evidence, and from that to what the user sees of it."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.answers import is_claimed
from coveriflow.artifacts.coverage import BranchCoverage
from coveriflow.artifacts.resources import used_here
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.commands.verify.result import ProgressReport, evidence_paths, result_of
from coveriflow.cli.contracts import EXIT_OF, Exit, Log, Options
from coveriflow.cli.errors import DEFECT, report_error
from coveriflow.cli.input_files import is_definition
from coveriflow.cli.programs import asked_of
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.files import FileStore
from coveriflow.execution.store.place import usual_store
from coveriflow.flows.catalogue.by_name import DEFAULT, flow_named, suited
from coveriflow.flows.catalogue.given import Given, with_given
from coveriflow.flows.catalogue.settings import with_accounting, with_settings
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.evidence_pages import pages_of
from coveriflow.flows.running.run_folder import withdraw_result, write_run_folder
from coveriflow.flows.running.runner import Run, in_workers, run
from coveriflow.flows.tasks.default_limits import counted_with_own, default_cores
from coveriflow.flows.tasks.load import Asked, check_task, load, read
from coveriflow.formats.results.result_json import EvidenceFile, RunRecord, write_run_record
from coveriflow.program.errors import InputError
from coveriflow.report.contracts import Watcher
from coveriflow.report.intervals import interval
from coveriflow.report.streams import put, say
from coveriflow.report.terminal.progress import Lines, Now, Use


@dataclass(frozen=True, slots=True)
class Verified:
    """A run whose evidence has been written, and what ``result.json`` says of it."""

    run: Run
    record: RunRecord


def verified(options: Options, log: Log, workers: Workers) -> Verified:
    """Run the flow on the task and write the evidence."""
    left = counted_with_own(options.limits, log.begun)
    flow, task, given = wanted(options, log)
    load_the_rest(options)
    store = store_for(options)
    with watcher_for(options, flow, task) as watcher:
        telling = ProgressReport(watcher)
        perform, assumed = in_workers(workers, telling, store), assumed_by(options)
        done = run(
            flow,
            task,
            left(),
            perform,
            telling,
            *given,
            nominal=options.limits,
            undefined=assumed,
            beside=used_beside(workers),
        )
    return Verified(done, write_run_folder(done, options.folder, pages_of))


def used_beside(workers: Workers) -> Callable[[], float]:
    """CPU seconds that this process uses from now on, and those of the one that starts all others."""
    before = used_here()
    return lambda: used_here() - before + workers.used()


def assumed_by(options: Options) -> Assumed | None:
    """What becomes of assumptions about undefined behaviour, if the options say that."""
    return Assumed.STANDING if options.assume_defined else None


def store_for(options: Options) -> FileStore | None:
    """See ``opened_store``."""
    return opened_store(no_cache=options.no_cache)


def opened_store(*, no_cache: bool) -> FileStore | None:
    """Where results are that may be used again; none, and a warning is printed, where they cannot be stored safely."""
    if no_cache:
        return None
    try:
        store = usual_store()
        return store and store.opened()
    except InputError as error:
        say(f"note: {error}; nothing is stored", sys.stderr)
        return None


def load_the_rest(options: Options) -> None:
    """What shows the result is loaded now, since the workers are still coming up; from here on there may be garbage."""
    if not options.json:
        import coveriflow.report.terminal.console
        import coveriflow.report.terminal.results  # noqa: F401
    gc.freeze()
    gc.enable()


def wanted(options: Options, log: Log) -> tuple[Flow, Task, tuple[object, ...]]:
    """What the options ask for, with further artifacts; from now on there is a folder for the traceback of an internal
    error, and no result of an earlier run.
    """
    flow = flow_named(options.flow, options.code)
    flow = flow if flow.name == DEFAULT else _as_set(flow, options)
    log.folder = options.folder / "log"
    withdraw_result(options.folder)
    task = load(_asked(options, options.files))
    if flow.name == DEFAULT:
        flow = _as_set(suited(flow, task.specification, options.cores or default_cores()), options)
    check_task(flow, task)
    flow, given = with_given(flow, task, _given(options))
    return flow, task, given


def _as_set(flow: Flow, options: Options) -> Flow:
    return with_settings(with_accounting(flow, options.accounting), options.settings)


def _asked(options: Options, files: tuple[Path, ...]) -> Asked:
    return replace(asked_of(options), files=files)


def _given(options: Options) -> Given:
    """What the user says has been verified: of the program, or of an earlier version; and the range of paths."""
    earlier = (lambda: load(_asked(options, options.since))) if options.since else None
    return Given(options.condition, earlier, options.trust_condition, options.bounds)


def watcher_for(options: Options, flow: Flow, task: Task) -> Watcher:
    """Who reports progress to the user: on a terminal, or where it was asked for."""
    if options.verbose:
        return Lines(sys.stderr)
    use = Use(options.limits)
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return Now(sys.stderr, use, interval())
    from coveriflow.report.terminal.live import Picture

    return Picture(f"{task.name} (flow {flow.name})", sys.stderr, use)


def told(options: Options, what: Verified, start: float) -> int:
    """Show the result; ``start``: when the user began to wait. The exit code."""
    wall = time.monotonic() - start
    for each in what.record.warnings:
        say(f"{'note' if each in what.run.task.notes else 'warning'}: {each}", sys.stderr)
    try:
        if options.json:
            put(write_run_record(what.record).decode("ascii"), sys.stdout)
        else:
            _show(options, what, wall)
    except InputError as error:  # of the stream: it costs what is shown, and not the verdict
        report_error(f"{error.message}; the result is: {what.run.answer.said}")
    _tell_failures(options, what.run)
    return (exit_code_of_tests if options.is_test else exit_code)(what.run)


def _tell_failures(options: Options, done: Run) -> None:
    """An actor that failed is a defect of ours, also where the others found the answer."""
    for number, turn in enumerate(done.turns, 1):
        if turn.end is End.FAILED:
            log = options.folder / "log" / f"{number}-{turn.actor.called}.txt"
            report_error(f"internal error in {turn.actor.called}\n{DEFECT}; the traceback is in {log}.")


def exit_code(done: Run) -> int:
    """That of the verdict, if it is confirmed; an internal error where an actor's failure may have cost the answer."""
    evidence = done.answer.evidence
    verdict = Verdict.UNKNOWN if evidence is None or is_claimed(evidence) else done.answer.verdict
    failed = any(turn.end is End.FAILED for turn in done.turns)
    return Exit.INTERNAL_ERROR if failed and not verdict.decisive else EXIT_OF[verdict]


def exit_code_of_tests(done: Run) -> int:
    """0 where the tests take all branches, else as ``exit_code``."""
    coverage: BranchCoverage | None = done.latest(BranchCoverage)
    code = exit_code(done)
    return Exit.TRUE if code == Exit.UNKNOWN and coverage is not None and coverage.complete else code


def _show(options: Options, what: Verified, wall: float) -> None:
    from coveriflow.report.terminal.console import show, width_of
    from coveriflow.report.terminal.results import result_page

    assumed = not _data_model_was_given(options)
    own = EvidenceFile("result", str(options.folder / "result.json"))
    files = evidence_paths((*what.record.evidence, own))
    result = result_of(what.run, what.record, files, assumed=assumed, wall=wall, cpu=options.limits.cpu)
    show(result_page(result, width_of(sys.stdout)), sys.stdout)


def _data_model_was_given(options: Options) -> bool:
    """By the user or by the task definition."""
    if options.data_model is not None or options.compile_commands is not None:
        return True
    path = options.files[0]
    if not is_definition(path):
        return False
    from coveriflow.formats.tasks.task_definition import read_task_definition

    return read_task_definition(read(path), str(path)).data_model is not None
