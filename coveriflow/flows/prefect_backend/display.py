"""What people see of a run in Prefect: names, states, lines of the log, and a page (a markdown artifact)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any

from prefect.client.schemas.objects import State
from prefect.states import Cancelled, Completed, Crashed

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Produced
from coveriflow.artifacts.answers import Answer, ConfirmedTest, is_claimed
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Resources
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.execution.contracts import End, Outcome
from coveriflow.flows.catalogue.addresses import address_of
from coveriflow.flows.running.run_folder import described, reason_of
from coveriflow.flows.running.runner import Run, Turn
from coveriflow.formats.results.result_json import RunRecord
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.report.sanitising import in_markdown

_PRODUCTS = ((Condition, "condition"), (Residual, "residual program"), (TestSuite, "test"), (Witness, "witness"))
VIOLATION = "counterexample.html"
"""The page that people want to open first."""
_LONGEST = 300  # characters of a state's message


def turn_name(actor: Actor, inputs: tuple[object, ...]) -> str:
    """``bmc halves.residual.c``: the actor, and the program that it works on; and the range, where there is one."""
    programs = [i.task if isinstance(i, Residual) else i for i in inputs if isinstance(i, Task | Residual)]
    ranges = [str(each) for each in inputs if isinstance(each, Range)]
    return " ".join([actor.called, *(short(p.name) for p in programs[:1]), *ranges])


def short(name: str) -> str:
    """The last part of a path."""
    return PurePath(name).name or name


def state_of_outcome(outcome: Outcome[Produced]) -> State[None]:
    """The state of an actor's task run: its name is the verdict, or what ended the actor.

    Prefect's "crashed" is what comes nearest to an actor that did not finish: it was ended, the composition goes on.
    """
    message = _sentence(outcome)[:_LONGEST]
    if outcome.end is End.FINISHED:
        answer = _answer(outcome.value)
        return Completed(name=answer.said if answer else "Completed", message=message)
    if outcome.end is End.CANCELLED:
        return Cancelled(message=message)
    return Crashed(name=_end(outcome), message=message)


def _end(outcome: Outcome[Produced]) -> str:
    match outcome.error:
        case InputError():
            return "bad input"
        case NotSupported():
            return "not supported"
        case None:
            return "internal error" if outcome.end is End.FAILED else str(outcome.end.value)


def _sentence(outcome: Outcome[Produced]) -> str:
    if outcome.end is not End.FINISHED:
        *_, last = outcome.message.strip().split("\n")
        return _sendable(str(outcome.error or last or outcome.end.value))
    answer, words = _answer(outcome.value), made(outcome.value or ())
    parts = [*([_because(answer)] if answer else []), *([f"made: {words}"] if words else [])]
    parts += [reused(outcome.reused)] if outcome.reused else []
    return _sendable("; ".join(filter(None, parts)))


def _answer(produced: Produced | None) -> Answer | None:
    return next((p for p in produced or () if isinstance(p, Answer)), None)


def _because(answer: Answer) -> str:
    return answer.reason if answer.verdict is Verdict.UNKNOWN else described(answer.evidence)


def made(produced: Produced) -> str:
    """The artifacts for others, in words."""
    return ", ".join(word for kind, word in _PRODUCTS if any(isinstance(p, kind) for p in produced))


def used(resources: Resources) -> str:
    """CPU time, wall time and memory."""
    return f"{resources.cpu:.2f} s CPU, {resources.wall:.2f} s wall, {resources.memory / 1e6:.0f} MB"


def reused(then: Resources) -> str:
    """A result that was there already."""
    return f"reused, took {then.wall:.2f} s then"


def why(run: Run) -> str:
    """Why the verdict should be believed, or why there is none."""
    if run.answer.verdict is Verdict.UNKNOWN:
        return _sendable(reason_of(run))
    return described(run.answer.evidence) or "there is no evidence that can be checked"


def state_of_run(run: Run) -> State[Any]:
    """The state of a flow run: its name is the verdict. Its data is ``run``."""
    return Completed(name=run.answer.said, message=why(run)[:_LONGEST], data=run)


def state_of_cancelled(run: Run) -> State[Any]:
    """The state of a flow run that the user has cancelled."""
    stopped = ", ".join(turn.actor.called for turn in run.turns if turn.end is End.CANCELLED)
    return Cancelled(message=f"cancelled: {stopped or 'nothing was left to do'}")


def page_key(run: Run) -> str:
    """One page for each flow and program; Prefect keeps its earlier versions."""
    return re.sub(r"[^a-z0-9]+", "-", f"{run.flow.name} {short(run.task.name)}".lower()).strip("-")[:100]


def page(run: Run, record: RunRecord) -> str:
    """Markdown: the verdict and what it rests on, the actors, the files."""
    parts = (_heading(run), _links(record), _facts(run, record), _actors(run), _reasons(run), _files(record))
    return "\n\n".join(filter(None, ("\n".join(part) for part in parts))) + "\n"


def _heading(run: Run) -> Iterator[str]:
    verdict = run.answer.verdict
    yield f"# {run.answer.said}: {in_markdown(short(run.task.name))}"
    yield ""
    rests = "Claimed by" if is_claimed(run.answer.evidence) else "Confirmed by"
    yield f"**{'Because' if verdict is Verdict.UNKNOWN else rests}**: {in_markdown(why(run))}"


def _links(record: RunRecord) -> Iterator[str]:
    """What people want to open first, where ``coveriflow serve`` has it."""
    address = next((address_of(Path(each.path)) for each in record.evidence if each.path.endswith(VIOLATION)), "")
    if address:
        yield f"[The violation, step by step]({address})"


def _facts(run: Run, record: RunRecord) -> Iterator[str]:
    if isinstance(run.answer.evidence, ConfirmedTest):
        values = ", ".join(str(each.value) for each in run.answer.evidence.case.inputs)
        yield f"- **Inputs of the test**: {values or 'none'}"
    for assumption in run.answer.assumptions:
        yield f"- **Assumption**: {in_markdown(assumption)}"
    yield f"- **Program**: {in_markdown(', '.join(source.name for source in run.task.sources))}"
    yield f"- **Property**: {in_markdown(record.property)}"
    yield f"- **Data model**: {record.data_model.value}"


def _actors(run: Run) -> Iterator[str]:
    yield "| Actor | Result | CPU | Wall | Memory |"
    yield "|---|---|---:|---:|---:|"
    for turn in run.turns:
        yield _row(turn.actor.called, _result(turn), turn.resources)
    yield _row("all", "", run.resources)


def _row(name: str, result: str, use: Resources) -> str:
    said = f"{in_markdown(name)} | {in_markdown(result)}"
    return f"| {said} | {use.cpu:.2f} s | {use.wall:.2f} s | {use.memory / 1e6:.0f} MB |"


def _result(turn: Turn) -> str:
    if turn.end is not End.FINISHED or turn.skipped is not None:
        return turn.ending or "not run"
    verdict = turn.answer.said if turn.answer else ""
    again = f"({reused(turn.reused)})" if turn.reused else ""
    return " ".join(filter(None, (", ".join(filter(None, (verdict, made(turn.produced)))), again)))


def _reasons(run: Run) -> Iterator[str]:
    """What the actors said that the heading does not say."""
    for turn in run.turns:
        said = turn.hindrance
        if turn.answer is not None and turn.end is End.FINISHED:
            said = _because(turn.answer)
        if said and said != why(run):
            yield f"- **{turn.actor.called}**: {in_markdown(said)}"


def _files(record: RunRecord) -> Iterator[str]:
    if record.evidence:
        yield "| File | Path |"
        yield "|---|---|"
    for file in record.evidence:
        yield f"| {file.kind} | {linked(Path(file.path))} |"


def linked(file: Path) -> str:
    """The path in Markdown, and a link, where ``coveriflow serve`` has the file."""
    return named_link(str(file.absolute()), address_of(file))


def named_link(name: str, address: str) -> str:
    """Text of others is no text of a link: there Prefect's UI shows escapes as they are."""
    return f"{in_markdown(name)} ([open]({address}))" if address else in_markdown(name)


def _sendable(text: str) -> str:
    """Without the lone surrogates that stand for bytes of a program that are not UTF-8: JSON cannot have them."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
