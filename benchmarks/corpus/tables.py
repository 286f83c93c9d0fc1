"""What is printed: a row per folder, features that are missing, what needs a look, and a file for a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from corpus.measuring import Result, Row, Stage
from corpus.tasks import Skipped
from coveriflow.artifacts.verdicts import Verdict

_RESULTS = tuple(result for result in Result if result is not Result.NOT_RUN)
_COLUMNS = ("tasks", "parsed", "in part", "built", "true", "false", *(result.value for result in _RESULTS))
_FIELDS = ("path", "folder", "model", "expected", "parsed", "in part", "built", "verdict", "result", "seconds")
_NAMED = re.compile(r"'[^']*'")
_AMOUNT = re.compile(r"\b\d[\d.]*\b")
_FUNCTION = re.compile(r"^the result of the undefined function \w+")


def show(rows: Sequence[Row], skipped: Sequence[Skipped], roots: Sequence[Path]) -> None:
    """Everything."""
    console = Console(width=200)
    console.print(_by_folder(rows))
    console.print(_features(rows, roots))
    console.print(_needs(rows))
    if skipped:
        console.print(_skipped(skipped))
    for kind in (Result.WRONG, Result.ASSUMED, Result.SUSPECT):
        _list(kind, [row for row in rows if row.result is kind])
    for row in rows:
        if row.crash:
            print(f"\ncrash: {row.task.name}\n{row.crash}")


def _by_folder(rows: Sequence[Row]) -> Table:
    table = Table("folder", *_COLUMNS)
    for folder in sorted({row.task.folder for row in rows}):
        table.add_row(folder, *_counts([row for row in rows if row.task.folder == folder]))
    table.add_row("all", *_counts(rows), style="bold")
    return table


def _counts(rows: Sequence[Row]) -> list[str]:
    stages = Counter(row.stage for row in rows)
    verdicts, results = Counter(row.verdict for row in rows), Counter(row.result for row in rows)
    numbers = [len(rows), len(rows) - stages[Stage.NOTHING], stages[Stage.IN_PART], stages[Stage.BUILT]]
    numbers += [verdicts[Verdict.TRUE], verdicts[Verdict.FALSE]]
    return [str(n) for n in numbers + [results[result] for result in _RESULTS]]


def feature(reason: str) -> str:
    """A reason without the names of the program."""
    general = _AMOUNT.sub("N", _NAMED.sub("'...'", reason))
    return _FUNCTION.sub("the result of an undefined function", general)


def _features(rows: Sequence[Row], roots: Sequence[Path]) -> Table:
    table = Table("missing feature, or reason", "count", "example")
    found: dict[str, list[Row]] = {}
    for row in rows:
        if row.reason:
            found.setdefault(feature(row.reason), []).append(row)
    for name, those in sorted(found.items(), key=lambda item: -len(item[1])):
        table.add_row(name, str(len(those)), _below(those[0].place or those[0].task.name, roots))
    return table


def _needs(rows: Sequence[Row]) -> Table:
    """Of the programs that are parsed and not built as a whole: which features they need together."""
    table = Table("features that programs need together", "count", "example")
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.stage in (Stage.PARSED, Stage.IN_PART):
            found.setdefault(tuple(sorted(row.needs)), []).append(row)
    for names, those in sorted(found.items(), key=lambda item: -len(item[1])):
        table.add_row(", ".join(names) or "(something else)", str(len(those)), those[0].task.name)
    return table


def _below(place: str, roots: Iterable[Path]) -> str:
    for root in roots:
        place = place.replace(f"{root.resolve()}/", "").replace(f"{root}/", "")
    return re.sub(r", line (\d+)(, column \d+)?", r":\1", place)


def _skipped(skipped: Sequence[Skipped]) -> Table:
    table = Table("left out", "count", "example")
    for reason, count in Counter(s.reason for s in skipped).most_common():
        table.add_row(reason, str(count), next(s.name for s in skipped if s.reason == reason))
    return table


def _list(kind: Result, rows: Sequence[Row]) -> None:
    for row in rows:
        verdict = row.verdict.value if row.verdict else "-"
        print(f"{kind.value}: {row.task.name} ({row.task.model.value}): {verdict}, expected {row.task.expected}")


def write_csv(path: Path, rows: Iterable[Row]) -> None:
    """One row per task."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow((*_FIELDS, "reason", "place", "needs"))
        for row in rows:
            writer.writerow(_cells(row))


def _cells(row: Row) -> list[str]:
    parsed, built = row.stage is not Stage.NOTHING, row.stage is Stage.BUILT
    verdict = row.verdict.value if row.verdict else ""
    task = row.task
    needed = " ".join(sorted(need.replace(" ", "-") for need in row.needs))
    cells: list[object] = [task.name, task.folder, task.model.value, task.expected or ""]
    cells += [int(parsed), int(row.stage is Stage.IN_PART), int(built), verdict]
    cells += [row.result.value, f"{row.seconds:.2f}", feature(row.reason), row.place, needed]
    return [str(cell) for cell in cells]
