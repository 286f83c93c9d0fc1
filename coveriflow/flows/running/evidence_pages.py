"""The files of a run folder that people look at."""

from __future__ import annotations

from collections.abc import Iterator

from coveriflow.artifacts.answers import ConfirmedTest
from coveriflow.artifacts.specifications import named
from coveriflow.execution.native.reproduction import SCRIPT
from coveriflow.flows.running.found import command_of, error_path_of, files_of, place_of, undefined_of, violated
from coveriflow.flows.running.reproductions import FOLDER, build_of, is_repeated
from coveriflow.flows.running.runner import Run
from coveriflow.report.counterexamples.contracts import Summary
from coveriflow.report.undefined import told

_INPUTS = 20


def texts_of(run: Run) -> dict[str, str]:
    """The source files of the task, by name."""
    return {source.name: source.text for source in run.task.sources}


def pages_of(run: Run) -> Iterator[tuple[str, str, bytes]]:
    """The violation, as text and as a page for a browser."""
    path = error_path_of(run)
    if path is None:
        return
    from coveriflow.report.counterexamples.as_html import counterexample_html
    from coveriflow.report.counterexamples.as_text import full_text, lines_of

    texts = texts_of(run)
    yield "counterexample", "counterexample.txt", full_text(path, lines_of(texts)).encode("utf-8", "backslashreplace")
    properties = ", ".join(name for name, _ in named(run.task.specification.properties))
    facts = (
        ("task", ", ".join(files_of(run.task))),
        ("property", properties),
        ("data model", run.task.data_model.value),
        ("flow", run.flow.name),
    )
    yield "counterexample", "counterexample.html", counterexample_html(path, texts, facts, _summary(run))


def _summary(run: Run) -> Summary:
    """What people want to know first."""
    evidence, undefined, place = run.answer.evidence, undefined_of(run), place_of(run)
    case = evidence.case if isinstance(evidence, ConfirmedTest) else undefined and undefined.test
    values = [str(each) for each in case.inputs] if case else []
    more = [f"and {len(values) - _INPUTS} more"] if len(values) > _INPUTS else []
    given = undefined.given if undefined is not None else run.answer.reason
    build, script = build_of(run), f"bash {FOLDER}/{SCRIPT}" if is_repeated(run) else ""
    rows = (
        ("at", "" if place is None else f"{place.file}:{place.line}"),
        ("inputs", ", ".join([*values[:_INPUTS], *more])),
        ("with", given.removeprefix("with ") if given.startswith("with ") else ""),
        ("compile", build),
        ("reproduce", (command_of(run) or "./program") if build else script),
        ("because", given if not given.startswith("with ") else ""),
        ("assuming", "; ".join(run.answer.assumptions)),
    )
    said = violated(run) or (told(undefined, files_of(run.task)) if undefined is not None else "")
    said = f"{run.answer.verdict.value.upper()}: {said}" if said else run.answer.verdict.value.upper()
    return Summary(said, tuple((name, value) for name, value in rows if value))
