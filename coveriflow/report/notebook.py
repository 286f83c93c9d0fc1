"""What notebooks show: pieces of HTML without scripts and style sheets, so that they change nothing around them.

A drawing is an image of its own, and a page with a script is a frame that can reach nothing.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence, Set

from coveriflow.artifacts.batch.results import Batch, JobResult, Rating
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.results.result_json import ActorRecord, RunRecord
from coveriflow.report.batch.summary import FLOW_COLUMNS, FlowSummary, summaries
from coveriflow.report.quantities import memory, reused, seconds
from coveriflow.report.sanitising import in_markup

_COLOURS = {Verdict.TRUE: "#1a7f37", Verdict.FALSE: "#b3261e", Verdict.UNKNOWN: "#8a6100"}
_DARK = re.compile(rb"@media\s*\(prefers-color-scheme:\s*dark\)\s*\{(?:[^{}]|\{[^{}]*\})*\}")
_GREEN, _RED, _BROWN, _VIOLET = "#1a7f37", "#b3261e", "#8a6100", "#6f42c1"
_RATED = {Rating.CORRECT: _GREEN, Rating.WRONG: _RED, Rating.ERROR: _RED}
_UNRATED = {Verdict.TRUE: _GREEN, Verdict.FALSE: _VIOLET, Verdict.UNKNOWN: _BROWN}
_LEGEND = {
    _GREEN: "correct, or true where no verdict is expected",
    _VIOLET: "a violation where no verdict is expected",
    _RED: "wrong, or an error",
    _BROWN: "unknown, or not confirmed",
}
_MOST = 200
"""Lines of a table."""
_CODE = "max-height:34em;overflow:auto;line-height:1.3"
_FRAME = "box-sizing:border-box;width:100%;height:34em;border:1px solid #8888;border-radius:4px"


def run_html(record: RunRecord) -> str:
    """The verdict and what it rests on, the actors, the files."""
    return "".join(("<div>", *_heading(record), *_facts(record), _actors(record.actors), *_files(record), "</div>"))


def image_html(svg: bytes, about: str) -> str:
    """A drawing; its styles stay within it. It is light: a notebook is, whatever the system's colours are."""
    data = base64.b64encode(_DARK.sub(b"", svg)).decode("ascii")
    return f'<img alt="{in_markup(about)}" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'


def frame_html(page: bytes, about: str) -> str:
    """A page whose script runs in a frame of its own, without access to anything else."""
    text = in_markup(_DARK.sub(b"", page).decode("utf-8", "backslashreplace"))
    return f'<iframe title="{in_markup(about)}" style="{_FRAME}" sandbox="allow-scripts" srcdoc="{text}"></iframe>'


def code_html(title: str, text: str) -> str:
    """A program, or its beginning."""
    return f'<div><p>{in_markup(title)}</p><pre style="{_CODE}">{in_markup(text)}</pre></div>'


def batch_html(batch: Batch) -> str:
    """A line for each task with the result of each flow, and one for each flow."""
    found = {(each.job.task, each.job.flow): each for each in batch.results}
    tasks = [
        (in_markup(task.path), *(_cell(found.get((task, flow))) for flow in batch.plan.flows))
        for task in batch.plan.tasks[:_MOST]
    ]
    more = len(batch.plan.tasks) - len(tasks)
    rest = f"<p>{more} more tasks are not shown here.</p>" if more else ""
    flows = [tuple(_of_a_flow(each)) for each in summaries(batch)]
    titles = ("flow", *(rating.value for rating in Rating), *(column.title for column in FLOW_COLUMNS))
    name = f"<p><strong>{in_markup(batch.plan.name)}</strong></p>"
    legend = _legend({_colour(each) for each in batch.results})
    return f"<div>{name}{_table(('task', *batch.plan.flows), tasks)}{rest}{legend}{_table(titles, flows)}</div>"


def _legend(colours: Set[str]) -> str:
    """What the colours mean that are there."""
    shown = (f"{_coloured(chr(0xA0), each)} {said}" for each, said in _LEGEND.items() if each in colours)
    return f"<p>{' &nbsp; '.join(shown)}</p>" if colours else ""


def _colour(result: JobResult) -> str:
    if result.rating is Rating.UNRATED:
        return _UNRATED[result.verdict]
    return _RATED.get(result.rating, _BROWN)


def _of_a_flow(each: FlowSummary) -> Iterator[str]:
    yield in_markup(each.flow)
    yield from (str(each.of(rating)) for rating in Rating)
    yield from (in_markup(column.text(each)) for column in FLOW_COLUMNS)


def _cell(result: JobResult | None) -> str:
    if result is None:
        return "no result"
    wrong = ", wrong" if result.rating is Rating.WRONG else ""
    said = _coloured(f"{result.status}{wrong}", _colour(result))
    took = f"{_together(seconds(result.cost))}{', reused' if result.reused else ''}"
    return f'{said} <span style="opacity:.7">{took}</span>'


def _together(quantity: str) -> str:
    """A number and its unit stay on one line."""
    return quantity.replace(" ", "\u00a0")


def _coloured(text: str, colour: str) -> str:
    style = f"background:{colour};color:#fff;border-radius:3px;padding:0 .4em"
    return f'<span style="{style}">{in_markup(text)}</span>'


def _heading(record: RunRecord) -> Iterator[str]:
    verdict = f"{record.claimed.value}, unconfirmed" if record.claimed is not None else record.verdict.value
    yield f"<p><strong>{_coloured(verdict, _COLOURS[record.verdict])} {in_markup(record.task)}</strong></p>"


def _facts(record: RunRecord) -> Iterator[str]:
    facts = [
        ("violated", record.violated),
        ("confirmed by", record.confirmed_by),
        ("claimed by", record.claimed_by),
        ("because", "" if record.verdict.decisive else record.reason),
        ("executed", "" if record.executed is None else f"at least {record.executed.told}"),
        *(("assumption", each) for each in record.assumptions),
        *(("warning", each) for each in record.warnings),
        ("property", record.property),
        ("data model", record.data_model.value),
        ("flow", record.flow),
    ]
    yield _table((), [(f"<em>{name}</em>", in_markup(text)) for name, text in facts if text])


def _actors(actors: Sequence[ActorRecord]) -> str:
    rows = [
        (
            in_markup(each.name),
            "" if each.verdict is None else _coloured(each.verdict.value, _COLOURS[each.verdict]),
            in_markup(each.reason),
            _together(seconds(each.cpu)),
            _together(seconds(each.wall)),
            _together(memory(each.memory)),
            in_markup(reused(each.reused) if each.reused else each.end),
        )
        for each in actors
    ]
    return _table(("actor", "verdict", "reason", "CPU", "wall", "memory", "end"), rows)


def _files(record: RunRecord) -> Iterator[str]:
    if record.evidence:
        rows = [(in_markup(each.kind), f"<code>{in_markup(each.path)}</code>") for each in record.evidence]
        yield _table(("file", "path"), rows)


def _table(titles: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """``rows`` are markup, ``titles`` are text."""
    head = "".join(f'<th style="{_CELL}">{in_markup(each)}</th>' for each in titles)
    lines = ("".join(f'<td style="{_CELL}">{cell}</td>' for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


_CELL = "text-align:left;vertical-align:top"
