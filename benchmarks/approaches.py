"""What each approach solves alone: the programs of ``examples/approaches``, each made for one approach.

The name of a program begins with that of the flow that it is for (``bmc-sort.c``). Runs all six flows of one verifier
on each program, one after the other, under the same limit of CPU time. Prints for each program and flow the verdict
and the CPU time, and whether only the program's own flow solves it. ``--smoke`` runs the first program of each approach
by its own flow only. Exits with 1 if a verdict is wrong, with 3 if a program's own flow does not solve it.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from analyses import rows_by_flow
from corpora import own
from corpus.conventions import make_headers
from corpus.endings import ending
from corpus.measuring import Measure, Result, Row
from corpus.records import record_of
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import MODULES

_PROGRAMS = Path(__file__).resolve().parent.parent / "examples" / "approaches"
_FLOWS = ("bmc", "kinduction", "predicate", "impact", "value", "symbolic")
_MARKS = {Verdict.TRUE: "[green]true[/]", Verdict.FALSE: "[red]false[/]"}


def main() -> int:
    arguments = _arguments()
    taken = [t for t in own(_PROGRAMS) if fnmatch.fnmatch(t.name, arguments.only)]
    if arguments.smoke:
        taken = [next(group) for _, group in groupby(taken, _own_flow)]
    solved = _measured(taken, arguments)
    _show(solved, arguments)
    return _exit_code(solved)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flows", nargs="+", choices=_FLOWS, default=_FLOWS, help="beside a program's own one")
    parser.add_argument("--only", metavar="GLOB", default="*", help="programs whose name matches, as in 'bmc-*'")
    parser.add_argument("--cpu", type=float, default=30.0, help="CPU seconds per program and flow (default: 30)")
    parser.add_argument(
        "--smoke", action="store_true", help="one program per approach, by its own flow, under a minute"
    )
    given = parser.parse_args()
    given.flows = () if given.smoke else tuple(given.flows)
    return given


def _own_flow(task: CorpusTask) -> str:
    return task.name.partition("-")[0]


def _measured(taken: Sequence[CorpusTask], arguments: argparse.Namespace) -> dict[CorpusTask, Mapping[str, Row]]:
    with tempfile.TemporaryDirectory() as headers, Workers((*MODULES, "corpus.measuring")) as workers:
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu)
        found = {}
        for number, task in enumerate(taken, start=1):
            print(f"{number} of {len(taken)}: {task.name}", file=sys.stderr)
            flows = [name for name in _FLOWS if name in arguments.flows or name == _own_flow(task)]
            found[task] = rows_by_flow(measure, task, flows)
        return found


def _show(solved: Mapping[CorpusTask, Mapping[str, Row]], arguments: argparse.Namespace) -> None:
    ran = [name for name in _FLOWS if any(name in rows for rows in solved.values())]
    shown = ran if arguments.flows else ["its own flow"]
    title = f"{len(solved)} programs, {arguments.cpu:g} s of CPU time for each flow"
    table = Table("program", "expected", *shown, *(("only its own",) if arguments.flows else ()), title=title)
    for task, rows in solved.items():
        own_flow = _own_flow(task)
        cells = [_cell(rows.get(own_flow if name == "its own flow" else name), own=name == own_flow) for name in shown]
        others = [name for name, row in rows.items() if name != own_flow and record_of(name, row).is_solved]
        verdict = ("no: " + ", ".join(others) if others else "yes",) if arguments.flows else ()
        table.add_row(task.name, str(task.expected), *cells, *verdict)
    Console(width=140).print(table)
    for task, rows in solved.items():
        for name, row in rows.items():
            if row.result in (Result.WRONG, Result.CRASH):
                print(f"{row.result.value}: {name}: {task.name}: {row.verdict or row.crash}, expected {task.expected}")


def _cell(row: Row | None, *, own: bool) -> str:
    if row is None:
        return ""
    said = _MARKS.get(row.verdict, "unknown") if row.verdict else row.result.value
    text = f"{said} {row.seconds:.1f}"
    return f"[bold]{text}[/]" if own else text


def _exit_code(solved: Mapping[CorpusTask, Mapping[str, Row]]) -> int:
    wrong = any(row.result in (Result.WRONG, Result.CRASH) for rows in solved.values() for row in rows.values())
    own_rows = [rows.get(_own_flow(task)) for task, rows in solved.items()]
    missed = any(row is None or not record_of("", row).is_solved for row in own_rows)
    return ending(wrong=wrong, missed=missed)


if __name__ == "__main__":
    sys.exit(main())
