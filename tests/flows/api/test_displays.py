"""What notebooks show: text of others is text, styles stay within, and nothing is loaded."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from lxml import etree

import coveriflow
from coveriflow.actors.composition.nodes import Composition
from coveriflow.artifacts.batch.results import Batch, BatchPlan, BatchTask, Job, JobResult
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.display.error_paths import ErrorPath, Event, EventKind, PathStep
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphNode
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.flows.api.results import BatchRun, Counterexample
from coveriflow.formats.results.result_json import ActorRecord, EvidenceFile, RunRecord
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.types.data_model import DataModel
from coveriflow.report.notebook import batch_html, run_html

NASTY = "<script>alert('&')</script>\"\u202e\x1b"
STEP = PathStep(NASTY, 1, NASTY, 0, (Event(EventKind.ERROR, NASTY),))
PLAN = BatchPlan(NASTY, (BatchTask(NASTY),), (NASTY,), Limits())
RECORD = RunRecord(Verdict.FALSE, NASTY, NASTY, NASTY, "", DataModel.LP64, "0", violated=NASTY, warnings=(NASTY,))

VALUES = [
    coveriflow.value().named(NASTY) >> coveriflow.bmc(),
    coveriflow.Flow(NASTY, coveriflow.value()),
    Condition(
        "q0", frozenset({"q1"}), (Transition("q0", EdgeLabel(NASTY, 1, NASTY), "q1", NASTY),), "", producer=NASTY
    ),
    Witness(
        WitnessKind.VIOLATION,
        NASTY,
        (WitnessNode(NASTY, invariant=NASTY),),
        (WitnessEdge(NASTY, NASTY, 1, assumption=NASTY),),
        NASTY,
        "",
    ),
    AbstractGraph(NASTY, (GraphNode("a", NASTY, NASTY),), ()),
    Counterexample(ErrorPath((STEP,)), ((NASTY, NASTY),), (("task", NASTY),)),
    BatchRun(PLAN, (JobResult(Job(BatchTask(NASTY), NASTY), "", reason=NASTY),), folder=Path(NASTY), page=Path("p")),
]


class Tags(HTMLParser):
    """The tags and the attributes of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_text_of_others_is_text(value: Composition) -> None:
    bundle = value._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    tags = Tags(bundle["text/html"]).found
    assert not {"script", "style", "link"} & {tag for tag, _ in tags}
    assert all("\x1b" not in text and "\u202e" not in text for text in bundle.values())
    for tag, attributes in tags:
        source = attributes.get("src") or ""
        assert tag != "img" or source.startswith("data:image/svg+xml;base64,")
        assert tag != "iframe" or attributes["sandbox"] == "allow-scripts"
        assert "prefers-color-scheme" not in (attributes.get("srcdoc") or "")
        if tag == "img":
            assert b"prefers-color-scheme" not in base64.b64decode(source.partition(",")[2])
            drawn = etree.fromstring(base64.b64decode(source.partition(",")[2]))
            assert not drawn.findall(".//{http://www.w3.org/2000/svg}script")


def test_a_result_of_others_is_text() -> None:
    actors = (ActorRecord(NASTY, "1", Verdict.FALSE, NASTY, end=NASTY),)
    text = run_html(replace(RECORD, actors=actors, evidence=(EvidenceFile(NASTY, NASTY),)))
    assert {tag for tag, _ in Tags(text).found} <= set("div p strong span em table thead tbody tr th td code".split())
    assert "&lt;script&gt;" in text


def test_verdicts_have_colours_and_a_legend() -> None:
    """Also where none is expected; and what was reused says so."""
    tasks = tuple(BatchTask(name) for name in ("a.c", "b.c", "c.c"))
    verdicts = (Verdict.TRUE, Verdict.FALSE, Verdict.UNKNOWN)
    results = tuple(JobResult(Job(t, "bmc"), "", v) for t, v in zip(tasks, verdicts, strict=True))
    reused = (replace(results[0], reused=Resources(7.28)), *results[1:])
    text = batch_html(Batch(BatchPlan("n", tasks, ("bmc",), Limits()), reused))
    colours = [re.search(rf"background:(#\w+);[^>]*>{verdict.value}<", text) for verdict in verdicts]
    assert len({found[1] for found in colours if found is not None}) == len(verdicts)
    assert "a violation where no verdict is expected" in text
    assert "wrong, or an error" not in text
    assert "7.28\u00a0s, reused" in text


def test_only_what_is_wanted_comes() -> None:
    assert set(coveriflow.value()._repr_mimebundle_(include={"text/html"})) == {"text/html"}
    assert set(coveriflow.value()._repr_mimebundle_(exclude={"text/html"})) == {"text/plain"}


def test_only_what_has_a_drawing_is_drawn() -> None:
    assert coveriflow.svg(coveriflow.flow_named("cmc")).startswith(b"<svg ")
    with pytest.raises(TypeError, match="a str has no drawing"):
        coveriflow.svg("cmc")


def test_a_table_has_the_columns_of_the_csv() -> None:
    row = BatchRun(
        PLAN, (JobResult(Job(BatchTask("a.c"), "bmc"), "", Verdict.TRUE),), folder=Path(), page=Path()
    ).to_records()[0]
    assert (row["task"], row["flow"], row["status"], row["cpu_s"], row["reason"]) == ("a.c", "bmc", "true", 0.0, None)
    assert isinstance(Batch(PLAN, ()), Batch)
