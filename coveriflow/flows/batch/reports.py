"""What a night leaves beside its results: pages for people, tables for other tools."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from coveriflow.artifacts.batch.changes import Comparison, compared
from coveriflow.artifacts.batch.results import Night
from coveriflow.flows.batch.result_folder import Journal, put, sweep
from coveriflow.formats.results.batch_csv import write_csv
from coveriflow.formats.results.batch_json import write_night
from coveriflow.formats.results.benchexec_results import write_benchexec_results
from coveriflow.formats.results.junit import write_junit
from coveriflow.formats.results.sarif import write_sarif
from coveriflow.program.errors import InputError, Span
from coveriflow.report.batch.page import night_html

PAGE = "index.html"
_BENCHEXEC = "benchexec"


def comparison(night: Night, before: Journal | None) -> Comparison | None:
    """The changes since ``before``, where there is such a night."""
    return None if before is None else compared(before.night(), night)


def write_reports(night: Night, changes: Comparison | None, folder: Path) -> dict[str, Path]:
    """All files, in the place of those of an earlier time; what they are, and where. ``InputError``. What a killed
    report has left goes away.
    """
    written = {}
    try:
        sweep(folder)
        for what, name, pieces in _files(night, changes, folder):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            put(path, pieces)
            written[what] = path if what != "BenchExec" else path.parent
    except OSError as error:
        raise InputError(f"the reports cannot be written here: {error.strerror}", Span(str(folder))) from error
    return written


def _files(night: Night, changes: Comparison | None, folder: Path) -> Iterator[tuple[str, str, Iterator[bytes]]]:
    """One after the other, piece by piece: of a large night, each is as large as all that is known of it."""
    yield "page", PAGE, night_html(night, changes)
    yield "CSV", "results.csv", write_csv(night)
    yield "JSON", "results.json", write_night(night)
    yield "JUnit", "junit.xml", write_junit(night)
    yield "SARIF", "results.sarif", write_sarif(night)
    for name, pieces in write_benchexec_results(night, str(folder / _BENCHEXEC)).items():
        yield "BenchExec", f"{_BENCHEXEC}/{name}", pieces
