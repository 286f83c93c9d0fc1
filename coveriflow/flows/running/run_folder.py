"""The folder that a run leaves (contract: ``--out``): result, condition, witness, tests, residual program, log."""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from coveriflow import __version__
from coveriflow.artifacts.answers import (
    Accelerated,
    Claim,
    ClosedPathTree,
    ClosedReachedSet,
    Composite,
    Confirmation,
    ConfirmedTest,
    Elsewhere,
    Evidence,
    GivenCondition,
    HornSolution,
    Induction,
    InductiveInvariants,
    InRanges,
    LoopInvariants,
    OnlyExecution,
    RankingFunctions,
    Recurrence,
    TransitionInvariants,
    UnwindingCertificate,
    is_claimed,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.coverage import ExecutedLines
from coveriflow.artifacts.definedness import Definedness
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.path_ranges import Ranges
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Resources
from coveriflow.artifacts.specifications import named
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violated_property as property_violated
from coveriflow.artifacts.violations import warnings
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import ViolationSequence, WitnessEntries
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.contracts import End
from coveriflow.execution.native.reproduction import OWN_SUFFIXES
from coveriflow.flows.running.evidence_files import EvidenceFolder
from coveriflow.flows.running.found import command_of, undefined_of, violated
from coveriflow.flows.running.reproductions import build_of, reproductions_of
from coveriflow.flows.running.runner import Run, Turn
from coveriflow.formats.conditions.graphml_condition import write_condition
from coveriflow.formats.results.graph_json import write_graph_json
from coveriflow.formats.results.result_json import (
    ActorRecord,
    EvidenceFile,
    ExecutedRecord,
    Failure,
    RunRecord,
    UndefinedRecord,
    write_run_record,
)
from coveriflow.formats.tests.ranges import suite_of
from coveriflow.formats.tests.test_suite import write_test_suite
from coveriflow.formats.witnesses.graphml_witness import write_witness
from coveriflow.formats.witnesses.yaml_witness import write_witness_entries
from coveriflow.program.errors import InputError, Span
from coveriflow.program.wording import counted
from coveriflow.report.undefined import confirmed_by, what

RESULT = "result.json"
_OWNED = (
    RESULT,
    "condition.graphml",
    "condition.svg",
    "witness.graphml",
    "witness.yml",
    "residual.c",
    "program.c",
    "program",
    "counterexample.txt",
    "counterexample.html",
    "reproduce",
    "tests",
    "ranges",
    "graphs",
    "log",
)
_SUFFIXES = {
    "program": (".xml", ".txt", ".json", ".svg", ".c"),
    "reproduce": OWN_SUFFIXES,
}
"""What coveriflow writes into folders, where it is not the usual."""


Pages = Callable[[Run], Iterable[tuple[str, str, bytes]]]
"""What people look at: kind, name and bytes of further files."""


def no_pages(_run: Run) -> Iterable[tuple[str, str, bytes]]:
    """None."""
    return ()


def write_run_folder(run: Run, folder: Path, pages: Pages = no_pages) -> RunRecord:
    """Write all files, in the place of those of an earlier run; returns the record that ``result.json`` holds. What
    cannot be written is a warning of the record.
    """
    written, files = EvidenceFolder(folder), []
    _clear(written)
    for kind, name, data in (*_contents(run), *pages(run), *reproductions_of(run, violated(run))):
        path = written.write(name, data)
        if path is not None and kind not in ("log", "graph", "part"):
            files.append(EvidenceFile(kind, str(path)))
    record = record_of(run, tuple(files))
    record = replace(record, warnings=(*record.warnings, *written.warnings))
    if written.write(RESULT, write_run_record(record)) is None:
        record = replace(record, warnings=(*record_of(run).warnings, *written.warnings))
    return record


def withdraw_result(folder: Path) -> None:
    """Before a run: should it be killed, the verdict of an earlier one is not taken for its own.

    ``InputError`` if an earlier result is there and stays.
    """
    path = folder / RESULT
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        if os.path.lexists(path):
            raise InputError(f"the evidence cannot be written here: {error.strerror}", Span(str(path))) from error


def _clear(written: EvidenceFolder) -> None:
    """Only what coveriflow writes is removed."""
    for name in _OWNED:
        path = written.folder / name
        if path.is_dir():
            for child in path.iterdir():
                if child.suffix in _SUFFIXES.get(name, (".xml", ".txt", ".json", ".svg")):
                    written.remove(child)
            with contextlib.suppress(OSError):  # it has files of others
                path.rmdir()
        else:
            written.remove(path)


def _contents(run: Run) -> Iterator[tuple[str, str, bytes]]:
    """Kind, name and bytes of each file but ``result.json``."""
    conditions = [each for each in run.artifacts if isinstance(each, Condition)]
    own = [c for c in conditions if c.program_hash == run.task.program_hash]
    if own:
        yield "condition", "condition.graphml", write_condition(own[-1])
    witness = run.latest(Witness)
    if witness is not None and _is_about(run, witness):
        yield "witness", "witness.graphml", write_witness(witness)
    entries = run.latest(WitnessEntries)
    if entries is not None and _is_decided(run, entries):
        yield "witness", "witness.yml", write_witness_entries(entries)
    residual = next((each for each in reversed(run.artifacts) if isinstance(each, Residual | Task)), None)
    if isinstance(residual, Residual):
        text = residual.task.sources[0].text
        yield "residual program", "residual.c", text.encode("utf-8", "surrogateescape")
    if run.task.entry:
        yield from _programs(run.task)
    suite = _suite(run)
    if suite is not None:
        for name, data in write_test_suite(suite).items():
            yield "test", f"tests/{name}", data
    ranges = run.latest(Ranges)
    if ranges is not None and ranges.bounds:
        for name, data in write_test_suite(suite_of(ranges, run.task.name)).items():
            yield "range", f"ranges/{name}", data
    for number, turn in enumerate(run.turns, 1):
        for each in turn.produced:
            if isinstance(each, AbstractGraph):
                yield "graph", f"graphs/{number}-{turn.actor.called}.json", write_graph_json(each)
            if isinstance(each, ToolLog):
                yield "log", f"log/{number}-{turn.actor.called}-output.txt", _tool_log(each)
        if turn.message:
            yield "log", f"log/{number}-{turn.actor.called}.txt", turn.message.encode("utf-8", "backslashreplace")


def _programs(task: Task) -> Iterator[tuple[str, str, bytes]]:
    """The files that were analysed, of which one has a ``main`` that nobody wrote."""
    for number, each in enumerate(task.sources):
        name = "program.c" if len(task.sources) == 1 else f"program/{number}-{Path(each.name).name}"
        yield "program", name, each.text.encode("utf-8", "surrogateescape")


def _suite(run: Run) -> TestSuite | None:
    """All tests; one that was to violate the property does not count where that was not confirmed."""
    suites = [each for each in run.artifacts if isinstance(each, TestSuite)]
    if not suites:
        return None
    together = functools.reduce(lambda a, b: a + b, suites)
    is_false = run.answer.verdict is Verdict.FALSE
    cases = tuple(case for case in together.cases if is_false or not case.covers_error)
    return replace(together, cases=cases) if cases else None


def _tool_log(log: ToolLog) -> bytes:
    command = " ".join(map(shlex.quote, log.command))
    return f"{log.tool}\n{command}\n\n{log.output}".encode("utf-8", "backslashreplace")


def _is_about(run: Run, witness: Witness) -> bool:
    return run.answer.verdict.decisive and witness.program_hash == run.task.program_hash


def _is_decided(run: Run, witness: WitnessEntries) -> bool:
    """Whether the witness is one of the verdict: actors of one run may contradict each other."""
    content = witness.entries[0].content
    expected = Verdict.FALSE if isinstance(content, ViolationSequence) else Verdict.TRUE
    return run.answer.verdict is expected


def record_of(run: Run, files: tuple[EvidenceFile, ...] = ()) -> RunRecord:
    """The run as ``result.json`` tells it."""
    said, evidence, box = run.answer.verdict, run.answer.evidence, chosen()
    is_confirmed = said.decisive and evidence is not None and not is_claimed(evidence)
    claimed = said if said.decisive and not is_confirmed else None
    failed = any(turn.end is End.FAILED for turn in run.turns) and not is_confirmed
    return RunRecord(
        verdict=Verdict.UNKNOWN if claimed else said,
        property=",".join(p.kind.value for p in run.task.specification.properties),
        asked=",".join(name for name, _ in named(run.task.specification.properties)),
        flow=run.flow.name,
        task=run.task.name,
        program_hash=run.task.program_hash,
        data_model=run.task.data_model,
        version=__version__,
        confirmed_by=described(evidence) if is_confirmed else "",
        claimed=claimed,
        claimed_by=described(evidence) if claimed else "",
        error=Failure.INTERNAL if failed else None,
        reason=reason_of(run) or (f"'{said.value}' is claimed, and nothing confirms it" if claimed else ""),
        assumptions=run.answer.assumptions,
        actors=tuple(map(_actor_record, run.turns)),
        evidence=files,
        undefined=_undefined(run),
        violated=violated(run),
        violated_property=violated_property(run),
        warnings=(*warnings(run.task), *run.task.notes),
        entry=run.task.entry,
        environment=run.task.environment,
        command=command_of(run),
        build=build_of(run),
        sandbox=box.strength.value,
        sandbox_layers=box.layers,
        executed=_executed(run),
    )


def _executed(run: Run) -> ExecutedRecord | None:
    """Where nothing was decided: what executions of searches have executed, all together."""
    found = [each for turn in run.turns for each in turn.produced if isinstance(each, ExecutedLines)]
    if run.answer.verdict is not Verdict.UNKNOWN or undefined_of(run) is not None or not found:
        return None
    lines = sum(found[1:], found[0])
    return ExecutedRecord(len(lines.executed), lines.total, str(lines), tuple(f"{f}:{n}" for f, n in lines.others))


def _undefined(run: Run) -> UndefinedRecord | None:
    found: Definedness | None = run.latest(Definedness)
    fails = None if found is None else found.fails
    if found is None or fails is None:
        return None
    told_as = (fails.called, confirmed_by(fails), fails.given.removeprefix("with "), found.others.value)
    return UndefinedRecord(fails.undefined.name, what(fails), *fails.place, *told_as)


def violated_property(run: Run) -> str | None:
    """The property that the violation is about, by its name in SV-COMP; ``None`` where nothing is known of that."""
    specification, evidence = run.task.specification, run.answer.evidence
    if run.answer.verdict is not Verdict.FALSE:
        return None
    if len(specification.properties) == 1:
        return specification.properties[0].kind.value
    if not isinstance(evidence, ConfirmedTest):
        return None
    if evidence.undefined is None and evidence.confirmation is Confirmation.INTERPRETED:
        return None
    found = property_violated(specification, evidence.undefined)
    return found and found.value


def reason_of(run: Run) -> str:
    """Why, with the place where there is one."""
    if run.answer.place is None:
        return run.answer.reason
    file, line, column = run.answer.place
    where = [file, *([f"line {line}"] if line else []), *([f"column {column}"] if column else [])]
    return f"{run.answer.reason} ({', '.join(where)})"


def _actor_record(turn: Turn) -> ActorRecord:
    answer = turn.answer
    reason = answer.reason if answer else f"not run: no {turn.missing}" if turn.missing else turn.hindrance
    if turn.within is not None:
        where = f"in the range {turn.within}" + (f", gave away the rest of {turn.gave}" if turn.gave else "")
        reason = f"{reason} ({where})" if reason else where
    used, log = turn.resources, next((each for each in turn.produced if isinstance(each, ToolLog)), None)
    return ActorRecord(
        turn.actor.called,
        turn.actor.version,
        answer.verdict if answer else None,
        reason,
        round(used.cpu, 3),
        round(used.wall, 3),
        used.memory,
        turn.ending or "not run",
        turn.reused and _rounded(turn.reused),
        log.accounting if log else "",
        _rounded(log.used) if log else None,
    )


def _rounded(used: Resources) -> Resources:
    return Resources(round(used.cpu, 3), round(used.wall, 3), used.memory)


def described(evidence: Evidence | None) -> str:
    """The evidence in a sentence."""
    match evidence:
        case None:
            return ""
        case ClosedReachedSet(states):
            return f"a fixed point of {states} abstract states, checked again"
        case OnlyExecution(steps):
            return f"the only execution that there is, of {steps} steps, followed to its end twice"
        case UnwindingCertificate(bound):
            return f"an unwinding certificate with bound {bound}, solved again"
        case ClosedPathTree(paths):
            return f"a complete tree of {paths} paths; that there are no others was solved twice"
        case Induction(steps, invariants):
            return f"{steps}-induction over visits of loop heads{_with_invariants(invariants)}, solved twice"
        case InductiveInvariants(()):
            return "no loop is reached on the way to an error, solved twice"
        case InductiveInvariants(invariants):
            return f"inductive invariants{_with_invariants(invariants).replace(' with', ':', 1)}, checked again"
        case HornSolution(invariants, summaries):
            return f"a solution of Horn clauses{_solution(invariants, summaries)}, each clause checked again"
        case RankingFunctions() | TransitionInvariants():
            return _descending(evidence)
        case Recurrence():
            return _recurring(evidence)
        case Composite():
            return _together(evidence)
        case Claim(by):
            return f"the report of {by}, unchecked"
        case GivenCondition():
            return _given(evidence)
        case Elsewhere(within):
            return f"nothing outside of the range {within}"
        case Accelerated(accelerators):
            return f"{counted(len(accelerators), 'accelerator')}, checked by a solver"
        case LoopInvariants():
            return _of_loops(evidence)
        case InRanges(()):
            return "nothing yet"
        case InRanges(parts):
            return f"{len(parts)} ranges that are the whole program: " + "; ".join(map(described, parts))
        case ConfirmedTest(_, confirmation):
            return _CONFIRMED[confirmation]
        case _:
            assert_never(evidence)


def _together(evidence: Composite) -> str:
    """A proof, and what makes it one of the whole program."""
    match evidence:
        case Composite(Elsewhere(within), residual):
            return f"in the range {within}: {described(residual)}"
        case Composite(Accelerated() as program, residual):
            return f"{described(residual)}, for the accelerated program; it has {described(program)}"
        case Composite(LoopInvariants() as program, residual):
            return f"{described(residual)}, for {described(program)}"
        case Composite(GivenCondition() as given, residual):
            return f"{described(residual)}, for what is left by {described(given)}"
        case Composite(covered, residual):
            return f"{described(covered)}, for the paths of its condition; for the others: {described(residual)}"


def _of_loops(evidence: LoopInvariants) -> str:
    how = "invariants of its loops assumed"
    if evidence.abstracted:
        how = f"{counted(len(evidence.abstracted), 'loop')} abstracted"
    return f"the program with {how}{_with_invariants(evidence.invariants)}, solved twice"


def _given(condition: GivenCondition) -> str:
    if condition.is_trusted:
        return f"the condition written by {condition.producer}, which the user trusts"
    how = "'coveriflow validate' may justify it, --trust-condition trusts it"
    return f"the condition written by {condition.producer}, which is not justified ({how})"


def _recurring(evidence: Recurrence) -> str:
    if not evidence.conditions:
        return f"an execution that the interpreter replayed: its state at {evidence.place} recurs"
    held = " and ".join(dict.fromkeys(condition for _, condition in evidence.conditions[:_NAMED]))
    return f"states at {evidence.place} that are never left ({held}), shown twice, and an execution that comes to them"


def _with_invariants(invariants: tuple[tuple[str, str], ...]) -> str:
    return f" with{_named(invariants)}" if invariants else ""


def _descending(evidence: RankingFunctions | TransitionInvariants) -> str:
    """Why all loops end."""
    if isinstance(evidence, RankingFunctions):
        return f"ranking functions{_named(evidence.ranks)}{_with_invariants(evidence.invariants)}, shown twice"
    relations, invariants = _named(evidence.relations), _with_invariants(evidence.invariants)
    return f"relations between visits of loops{relations}{invariants}, well-founded"


def _solution(invariants: tuple[tuple[str, str], ...], summaries: tuple[tuple[str, str], ...]) -> str:
    """Invariants of loops, and summaries of functions."""
    return _with_invariants((*invariants, *((f"summary of {name}", text) for name, text in summaries)))


def _named(conditions: tuple[tuple[str, str], ...]) -> str:
    named = [f"{condition} ({place})" for place, condition in conditions[:_NAMED]]
    more = f" and {len(conditions) - _NAMED} more" if len(conditions) > _NAMED else ""
    return f" {'; '.join(named)}{more}"


_NAMED = 5
_HIDDEN = "a test that reached the error when executed with the hidden inputs made explicit"
_CONFIRMED = {
    Confirmation.EXECUTED: "a test that was compiled, executed, and reached the error",
    Confirmation.SANITIZED: "a test that was compiled with sanitizers and executed: they report this line",
    Confirmation.EXECUTED_FREESTANDING: "a test that was compiled, executed, and reached the error, with coveriflow's "
    "own C library",
    Confirmation.EXECUTED_PRINTED: _HIDDEN,
    Confirmation.EXECUTED_PRINTED_FREESTANDING: f"{_HIDDEN}, with coveriflow's own C library",
    Confirmation.INTERPRETED: "a test that the interpreter replayed to the error",
}
