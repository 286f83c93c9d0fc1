"""Pages of nights: whatever is in a night they are whole, need nothing from elsewhere, and say what is wrong."""

from __future__ import annotations

import dataclasses
import io
import re

import pytest
from lxml import html

from coveriflow.artifacts.batch.changes import Comparison, compared
from coveriflow.artifacts.batch.results import Batch, Rating
from coveriflow.report.batch.page import batch_html
from coveriflow.report.batch.plots import quantile_plot, scatter_plot
from coveriflow.report.batch.summary import FLOW_COLUMNS, solved_by, summaries, together
from coveriflow.report.batch.terminal import batch_page
from coveriflow.report.terminal.console import show
from tests.formats import strategies
from tests.formats.results.test_batch_tables import BATCH, with_text

EMPTY = dataclasses.replace(BATCH, results=())


def page_of(batch: Batch, changes: Comparison | None) -> bytes:
    return b"".join(batch_html(batch, changes))


def elements(page: html.HtmlElement, path: str) -> list[html.HtmlElement]:
    found = page.xpath(path)
    assert isinstance(found, list)
    return found


def test_the_page_says_what_is_wrong_first() -> None:
    page = html.fromstring(page_of(BATCH, None))
    alarms = [item.text_content() for item in elements(page, "//section[@class='alarm']//li")]
    assert alarms == [
        "wrong verdict: sets/a.yml: bmc reports false, expected true",
        "contradictory verdicts: sets/a.yml: cmc reports true, bmc reports false",
    ]
    cells = page.xpath("//tbody[@id='rows']/tr/td[position() > 3]/@class")
    assert cells == ["correct", "wrong", "unknown", "unconfirmed", "unrated", "error"]


def test_missing_results_are_said() -> None:
    assert b"6 results missing" in page_of(EMPTY, None)
    assert b"nothing missing" not in page_of(EMPTY, None)


def test_the_page_needs_nothing_from_elsewhere() -> None:
    text = page_of(BATCH, compared(BATCH, BATCH)).decode()
    assert not re.findall(r"""(?:src|href)=["']?(?:https?:)?//""", text)
    assert "%%" not in text


@pytest.mark.parametrize("text", strategies.NASTY)
def test_whatever_is_in_a_night_the_pages_are_whole(text: str) -> None:
    earlier, later = BATCH, with_text(text)
    page = html.fromstring(page_of(later, compared(earlier, later)).decode())
    assert len(elements(page, "//tbody[@id='rows']/tr")) == len(later.plan.tasks)
    assert len(elements(page, "//script")) == 1
    stream = io.StringIO()
    show(batch_page(later, compared(earlier, later), {}), stream)
    assert stream.getvalue()


def test_who_solved_what() -> None:
    solvers = {task.path: who for task, who in solved_by(BATCH).items()}
    assert solvers == {"sets/a.yml": ("cmc",), "sets/b.yml": (), "sets/c.yml": ("cmc",)}
    assert together(BATCH) == ((("cmc",), 2), ((), 1))
    cmc, bmc = summaries(BATCH)
    assert (cmc.solved, cmc.alone, cmc.score, cmc.spared, cmc.reused) == (2, 2, 2, 4.0, 1)
    assert (bmc.solved, bmc.alone, bmc.score) == (0, 0, -16)


def test_every_table_of_flows_has_all_columns() -> None:
    titles = [*(rating.value for rating in Rating), *(column.title for column in FLOW_COLUMNS)]
    page = html.fromstring(page_of(BATCH, None).decode())
    heads = [[each.text_content() for each in elements(row, "./th")] for row in elements(page, "//thead/tr")]
    assert ["", *titles] in heads
    stream = io.StringIO()
    show(batch_page(BATCH, None, {}), stream)
    lines = [re.split(r"  +", line.strip()) for line in stream.getvalue().splitlines()]
    assert ["flow", *titles] in lines


@pytest.mark.parametrize("batch", [BATCH, EMPTY])
def test_plots(batch: Batch) -> None:
    curves = quantile_plot(batch)
    assert curves.count("<polyline") == sum(any(each.is_solved for each in batch.of(f)) for f in batch.plan.flows)
    points = scatter_plot(batch.of("cmc"), batch.of("bmc"), ("cmc", "bmc"))
    assert points.count("<circle") == (2 if batch.results else 0)
    places = [float(each) for each in re.findall(r'c[xy]="([0-9.-]+)"', curves + points)]
    assert all(0 <= each <= 700 for each in places)
