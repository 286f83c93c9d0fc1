"""What people see of a batch run in Prefect: states, lines of the log, and artifacts (summary, table,
progress, link).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any
from uuid import UUID

from prefect.artifacts import (
    create_link_artifact,
    create_markdown_artifact,
    create_progress_artifact,
    create_table_artifact,
)
from prefect.client.orchestration import get_client
from prefect.client.schemas.actions import ArtifactUpdate
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.batch.changes import Change, Comparison
from coveriflow.artifacts.batch.results import Batch, JobResult, Rating
from coveriflow.artifacts.resources import Resources
from coveriflow.flows.batch.notifications import alarms
from coveriflow.flows.catalogue.addresses import address_of
from coveriflow.flows.prefect_backend.display import VIOLATION, linked, named_link
from coveriflow.program.wording import counted
from coveriflow.report.batch.plots import quantile_plot, standing_alone
from coveriflow.report.batch.summary import FLOW_COLUMNS, FlowSummary, carried_over, saving, shares, summaries
from coveriflow.report.sanitising import in_markdown
from coveriflow.report.svg.compositions import flow_svg

_LONGEST = 300  # characters of a state's message
_ROWS = 1000
"""Of the table: what somebody should look at comes first."""
_DRAWN = 10
"""Flows at most."""
_TELLING = ("counterexample", "witness", "test", "condition", "residual program", "log")
_URGENT = (Rating.WRONG, Rating.ERROR, Rating.UNKNOWN, Rating.UNCONFIRMED, Rating.UNRATED, Rating.CORRECT)


def sendable(text: str) -> str:
    """Without the lone surrogates that stand for bytes that are not UTF-8: JSON cannot have them."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def state_of_result(result: JobResult) -> State[None]:
    """The state of a task run: its name is the verdict; a wrong one and an error are failures."""
    message = sendable(_because(result))[:_LONGEST]
    if result.rating is Rating.WRONG:
        return Failed(name=f"wrong: {result.status}", message=f"expected {result.promise}; {message}")
    if result.rating is Rating.ERROR:
        return Failed(name=result.status, message=message)
    return Completed(name=result.status, message=message)


def _because(result: JobResult) -> str:
    reused = f"stored work, took {result.reused.wall:.2f} s then" if result.reused else ""
    used = f"{result.resources.cpu:.2f} s CPU, {result.resources.memory / 1e6:.0f} MB"
    carried = f"under the earlier condition: {result.carried}" if result.carried else ""
    said = result.confirmed_by if result.verdict.decisive else result.reason
    return "; ".join(filter(None, (said, carried, reused or used)))


def solved(batch: Batch) -> str:
    """``12 of 14 solved``: the name of a flow run's state."""
    return f"{sum(each.is_solved for each in batch.results)} of {len(batch.results)} solved"


def lines(batch: Batch) -> Iterator[str]:
    """For the log."""
    for each in summaries(batch):
        counts = ", ".join(f"{each.of(rating)} {rating.value}" for rating in Rating if each.of(rating))
        yield f"{each.flow}: {counts}; score {each.score}, {each.cpu:.1f} s CPU"


@dataclass(slots=True)
class Progress:
    """A progress artifact."""

    name: str
    number: UUID | None = None

    def begin(self) -> None:
        """Show it."""
        text = f"Progress of the batch run {self.name}"
        found: Any = create_progress_artifact(0.0, key=_key("progress"), description=text)
        self.number = found

    def update(self, percentage: float) -> None:
        """From now on it is so far."""
        if self.number is not None:
            with get_client(sync_client=True) as client:
                client.update_artifact(self.number, ArtifactUpdate(data=percentage))


def create_artifacts(batch: Batch, changes: Comparison | None, page: Path, flows: Mapping[str, Flow]) -> None:
    """A summary, the results, pictures, and a link to the page; Prefect keeps those of earlier batch runs, too."""
    name = batch.plan.name
    create_markdown_artifact(summary(batch, changes, page), _key("summary"), f"Summary of the batch run {name}")
    create_table_artifact(rows(batch, page.parent), _key("results"), f"Results of the batch run {name}")
    address = address_of(page) or page.absolute().as_uri()
    create_link_artifact(address, key=_key("page"), link_text=f"Page of the batch run {name}")

    for key, about, picture in pictures(batch, flows):
        create_markdown_artifact(f"![{in_markdown(about)}]({_as_uri(picture)})", _key(key), about)


