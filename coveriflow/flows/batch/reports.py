"""What a batch run leaves beside its results: pages for people, tables for other tools."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from coveriflow.artifacts.batch.changes import Comparison, compared
from coveriflow.artifacts.batch.results import Batch
from coveriflow.flows.batch.result_folder import ResultFolder, put, sweep
from coveriflow.formats.results.batch_csv import write_csv
from coveriflow.formats.results.batch_json import write_batch
from coveriflow.formats.results.benchexec_results import write_benchexec_results
from coveriflow.formats.results.junit import write_junit
from coveriflow.formats.results.sarif import write_sarif
from coveriflow.program.errors import InputError, Span
from coveriflow.report.batch.page import batch_html

PAGE = "index.html"
_BENCHEXEC = "benchexec"


def comparison(batch: Batch, before: ResultFolder | None) -> Comparison | None:
    """The changes since ``before``, where there is such a batch run."""
    return None if before is None else compared(before.batch(), batch)


def write_reports(batch: Batch, changes: Comparison | None, folder: Path) -> dict[str, Path]:
    """All files, in the place of those of an earlier time; what they are, and where. ``InputError``. What a killed
    report has left goes away.
    """
    written = {}
    try:
        sweep(folder)
        for what, name, pieces in _files(batch, changes, folder):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            put(path, pieces)
            written[what] = path if what != "BenchExec" else path.parent
    except OSError as error:
        raise InputError(f"the reports cannot be written here: {error.strerror}", Span(str(folder))) from error
    return written


def _files(batch: Batch, changes: Comparison | None, folder: Path) -> Iterator[tuple[str, str, Iterator[bytes]]]:
    """One after the other, piece by piece: of a large batch run, each is as large as all that is known of it."""
    yield "page", PAGE, batch_html(batch, changes)
    yield "CSV", "results.csv", write_csv(batch)
    yield "JSON", "results.json", write_batch(batch)
    yield "JUnit", "junit.xml", write_junit(batch, changes)
    yield "SARIF", "results.sarif", write_sarif(batch, changes)
    for name, pieces in write_benchexec_results(batch, str(folder / _BENCHEXEC)).items():
        yield "BenchExec", f"{_BENCHEXEC}/{name}", pieces
