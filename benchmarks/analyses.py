"""What each analysis solves alone, and what they solve together, on programs with loops.

``analyses.py CLONE...`` takes the tasks of ``corpora.py`` in the folders about loops, and runs every ready flow of one
verifier on each of them, under the same limit of CPU time. Prints for each flow how many tasks it solves (true and
false; right, or without an expectation), how many only it solves, what is wrong, and the CPU time; then the union, as
if the right flow were known for each task. ``--svg`` draws a quantile plot: for each number of solved tasks, the CPU
time within which each of them is solved. ``--smoke`` takes this repository's examples. Exits with 1 if a verdict is
wrong, or if two analyses contradict each other.
"""

from __future__ import annotations

import argparse
import csv
import fnmatch
import itertools
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from corpora import own, tasks
from corpus.conventions import make_headers
from corpus.measuring import Measure, Result, Row
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.workers import Workers
from coveriflow.flows.ready import READY
from coveriflow.flows.worker_modules import MODULES

_LOOPS = (
    "esbmc k-induction*",
    "cpachecker loops/*",
    "cpachecker induction/*",
    "cpachecker nested/*",
    "cpachecker policyiteration/*",
    "cpachecker formulaslicing/*",
    "cpachecker slicingabstractions/*",
    "cpachecker simple/*loop*",
)
_COMPOSED = ("default", "cmc", "cmc-conditional")
_Rows = Mapping[str, Row]


def main() -> int:
    arguments = _arguments()
    found = list(own()) if arguments.smoke else [each for clone in arguments.clones for each in tasks(clone)]
    taken = [t for t in found if isinstance(t, CorpusTask) and (arguments.smoke or _chosen(t, arguments.only))]
    solved = _measured(taken[:: arguments.every], arguments)
    _show(solved, arguments.flows)
    if arguments.csv:
        _write(arguments.csv, solved)
    if arguments.svg:
        _draw(arguments.svg, solved, arguments.flows)
    return _exit_code(solved)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    alone = [name for name in READY if name not in _COMPOSED]
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories")
    parser.add_argument("--flows", nargs="+", choices=list(READY), default=alone, help=f"default: {' '.join(alone)}")
    parser.add_argument("--only", nargs="+", metavar="GLOB", default=_LOOPS, help="tasks whose folder and name match")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one task in N: a sample")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at a time")
    parser.add_argument("--cpu", type=float, help="CPU seconds per task and flow (default: 30; smoke: 1)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row per task and flow")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the quantile plot (needs matplotlib)")
    parser.add_argument("--smoke", action="store_true", help="the examples of this repository, under a minute")
    given = parser.parse_args()
    if not given.smoke and not given.clones:
        parser.error("name a clone, or --smoke")
    given.cpu = given.cpu or (1.0 if given.smoke else 30.0)
    return given


def _chosen(task: CorpusTask, patterns: Sequence[str]) -> bool:
    """``folder`` is the corpus and the first part of ``name``."""
    return any(fnmatch.fnmatch(f"{task.folder.split()[0]} {task.name}", pattern) for pattern in patterns)


def _measured(taken: Sequence[CorpusTask], arguments: argparse.Namespace) -> list[_Rows]:
    """For each task that can be built: the row of each flow."""
    with (
        tempfile.TemporaryDirectory() as headers,
        Workers((*MODULES, "corpus.measuring")) as workers,
        ThreadPoolExecutor(arguments.jobs) as threads,
    ):
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu)
        found = threads.map(lambda task: rows_by_flow(measure, task, arguments.flows), taken)
        return [rows for rows in _watched(found, len(taken)) if rows]


def _watched(found: Iterator[_Rows], total: int) -> Iterator[_Rows]:
    for number, rows in zip(itertools.count(1), found):
        if number % 20 == 0:
            print(f"{number} of {total}", file=sys.stderr)
        yield rows


