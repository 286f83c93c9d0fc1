"""A folder as a page: where we are, the pages in it, and one line for each file with what it is."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from coveriflow.formats.primitives.text import path_in_uri
from coveriflow.formats.results.result_json import RunRecord, read_run_record
from coveriflow.program.errors import InputError
from coveriflow.program.wording import counted
from coveriflow.report.quantities import file_size
from coveriflow.report.sanitising import in_markup
from coveriflow.report.serving.contained import Entry, NotServed, Opened, closing, entries, opened, read
from coveriflow.report.serving.kinds import kind_of

TEMPLATE = Path(__file__).with_name("listing.html")
POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; "
    "sandbox"
)
"""The page runs nothing and loads nothing."""
MOST = 2000
"""Entries that a page has."""
_LOOKED_INTO = 300
"""Folders whose results a page has."""
_RESULT, _PLAN = "result.json", "night.json"
_LARGEST = 4 << 20  # bytes of a result that is read
_PAGES = {"index.html": "the page of the batch run", "counterexample.html": "the violation, step by step"}
_KNOWN = _PAGES | {
    _RESULT: "the result",
    _PLAN: "the plan of the batch run",
    "alarms.json": "the alarms",
    "results.csv": "the results",
    "results.json": "the results",
    "junit.xml": "the results as JUnit",
    "results.sarif": "the results as SARIF",
    "counterexample.txt": "the violation, as text",
    "condition.graphml": "the condition: what is verified",
    "witness.graphml": "the witness (1.0)",
    "witness.yml": "the witness (2.0)",
    "residual.c": "the residual program",
    "tests": "a test suite",
    "graphs": "reachability graphs",
    "reproduce": "scripts that repeat the violation",
    "evidence": "the evidence of each result",
    "results": "a file for each result",
    "benchexec": "the results for BenchExec",
    "log": "what external tools printed",
}
"""Files of run folders and batch runs."""


def listing(root: Path, parts: Sequence[str], folder: Opened) -> bytes:
    """The page of ``folder``, which ``parts`` name below ``root``."""
    found = entries(folder)
    pieces: dict[str, Iterable[str]] = {
        "TITLE": [in_markup("/".join((root.name or "/", *parts)))],
        "PLACE": _place(root, parts),
        "PAGES": _pages(root, parts),
        "ROWS": _rows(root, parts, found[:MOST]),
        "NOTE": [_note(len(found))],
    }
    template = TEMPLATE.read_text(encoding="utf-8").split("%%")
    text = "".join("".join(pieces[each]) if number % 2 else each for number, each in enumerate(template))
    return text.encode("utf-8", "backslashreplace")


def _place(root: Path, parts: Sequence[str]) -> Iterator[str]:
    names = (root.name or "/", *parts)
    for above, name in zip(range(len(parts), 0, -1), names, strict=False):
        yield f'<a href="{"../" * above}">{in_markup(name)}</a> / '
    yield in_markup(names[-1])


def _pages(root: Path, parts: Sequence[str]) -> Iterator[str]:
    """Links to those of our pages that are there."""
    for name, what in _PAGES.items():
        with contextlib.suppress(NotServed), closing(opened(root, (*parts, name))) as found:
            if not found.is_folder and kind_of(name, found.head()).is_page:
                yield f'<p class="page"><a href="{name}">{in_markup(what[0].upper() + what[1:])}</a></p>\n'


def _rows(root: Path, parts: Sequence[str], found: Sequence[Entry]) -> Iterator[str]:
    for number, each in enumerate(found):
        looks = each.is_folder and number < _LOOKED_INTO
        what = _KNOWN.get(each.name, "") or (_result(root, (*parts, each.name)) if looks else "")
        yield _row(each, what)


def _row(each: Entry, what: str) -> str:
    end = "/" if each.is_folder else ""
    link = f'<a href="./{in_markup(path_in_uri(each.name))}{end}">{in_markup(each.name)}{end}</a>'
    size = "" if each.is_folder else file_size(each.facts.st_size)
    changed = time.strftime("%Y-%m-%d %H:%M", time.gmtime(each.facts.st_mtime))
    return f"<tr><td>{link}</td><td>{what}</td><td>{size}</td><td>{changed}</td></tr>\n"


def _result(root: Path, parts: Sequence[str]) -> str:
    """What a run folder has found, or that a folder is a batch run; markup."""
    try:
        record = read_run_record(read(root, (*parts, _RESULT), _LARGEST), _RESULT)
    except (NotServed, InputError):
        return "a batch run" if _is_batch(root, parts) else ""
    return _told(record)


def _told(record: RunRecord) -> str:
    said = "error" if record.error else record.verdict.value
    claimed = f" ({record.claimed.value}, unconfirmed)" if record.claimed else ""
    task = os.path.basename(record.task)
    return f'<b class="{said}">{said}</b>{claimed} <small>{in_markup(task)}, {in_markup(record.flow)}</small>'


def _is_batch(root: Path, parts: Sequence[str]) -> bool:
    try:
        with closing(opened(root, (*parts, _PLAN))) as found:
            return not found.is_folder
    except NotServed:
        return False


def _note(number: int) -> str:
    if number > MOST:
        return f"The first {MOST} of {number} names. Read only."
    return f"{counted(number, 'name')}. Read only."
