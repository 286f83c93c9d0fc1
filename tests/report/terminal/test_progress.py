"""What is shown while a run goes on."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.resources import Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.ready import READY
from coveriflow.report.contracts import ActorRow, Watcher
from coveriflow.report.terminal.live import Picture
from coveriflow.report.terminal.progress import Lines, Silence
from coveriflow.report.terminal.trees import flows_page

ROW = ActorRow("value", "unknown, condition", Verdict.UNKNOWN, "it is hard", Resources(1.0, 1.5, 10**7), "finished")


def tell(watcher: Watcher) -> None:
    with watcher:
        watcher.started("value")
        watcher.progressed("value", "16\x1b states")
        watcher.finished(ROW)
        watcher.started("bmc")


def test_silence_is_silent() -> None:
    tell(Silence())


def test_lines_have_the_seconds_since_the_start() -> None:
    stream = io.StringIO()
    ticks = iter((100.0, 100.0, 101.25, 112.5, 112.5))
    tell(Lines(stream, lambda: next(ticks)))
    assert stream.getvalue().splitlines() == [
        "    0.00 s  value: starts",
        "    1.25 s  value: 16␛ states",
        "   12.50 s  value: unknown, condition: it is hard",
        "   12.50 s  bmc: starts",
    ]


@pytest.mark.parametrize("width", [30, 60, 200])
def test_the_picture_fits(width: int) -> None:
    picture = Picture("a program with a rather long name.c (flow default)", io.StringIO())
    picture.started("value")
    picture.progressed("value", "16 states")
    picture.finished(ROW)
    picture.started("bmc")
    picture.progressed("bmc", "unwinding " + "9" * 300)
    console = Console(file=io.StringIO(), width=width, record=True)
    console.print(picture._drawn())
    first, second, third = console.export_text().splitlines()
    assert first.startswith("verifying a program")
    assert second.split()[0] == "value"
    assert "1.50 s" in second
    assert "bmc" in third
    assert max(map(len, (first, second, third))) <= width


def test_flows_are_drawn_with_what_is_unusual() -> None:
    flow = READY["cmc"]()
    console = Console(file=io.StringIO(), width=100, record=True)
    console.print(*flows_page([("other", flow, ""), ("cmc", Flow("cmc", flow.composition), "A sentence.")]), sep="\n")
    page = console.export_text()
    assert "other  is cmc" in page
    assert "cmc  A sentence." in page
    assert "value(cpu=100, share=0.333)" in page
    assert "execute\n" in page
