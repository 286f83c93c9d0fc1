"""A batch run on the terminal: a line for each flow, then what the user should look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from coveriflow.artifacts.batch.changes import Change, Changed, Comparison
from coveriflow.artifacts.batch.results import Batch, JobResult, Rating
from coveriflow.program.wording import counted
from coveriflow.report.batch.summary import FLOW_COLUMNS, FlowSummary, carried_over, contradiction, saving, summaries
from coveriflow.report.quantities import duration, seconds
from coveriflow.report.sanitising import visible

STYLES = {
    Rating.CORRECT: "green",
    Rating.WRONG: "bold red",
    Rating.UNRATED: "cyan",
    Rating.UNCONFIRMED: "yellow",
    Rating.UNKNOWN: "yellow",
    Rating.ERROR: "red",
}
_SHOWN = 12
"""Results of a kind that are named."""
_SMALL = 24
"""Tasks up to which all results are shown."""


def batch_page(batch: Batch, changes: Comparison | None, files: Mapping[str, Path]) -> Iterator[RenderableType]:
    """All that is reported at the end."""
    yield _heading(batch)
    yield Text()
    if len(batch.plan.tasks) <= _SMALL:
        yield _matrix(batch)
        yield Text()
    yield _flows(summaries(batch))
    yield from _trouble(batch)
    yield from _saving(batch)
    if changes is not None:
        yield Text()
        yield from changes_page(changes)
    yield Text()
    for what, path in files.items():
        yield Text.assemble((f"  {what:10}", "dim"), visible(str(path)), no_wrap=True)


def _heading(batch: Batch) -> Text:
    tasks, flows = counted(len(batch.plan.tasks), "task"), counted(len(batch.plan.flows), "flow")
    missing = Text(f"; {counted(batch.missing, 'result')} missing", "bold yellow") if batch.missing else Text()
    took = f" in {duration(batch.elapsed)}" if batch.elapsed else ""
    return Text.assemble((f" {visible(batch.plan.name)} ", "bold reverse"), f" {tasks}, {flows}{took}", missing)


def _matrix(batch: Batch) -> Table:
    """Tasks and flows."""
    table = _table("  task", *batch.plan.flows, left=1)
    found = {(each.job.task, each.job.flow): each for each in batch.results}
    for task in batch.plan.tasks:
        cells = (_cell(found.get((task, flow))) for flow in batch.plan.flows)
        table.add_row(f"  {visible(task.path)}", *cells)
    return table


def _cell(result: JobResult | None) -> Text:
    if result is None:
        return Text("no result", "bold yellow")
    wrong = " WRONG" if result.rating is Rating.WRONG else ""
    star = "*" if result.assumptions and result.verdict.decisive else ""
    took = Text(f"  {seconds(result.cost)}{' r' if result.reused else '  '}", "dim")
    return Text.assemble((f"{result.status}{star}{wrong}", STYLES[result.rating]), took)


def _flows(flows: Iterable[FlowSummary]) -> Table:
    ratings = (rating.value for rating in Rating)
    table = _table("  flow", *ratings, *(column.title for column in FLOW_COLUMNS), left=1)
    for each in flows:
        counts = (_count(each.of(rating), STYLES[rating]) for rating in Rating)
        table.add_row(f"  {visible(each.flow)}", *counts, *(column.text(each) for column in FLOW_COLUMNS))
    return table


def _count(number: int, style: str) -> Text:
    return Text(str(number), style if number else "dim")


def _table(*names: str, left: int) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
    for number, name in enumerate(names):
        table.add_column(visible(name), justify="left" if number < left else "right", no_wrap=number < left)
    return table


def _trouble(batch: Batch) -> Iterator[RenderableType]:
    """What is wrong, by name."""
    yield from _named("wrong verdict", batch.wrong, "bold red", _against)
    contradictions = [Text(visible(contradiction(each))) for each in batch.contradictions]
    yield from _listed(counted(len(contradictions), "contradiction"), contradictions, "bold red")
    errors = [each for each in batch.results if each.rating is Rating.ERROR]
    yield from _named("error", errors, "red", lambda each: f"{each.status}: {each.reason}")


def _against(each: JobResult) -> str:
    return f"{each.status}, expected {each.promise}"


def _named(
    noun: str, results: Iterable[JobResult], style: str, say: Callable[[JobResult], str]
) -> Iterator[RenderableType]:
    lines = [Text(visible(f"{each.job.task.path}, {each.job.flow}: {say(each)}")) for each in results]
    yield from _listed(counted(len(lines), noun), lines, style)


def _listed(title: str, lines: list[Text], style: str) -> Iterator[RenderableType]:
    if not lines:
        return
    yield Text()
    yield Text(f"  {title}", style)
    for line in lines[:_SHOWN]:
        yield Text.assemble("    ", line)
    if len(lines) > _SHOWN:
        yield Text(f"    and {len(lines) - _SHOWN} more", "dim")


def _saving(batch: Batch) -> Iterator[RenderableType]:
    told = saving(batch)
    if told:
        yield Text()
        yield Text(f"  {told}", "cyan")


def changes_page(changes: Comparison) -> Iterator[RenderableType]:
    """What differs between two batch runs, the worst first."""
    head = f"  since {changes.earlier}: "
    if not changes.changes:
        yield Text(f"{visible(head)}no change")
    else:
        counts = ", ".join(f"{len(changes.of(kind))} {kind.value}" for kind in Change if changes.of(kind))
        yield Text(visible(head + counts), "bold red" if changes.regressions else "")
    if told := carried_over(changes):
        yield Text(f"  {told}", "cyan")
    for kind in Change:
        lines = [Text(visible(_change(each))) for each in changes.of(kind)]
        style = "red" if kind.is_regression else "green" if kind is not Change.SLOWER else "yellow"
        yield from _listed(f"{len(lines)} {kind.value}", lines, style)
    for word, results in (("only in", changes.only_later), ("no longer in", changes.only_earlier)):
        if results:
            yield Text(f"  {counted(len(results), 'result')} {word} {visible(changes.later)}", "dim")


def _change(each: Changed) -> str:
    before, now = each.earlier, each.later
    said = f"{before.status} before, {now.status} now"
    if each.kind in (Change.SLOWER, Change.FASTER):
        said = f"{seconds(before.cost)} before, {seconds(now.cost)} now"
    return f"{now.job.task.path}, {now.job.flow}: {said}"