def pictures(batch: Batch, flows: Mapping[str, Flow]) -> Iterator[tuple[str, str, bytes]]:
    """Key, sentence and SVG: how much each flow solves in which time, and who solves it within the first flows."""
    yield "quantiles", "CPU time of the n-th fastest task of each flow", standing_alone(quantile_plot(batch))
    for name, flow in list(flows.items())[:_DRAWN]:
        solved = shares(batch, name)
        notes = {actor: f"solved {number}" for actor, number in solved.items()}
        sentence = f"{sum(each.is_solved for each in batch.of(name))} of {len(batch.of(name))} solved"
        yield f"flow-{name}", f"Tasks solved by each actor of {name}", flow_svg(flow, sentence, notes)


def _as_uri(picture: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(picture).decode('ascii')}"


def _key(what: str) -> str:
    """Prefect wants letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", f"nightly-{what}".lower()).strip("-")[:100]


def rows(batch: Batch, folder: Path) -> list[dict[str, Any]]:
    """The table: one line for each result, what is wrong first. Prefect takes cells as Markdown. Evidence is a link
    where ``coveriflow serve`` has it.
    """
    ordered = sorted(batch.results, key=lambda each: _URGENT.index(each.rating))
    return [
        {
            "task": in_markdown(each.job.task.path),
            "flow": in_markdown(each.job.flow),
            "expected": each.promise,
            "verdict": each.status,
            "rating": each.rating.value,
            "solved by": ", ".join(each.solved_by),
            "CPU s": round(each.cost, 2),
            "wall s": round(each.elapsed, 2),
            "memory MB": round((each.resources + (each.reused or Resources())).memory / 1e6),
            "because": in_markdown((each.reason or each.confirmed_by)[:200]),
            "evidence": _evidence(each, folder),
        }
        for each in ordered[:_ROWS]
    ]


def _evidence(result: JobResult, folder: Path) -> str:
    """A link in Markdown, or the file's name in the folder of the batch run."""
    found = evidence_of(result)
    page = next((path for _, path in result.evidence if path.endswith(VIOLATION)), found)
    address = address_of(folder / page) if page else ""
    return named_link(PurePath(page).name if address else found, address)


def evidence_of(result: JobResult) -> str:
    """The most useful file, in the folder of the batch run."""
    found = dict(reversed(result.evidence))
    return next((found[kind] for kind in _TELLING if kind in found), "")


def summary(batch: Batch, changes: Comparison | None, page: Path) -> str:
    """Markdown: what is wrong, what changed, a line for each flow, where the rest lies."""
    parts = (_heading(batch), _alarms(batch, changes), _flows(summaries(batch)), _changes(changes), _files(batch, page))
    return "\n\n".join(filter(None, ("\n".join(part) for part in parts))) + "\n"


def _heading(batch: Batch) -> Iterator[str]:
    yield f"# {in_markdown(batch.plan.name)}: {solved(batch)}"
    told = saving(batch)
    if told:
        yield f"\n{in_markdown(told)}."


def _alarms(batch: Batch, changes: Comparison | None) -> Iterator[str]:
    told = alarms(batch, changes)
    if not told:
        yield "No wrong verdict, no contradiction, nothing became worse."
        return
    yield f"## {counted(len(told), 'alarm')}\n"
    yield from (f"- {in_markdown(each)}" for each in told[:50])


def _flows(flows: tuple[FlowSummary, ...]) -> Iterator[str]:
    titles = (*(rating.value for rating in Rating), *(column.title for column in FLOW_COLUMNS))
    yield f"| Flow | {' | '.join(titles)} |"
    yield f"|---|{'---:|' * len(titles)}"
    for each in flows:
        cells = (*(str(each.of(rating)) for rating in Rating), *(column.text(each) for column in FLOW_COLUMNS))
        yield f"| {in_markdown(each.flow)} | {' | '.join(cells)} |"


def _changes(changes: Comparison | None) -> Iterator[str]:
    if changes is None:
        return
    yield f"## Since {in_markdown(changes.earlier)}\n"
    if told := carried_over(changes):
        yield f"{in_markdown(told)}\n"
    if not changes.changes:
        yield "No change."
    for kind in Change:
        found = changes.of(kind)
        if found:
            yield f"- **{len(found)} {kind.value}**"
        for each in found[:20]:
            before, now = each.earlier, each.later
            said = f"{before.status}, {before.cost:.2f} s before; {now.status}, {now.cost:.2f} s now"
            yield f"  - {in_markdown(each.later.job.task.path)}, {in_markdown(each.later.job.flow)}: {said}"


def _files(batch: Batch, page: Path) -> Iterator[str]:
    yield f"All {len(batch.results)} results are in {linked(page.parent)}; the page is {linked(page)}."
