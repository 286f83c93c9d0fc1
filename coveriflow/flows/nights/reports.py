"""What a night leaves beside its results: pages for people, tables for other tools."""

from __future__ import annotations

from pathlib import Path

from coveriflow.artifacts.night_changes import Comparison, compared
from coveriflow.artifacts.nights import Night
from coveriflow.flows.nights.journal import Journal
from coveriflow.formats.benchexec_results import write_benchexec_results
from coveriflow.formats.junit import write_junit
from coveriflow.formats.night_csv import write_csv
from coveriflow.formats.night_json import write_night
from coveriflow.formats.sarif import write_sarif
from coveriflow.program.errors import InputError, Span
from coveriflow.report.nights.page import night_html

PAGE = "index.html"
_BENCHEXEC = "benchexec"


def comparison(night: Night, before: Journal | None) -> Comparison | None:
    """The changes since ``before``, where there is such a night."""
    return None if before is None else compared(before.night(), night)


def write_reports(night: Night, changes: Comparison | None, folder: Path) -> dict[str, Path]:
    """All files, in the place of those of an earlier time; what they are, and where. ``InputError``."""
    written = {}
    try:
        for what, name, data in _files(night, changes, folder):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            written[what] = path if what != "BenchExec" else path.parent
    except OSError as error:
        raise InputError(f"the reports cannot be written here: {error.strerror}", Span(str(folder))) from error
    return written


def _files(night: Night, changes: Comparison | None, folder: Path) -> list[tuple[str, str, bytes]]:
    tables = write_benchexec_results(night, str(folder / _BENCHEXEC))
    return [
        ("page", PAGE, night_html(night, changes)),
        ("CSV", "results.csv", write_csv(night)),
        ("JSON", "results.json", write_night(night)),
        ("JUnit", "junit.xml", write_junit(night)),
        ("SARIF", "results.sarif", write_sarif(night)),
        *(("BenchExec", f"{_BENCHEXEC}/{name}", data) for name, data in tables.items()),
    ]
