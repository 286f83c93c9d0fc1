"""What is shown while a run goes on."""

from __future__ import annotations

import io
import threading
import time

import pytest
from rich.console import Console

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.ready import READY
from coveriflow.program.errors import InputError
from coveriflow.report.contracts import ActorRow, Watcher
from coveriflow.report.intervals import Regularly, interval
from coveriflow.report.terminal.live import Picture
from coveriflow.report.terminal.progress import Lines, Now, Silence, Use
from coveriflow.report.terminal.trees import flow_tree, flows_page

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
    picture = Picture("a program with a rather long name.c (flow default)", io.StringIO(), Use(Limits(60.0)))
    picture.started("value")
    picture.progressed("value", "16 states")
    picture.finished(ROW)
    picture.started("bmc")
    picture.progressed("bmc", "unwinding " + "9" * 300)
    console = Console(file=io.StringIO(), width=width, record=True)
    console.print(picture._drawn())
    first, second, third, last = console.export_text().splitlines()
    assert first.startswith("verifying a program")
    assert second.split()[0] == "value"
    assert "1.50 s" in second
    assert "bmc" in third
    assert last.startswith("1.00 s of 60.0 s")
    assert max(map(len, (first, second, third, last))) <= width


def test_flows_are_listed_by_their_first_sentence() -> None:
    flow = READY["cmc"]()
    console = Console(file=io.StringIO(), width=100, record=True)
    named = Flow("cmc", flow.composition)
    console.print(*flows_page([("other", flow, ""), ("cmc", named, "A sentence. And another.")]), sep="\n")
    assert [line.split() for line in console.export_text().splitlines()] == [
        ["other", "is", "cmc"],
        ["cmc", "A", "sentence."],
    ]


def test_a_flow_is_drawn_with_what_is_unusual() -> None:
    console = Console(file=io.StringIO(), width=100, record=True)
    console.print(flow_tree(READY["cmc"](), "A sentence."))
    page = console.export_text()
    assert "cmc  A sentence." in page
    assert "value(cpu=100, share=0.333)" in page
    assert "execute\n" in page


def test_a_line_says_who_is_at_work_and_what_is_used() -> None:
    stream, now = io.StringIO(), [100.0]
    clock = lambda: now[0]  # noqa: E731
    watcher = Now(stream, Use(Limits(cpu=60.0, wall=300.0), clock), 0.0, clock)
    watcher.tell()
    watcher.started("value")
    now[0] = 101.5
    watcher.finished(ROW)
    watcher.started("bmc")
    watcher.progressed("bmc", "unwinding 16\x1b")
    now[0] = 104.0
    watcher.tell()
    assert stream.getvalue().splitlines() == [
        "0.00 s: between two actors; 0.00 s of 60.0 s CPU time in finished turns, 0.00 s of 300.0 s elapsed",
        "4.00 s: bmc (2.50 s, unwinding 16␛); 1.00 s of 60.0 s CPU time in finished turns, 4.00 s of 300.0 s elapsed",
    ]


def test_lines_come_regularly_until_the_end() -> None:
    told = list[float]()
    enough = threading.Event()

    def tell() -> None:
        told.append(0.0)
        if len(told) == 3:
            enough.set()
        raise InputError("the stream is full")

    with Regularly(tell, 0.01):
        assert enough.wait(30.0)
    number = len(told)
    time.sleep(0.1)
    assert len(told) == number


@pytest.mark.parametrize(("said", "seconds"), [("off", 0.0), ("2.5", 2.5), ("", 10.0), ("often", 10.0), ("-3", 0.0)])
def test_the_user_says_how_often(said: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVERIFLOW_PROGRESS", said)
    assert interval() == seconds
