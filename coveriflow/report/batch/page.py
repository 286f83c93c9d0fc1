"""A batch run as one HTML page that needs no server, no network and no other file; links lead to the evidence beside
it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path, PurePath

from coveriflow.artifacts.batch.changes import Change, Changed, Comparison
from coveriflow.artifacts.batch.results import Batch, BatchTask, Job, JobResult, Rating
from coveriflow.formats.primitives.text import path_in_uri
from coveriflow.program.wording import counted
from coveriflow.report.batch.plots import quantile_plot, scatter_plot
from coveriflow.report.batch.summary import (
    FLOW_COLUMNS,
    FlowSummary,
    carried_over,
    contradiction,
    saving,
    summaries,
    together,
)
from coveriflow.report.quantities import duration, seconds
from coveriflow.report.sanitising import content_policy, in_markup

TEMPLATE = Path(__file__).with_name("batch.html")
_PAIRS = 10
"""Scatter plots at most."""
_CLASSES = {rating: rating.name.lower() for rating in Rating}


def batch_html(batch: Batch, changes: Comparison | None) -> Iterator[bytes]:
    """The page, piece by piece; ``changes``: since an earlier batch run."""
    parts: dict[str, Iterable[str]] = {
        "POLICY": [content_policy(TEMPLATE)],
        "TITLE": [in_markup(f"batch run {batch.plan.name}")],
        "HEAD": _head(batch),
        "ALARM": _alarms(batch),
        "CHANGES": [] if changes is None else _changes(changes),
        "FLOW_COLUMNS": _flow_columns(),
        "FLOWS": map(_flow_row, summaries(batch)),
        "TOGETHER": _together(batch),
        "QUANTILES": [quantile_plot(batch)],
        "SCATTER": _scatter(batch),
        "GROUPS": _options(dict.fromkeys(each.group for each in batch.plan.tasks if each.group)),
        "STATUSES": _options(sorted({each.status for each in batch.results})),
        "COLUMNS": (f"<th>{in_markup(flow)}</th>" for flow in batch.plan.flows),
        "ROWS": _rows(batch),
    }
    for number, piece in enumerate(TEMPLATE.read_text(encoding="utf-8").split("%%")):
        for text in parts[piece] if number % 2 else (piece,):
            yield text.encode("utf-8", "backslashreplace")


def _head(batch: Batch) -> Iterator[str]:
    limits = batch.plan.limits
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(batch.began)) if batch.began else ""
    facts = [
        counted(len(batch.plan.tasks), "task"),
        counted(len(batch.plan.flows), "flow"),
        f"began {when}" if when else "",
        f"took {duration(batch.elapsed)}" if batch.elapsed else "",
        f"{seconds(limits.cpu)} CPU each" if limits.cpu else "",
        f"{limits.memory / 1e9:.1f} GB each" if limits.memory else "",
        f"coveriflow {batch.version}" if batch.version else "",
        saving(batch),
    ]
    return (f"<li>{in_markup(each)}</li>" for each in facts if each)


def _alarms(batch: Batch) -> Iterator[str]:
    """What the user should look at first, or that there is nothing."""
    alarms = [f"{counted(batch.missing, 'result')} missing"] if batch.missing else []
    wrong = [f"{each.job.task.path}: {each.job.flow} reports {each.status}, {_expected(each)}" for each in batch.wrong]
    alarms += [f"wrong verdict: {each}" for each in wrong]
    alarms += [f"contradictory verdicts: {contradiction(each)}" for each in batch.contradictions]
    if alarms:
        yield f'<section class="alarm"><h2>{counted(len(alarms), "alarm")}</h2><ul>'
        yield from (f"<li>{in_markup(each)}</li>" for each in alarms)
        yield "</ul></section>"
    else:
        yield '<p class="fine">No wrong verdict, no contradiction, nothing missing.</p>'


def _expected(each: JobResult) -> str:
    return f"expected {each.promise}" if each.promise else ""


def _changes(changes: Comparison) -> Iterator[str]:
    yield f"<section><h2>Since {in_markup(changes.earlier)}</h2>"
    if not changes.changes:
        yield "<p>No change.</p>"
    if told := carried_over(changes):
        yield f"<p>{in_markup(told)}</p>"
    for kind in Change:
        found = changes.of(kind)
        if found:
            state = "bad" if kind.is_regression else "good"
            opened = " open" if kind.is_regression else ""
            yield f'<details class="{state}"{opened}><summary>{len(found)} {in_markup(kind.value)}</summary><ul>'
            yield from (f"<li>{in_markup(_change(each))}</li>" for each in found)
            yield "</ul></details>"
    yield "</section>"


def _change(each: Changed) -> str:
    before, now = each.earlier, each.later
    said = f"{before.status} before ({seconds(before.cost)}), {now.status} now ({seconds(now.cost)})"
    return f"{now.job.task.path}, {now.job.flow}: {said}"


def _flow_columns() -> Iterator[str]:
    titles = (*(rating.value for rating in Rating), *(column.title for column in FLOW_COLUMNS))
    return (f"<th>{in_markup(title)}</th>" for title in titles)


def _flow_row(each: FlowSummary) -> str:
    counts = "".join(
        f'<td class="{_CLASSES[rating] if each.of(rating) else "none"}">{each.of(rating)}</td>' for rating in Rating
    )
    numbers = "".join(f"<td>{in_markup(column.text(each))}</td>" for column in FLOW_COLUMNS)
    return f"<tr><th>{in_markup(each.flow)}</th>{counts}{numbers}</tr>"


def _together(batch: Batch) -> Iterator[str]:
    """Who has solved what, exactly these and no others."""
    parts = together(batch)
    most = max((number for _, number in parts), default=1)
    for who, number in parts:
        names = " + ".join(who) if who else "none"
        words = names if len(who) < 2 or len(who) < len(batch.plan.flows) else f"all: {names}"
        bar = f'<i style="width:{100 * number / most:.1f}%"></i>'
        yield f'<tr><th>{in_markup(words)}</th><td>{number}</td><td class="bar">{bar}</td></tr>'


def _scatter(batch: Batch) -> Iterator[str]:
    pairs = list(combinations(batch.plan.flows, 2))[:_PAIRS]
    if not pairs:
        return
    yield "<h2>Two flows side by side</h2>"
    if len(pairs) > 1:
        choices = "".join(
            f'<option value="{n}">{in_markup(" and ".join(pair))}</option>' for n, pair in enumerate(pairs)
        )
        yield f'<label>Flows <select id="pair">{choices}</select></label>'
    for number, (one, other) in enumerate(pairs):
        plot = scatter_plot(batch.of(one), batch.of(other), (one, other))
        yield f'<div class="pair" data-pair="{number}"{" hidden" if number else ""}>{plot}</div>'


def _options(words: Iterable[str]) -> Iterator[str]:
    return (f"<option>{in_markup(each)}</option>" for each in words)


def _rows(batch: Batch) -> Iterator[str]:
    found = {each.job: each for each in batch.results}
    for number, task in enumerate(batch.plan.tasks, 1):
        results = [found.get(Job(task, flow)) for flow in batch.plan.flows]
        kinds = " ".join(dict.fromkeys(_CLASSES[each.rating] for each in results if each))
        statuses = "|".join(dict.fromkeys(each.status for each in results if each))
        data = f'data-group="{in_markup(task.group)}" data-rating="{kinds}" data-status="|{in_markup(statuses)}|"'
        cells = "".join(_cell(each) for each in results)
        expected = next((each.promise for each in results if each and each.promise), "")
        yield f"<tr {data}><td>{number}</td>{_task_cell(task)}<td>{expected}</td>{cells}</tr>\n"


def _task_cell(task: BatchTask) -> str:
    path = PurePath(task.path)
    folder = f"<small>{in_markup(str(path.parent))}/</small>" if str(path.parent) != "." else ""
    return f"<td>{folder}{in_markup(path.name)}</td>"


def _cell(each: JobResult | None) -> str:
    if each is None:
        return '<td class="error">no result</td>'
    notes = [
        each.reason,
        each.confirmed_by and f"confirmed by {each.confirmed_by}",
        *(f"assumption: {sentence}" for sentence in each.assumptions),
        each.reused and f"stored work: {seconds(each.reused.cpu)} of CPU time",
        each.carried and f"under the earlier condition: {each.carried}",
    ]
    title = in_markup("\n".join(note for note in notes if note))
    marks = ("*" if each.assumptions and each.verdict.decisive else "") + (" ↺" if each.reused else "")
    wrong = " wrong" if each.rating is Rating.WRONG else ""
    status = f"<b>{in_markup(each.status)}{wrong}{marks}</b>"
    link = _link(each)
    status = f'<a href="{link}">{status}</a>' if link else status
    return f'<td class="{_CLASSES[each.rating]}" title="{title}">{status} <small>{seconds(each.cost)}</small></td>'


def _link(each: JobResult) -> str:
    """To what tells most of the evidence."""
    files = [path for kind in ("counterexample", "witness", "log") for what, path in each.evidence if what == kind]
    chosen = next((path for path in files if path.endswith(".html")), next(iter(files), ""))
    return in_markup(path_in_uri(chosen))