def rows_by_flow(measure: Measure, task: CorpusTask, flows: Sequence[str]) -> _Rows:
    row, done = measure.built(task)
    return {} if done is None else {name: measure.verified(row, done, READY[name]()) for name in flows}


def is_solved(row: Row) -> bool:
    return row.result in (Result.RIGHT, Result.DECIDED, Result.SUSPECT, Result.ASSUMED)


def _show(solved: Sequence[_Rows], flows: Sequence[str]) -> None:
    columns = ("true", "false", "unknown", "right", "only this one", "wrong", "CPU s", "CPU s of the solved")
    table = Table("analysis", *columns, title=f"{len(solved)} tasks")
    for name in flows:
        rows = [by_flow[name] for by_flow in solved]
        only = sum(is_solved(by[name]) and sum(map(is_solved, by.values())) == 1 for by in solved)
        table.add_row(name, *_counts(rows, str(only)))
    table.add_section()
    table.add_row("their union", *_counts([_best(by_flow) for by_flow in solved], ""), style="bold")
    console = Console(width=120)
    console.print(table)
    for by_flow in solved:
        for name, row in by_flow.items():
            if row.result in (Result.WRONG, Result.CRASH):
                said = row.verdict.value if row.verdict else row.crash
                print(f"{row.result.value}: {name}: {row.task.name}: {said}, expected {row.task.expected}")
        if _contradicts(by_flow):
            said = {name: str(row.verdict) for name, row in by_flow.items()}
            print(f"contradiction: {next(iter(by_flow.values())).task.name}: {said}")


def _counts(rows: Sequence[Row], only: str) -> list[str]:
    decided = [row for row in rows if is_solved(row)]
    true = sum(row.verdict is Verdict.TRUE for row in decided)
    wrong = sum(row.result in (Result.WRONG, Result.CRASH) for row in rows)
    right = sum(row.result is Result.RIGHT for row in rows)
    numbers = [true, len(decided) - true, len(rows) - len(decided) - wrong, right]
    seconds = [sum(row.seconds for row in rows), sum(row.seconds for row in decided)]
    return [*map(str, numbers), only, str(wrong), *(f"{s:.0f}" for s in seconds)]


def _best(by_flow: _Rows) -> Row:
    """The row of the fastest flow that solves the task; else that of the first."""
    rows = list(by_flow.values())
    return min((row for row in rows if is_solved(row)), key=lambda row: row.seconds, default=rows[0])


def _contradicts(by_flow: _Rows) -> bool:
    return len({row.verdict for row in by_flow.values() if is_solved(row)}) > 1


def _exit_code(solved: Sequence[_Rows]) -> int:
    wrong = any(row.result in (Result.WRONG, Result.CRASH) for by_flow in solved for row in by_flow.values())
    return int(wrong or any(map(_contradicts, solved)))


def _write(path: Path, solved: Sequence[_Rows]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("folder", "task", "expected", "flow", "verdict", "result", "CPU seconds", "reason"))
        for by_flow in solved:
            for name, row in by_flow.items():
                said = row.verdict.value if row.verdict else ""
                cells = (row.task.folder, row.task.name, row.task.expected, name, said, row.result.value)
                writer.writerow((*cells, f"{row.seconds:.2f}", row.reason))


def _draw(path: Path, solved: Sequence[_Rows], flows: Sequence[str]) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 5))
    curves = {name: [by_flow[name] for by_flow in solved] for name in flows}
    curves["their union"] = [_best(by_flow) for by_flow in solved]
    for name, rows in curves.items():
        times = sorted(row.seconds for row in rows if is_solved(row))
        axes.step(range(1, len(times) + 1), times, where="pre", label=f"{name} ({len(times)})")
    axes.set(yscale="log", xlabel="tasks solved", ylabel="CPU time of the slowest of them (s)")
    axes.legend()
    figure.savefig(path)


if __name__ == "__main__":
    sys.exit(main())
