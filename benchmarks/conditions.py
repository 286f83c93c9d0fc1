"""Conditional model checking, in the kind of Tables I and II and Sect. IV-C of the CMC paper.

``bugs``: programs with an error on which explicit values come to no end are falsified under a condition on paths
(Table I). ``cooperation``: explicit values stop because of a limit and hand on what they have verified; predicate
abstraction verifies the rest. Neither of them alone proves these programs, nor do both one after the other without the
condition (Sect. IV-C). ``repeated``: bounded model checking, explicit values for 10 s and predicate abstraction, alone
and one after the other (Table II), and the same with conditions handed on.

The programs of the first two are ``examples/conditions``; those of the third these and ``examples/approaches``. Times
are CPU seconds of whole compositions, violations executed. ``--smoke``: one program of each table, a few seconds. Exits
with 1 if a verdict is wrong, or if a program of the first two tables is not solved under its condition.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from corpora import own
from corpus.conventions import make_headers
from corpus.measuring import Measure, Result, Row
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.actors import bmc, predicate, predicate_given, value, value_given
from coveriflow.actors.algebra import Composition, Flow
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.workers import Workers
from coveriflow.flows.compositions import conditional, confirmed, one_by_one
from coveriflow.flows.worker_modules import MODULES

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_MARKS = {Verdict.TRUE: "[green]true[/]", Verdict.FALSE: "[red]false[/]"}
_VALUE_SECONDS = 10.0

Flows = Mapping[str, Composition]


def _bugs() -> Mapping[str, tuple[str, Composition]]:
    """For each program the condition, in words, and the analysis under it."""
    return {
        "fifo-1-bug.c": ("Repeating Locations in Path: 8", value(repetitions=8)),
        "fifo-2-bug.c": ("Repeating Locations in Path: 8", value(repetitions=8)),
        "locks-14-bug.c": ("Path Length: 120", value(path_length=120)),
        "locks-15-bug.c": ("Path Length: 128", value(path_length=128)),
        "transmitter-6-bug.c": ("Path Length: 60", value(path_length=60)),
        "transmitter-8-bug.c": ("Path Length: 80", value(path_length=80)),
    }


_STATES = {"split-collatz.c": 250, "split-lcg.c": 250, "split-table.c": 30}
"""Abstract states per location, at most, in the first of two analyses."""


def _cooperation(states: int) -> Flows:
    return {
        "value": value(),
        "predicate": predicate(),
        "value, predicate": one_by_one(value(location_states=states), predicate(), shares=[0.5]),
        "value, condition, predicate": conditional(value(location_states=states), predicate_given()),
    }


def _repeated() -> Flows:
    short = value(cpu=_VALUE_SECONDS, share=1 / 3)
    return {
        "BMC, k = 1": bmc(last_bound=1),
        "BMC, k = 10": bmc(last_bound=10),
        "value, 10 s": short,
        "predicate": predicate(),
        "A: value, predicate": one_by_one(short, predicate(), shares=[1.0]),
        "B: BMC, value, predicate": one_by_one(bmc(last_bound=1), short, predicate(), shares=[1.0, 1.0]),
        "A with conditions": conditional(short, predicate_given()),
        "B with conditions": conditional(
            bmc(last_bound=1), value_given(cpu=_VALUE_SECONDS, share=1 / 3), predicate_given()
        ),
    }


@dataclass(frozen=True)
class _Line:
    """One program: what each column says. ``condition``: in words."""

    task: CorpusTask
    rows: Mapping[str, Row]
    condition: str = ""


def main() -> int:
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as headers, Workers((*MODULES, "corpus.measuring")) as workers:
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu)
        with ThreadPoolExecutor(arguments.jobs) as threads:
            tables = {name: _TABLES[name](measure, threads, smoke=arguments.smoke) for name in arguments.tables}
    for name, lines in tables.items():
        _show(name, lines, arguments.cpu)
    return _exit_code(tables)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(_TABLES)} (all)")
    parser.add_argument("--cpu", type=float, default=0.0, help="CPU seconds for each cell (60)")
    parser.add_argument("--jobs", type=int, default=1, help="cells at a time (1)")
    parser.add_argument("--smoke", action="store_true", help="one program of each table, 8 s for each cell")
    given = parser.parse_args()
    unknown = set(given.tables) - _TABLES.keys()
    if unknown:
        parser.error(f"there is no table '{min(unknown)}'")
    given.tables = given.tables or list(_TABLES)
    given.cpu = given.cpu or (8.0 if given.smoke else 60.0)
    return given


def _programs() -> dict[str, CorpusTask]:
    folders = (_EXAMPLES / "conditions", _EXAMPLES / "approaches")
    return {task.name: task for task in chain.from_iterable(map(own, folders))}


def _measured(measure: Measure, threads: ThreadPoolExecutor, task: CorpusTask, flows: Flows, said: str = "") -> _Line:
    row, done = measure.built(task)
    if done is None:
        raise SystemExit(f"{task.name} cannot be built: {row.reason}")
    print(task.name, file=sys.stderr)

    def cell(name: str) -> Row:
        return measure.verified(row, done, Flow(name, confirmed(flows[name])))

    return _Line(task, dict(zip(flows, threads.map(cell, flows), strict=True)), said)


def _table_of_bugs(measure: Measure, threads: ThreadPoolExecutor, *, smoke: bool) -> list[_Line]:
    """Without condition under three times the limit, as in the paper."""
    programs = _programs()
    longer = measure if smoke else replace(measure, cpu=3 * measure.cpu)
    found = []
    for name, (said, under_condition) in list(_bugs().items())[: 1 if smoke else None]:
        plain = {} if smoke else {"value": value()}
        flows = {**plain, "value, condition": under_condition}
        found.append(_measured(longer, threads, programs[name], flows, said))
    return found


def _table_of_cooperation(measure: Measure, threads: ThreadPoolExecutor, *, smoke: bool) -> list[_Line]:
    programs = _programs()
    found = []
    for name, states in list(_STATES.items())[: 1 if smoke else None]:
        flows = _cooperation(states)
        chosen = dict(list(flows.items())[-1:]) if smoke else flows
        found.append(_measured(measure, threads, programs[name], chosen, f"States per Location: {states}"))
    return found


def _table_of_repeated(measure: Measure, threads: ThreadPoolExecutor, *, smoke: bool) -> list[_Line]:
    programs = [task for name, task in _programs().items() if not smoke or name == "predicate-digits.c"]
    flows = {name: flow for name, flow in _repeated().items() if not smoke or name.startswith("A")}
    return [_measured(measure, threads, task, flows) for task in programs]


_TABLES = {"bugs": _table_of_bugs, "cooperation": _table_of_cooperation, "repeated": _table_of_repeated}


def _show(name: str, lines: Sequence[_Line], cpu: float) -> None:
    columns = list(dict.fromkeys(column for line in lines for column in line.rows))
    has_condition = any(line.condition for line in lines)
    limit = 3 * cpu if name == "bugs" else cpu
    table = Table(
        "program", *(["condition"] if has_condition else []), *columns, title=f"{name}, {limit:g} s of CPU time"
    )
    for line in lines:
        cells = [_cell(line.rows[column]) for column in columns]
        table.add_row(line.task.name, *([line.condition] if has_condition else []), *cells)
    table.add_section()
    table.add_row("solved, CPU s", *([""] if has_condition else []), *(_total(lines, column) for column in columns))
    Console(width=170).print(table)
    for line in lines:
        for column, row in line.rows.items():
            if row.result in (Result.WRONG, Result.CRASH):
                said = row.verdict or row.crash
                print(f"{row.result.value}: {column}: {line.task.name}: {said}, expected {line.task.expected}")


def _cell(row: Row) -> str:
    said = _MARKS.get(row.verdict, "-") if row.verdict is not None else "-"
    return f"{said} {row.seconds:.1f}"


def _total(lines: Sequence[_Line], column: str) -> str:
    rows = [line.rows[column] for line in lines]
    return f"{sum(map(_is_solved, rows))} of {len(rows)}, {sum(row.seconds for row in rows):.0f}"


def _is_solved(row: Row) -> bool:
    return row.result in (Result.RIGHT, Result.DECIDED)


def _exit_code(tables: Mapping[str, Sequence[_Line]]) -> int:
    rows = [row for lines in tables.values() for line in lines for row in line.rows.values()]
    wrong = any(row.result in (Result.WRONG, Result.CRASH) for row in rows)
    last = [list(line.rows.values())[-1] for name in ("bugs", "cooperation") for line in tables.get(name, ())]
    return int(wrong or not all(map(_is_solved, last)))


if __name__ == "__main__":
    sys.exit(main())
