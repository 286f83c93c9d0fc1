"""Conditional model checking, in the kind of Tables I and II and Sect. IV-C of the CMC paper.

``bugs``: programs with an error on which explicit values come to no end are falsified under a condition on paths
(Table I). ``cooperation``: explicit values stop because of a limit and hand on what they have verified; predicate
abstraction verifies the rest. Neither of them alone proves these programs, nor do both one after the other without the
condition (Sect. IV-C). ``repeated``: bounded model checking, explicit values for 10 s and predicate abstraction, alone
and one after the other (Table II), and the same with conditions handed on.

``drawn``: Tables II and III with the analyses of CPAchecker, and CBMC, as far as they are installed, on the tasks of
``--clones`` that ``partners.py`` draws (``--drawn``, ``--lines``). Their claims count as they say them.

The programs of the first two are ``examples/conditions``; those of the third these and ``examples/approaches``. Times
are CPU seconds of whole compositions, violations executed. ``--csv`` keeps a line per cell as soon as it is measured:
the same command goes on where it was stopped, and with ``--jobs 0`` it only shows what the file has. ``--smoke``: one
program of each table, a few seconds. Exits with 1 if a verdict is wrong, with 3 if a program of the first two tables is
not solved under its condition.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from cooperation import is_here
from corpora import own
from corpus.claims import drawn
from corpus.conventions import make_headers
from corpus.endings import ending
from corpus.measuring import Measure, Result
from corpus.records import Record, Records, record_of, verdict_of
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.actors import bmc, predicate, predicate_given, tool, value, value_given
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, Within, actors_in
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.compositions import conditional, confirmed, one_by_one
from coveriflow.flows.running.worker_modules import MODULES

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_MARKS = {Verdict.TRUE: "[green]true[/]", Verdict.FALSE: "[red]false[/]"}
_VALUE_SECONDS = 10.0
_START = 4.0  # seconds of CPU time that a JVM takes until it verifies
_WRITING = 1.4
"""Times as much for an analysis that writes a condition: so both search equally long, as tools share out their time."""
_ANY_LENGTH = 1 << 30
_PATIENCE = 50.0  # seconds of wall time for one of CPU time: others may use the machine, too

Flows = Mapping[str, Composition]


_DRAWN = "drawn"


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


def _drawn() -> Flows:
    short = Within(tool("cpachecker", "value"), Limits(cpu=_VALUE_SECONDS + _START))
    writing = Within(tool("cpachecker", "value-condition"), Limits(cpu=_WRITING * (_VALUE_SECONDS + _START)))
    ours = value(cpu=_VALUE_SECONDS, share=1 / 3)
    alone, given = tool("cpachecker", "predicate"), tool("cpachecker", "predicate-given")
    once, often = (tool("cbmc", bound=bound) for bound in (1, 10))
    return {
        "CBMC, k = 1": once,
        "CBMC, k = 10": often,
        "CPA value, 10 s": short,
        "CPA predicate": alone,
        "A: CPA value, predicate": conditional(short, alone),
        "B: CBMC, CPA value, predicate": conditional(once, short, alone),
        "A with conditions": conditional(writing, given),
        "B with conditions": conditional(once, writing, given),
        "value, CPA predicate": conditional(ours, alone),
        "value, condition, CPA predicate": conditional(ours, given),
    }


def _can_be_asked(flow: Composition) -> bool:
    """Whether its tools are here."""
    names = (dict(actor.parameters).get("name") for actor in actors_in(flow))
    return all(is_here(name) for name in names if isinstance(name, str))


@dataclass(frozen=True)
class _Line:
    """One program: what each column says. ``condition``: in words."""

    task: CorpusTask
    rows: Mapping[str, Record]
    condition: str = ""


@dataclass(frozen=True)
class _Subject:
    """One program, and what is to be measured of it. ``said``: the condition in words."""

    task: CorpusTask
    flows: Flows
    said: str = ""


def main() -> int:
    arguments = _arguments()
    subjects = {name: _subjects(name, arguments) for name in arguments.tables}
    with tempfile.TemporaryDirectory() as headers, Workers((*MODULES, "corpus.measuring")) as workers:
        make_headers(Path(headers))
        cells = _Cells(
            Measure(workers, headers, arguments.cpu, patience=_PATIENCE), Records(arguments.csv, Record), arguments.jobs
        )
        tables = {name: cells.lines(name, of_table, smoke=arguments.smoke) for name, of_table in subjects.items()}
    for name, lines in tables.items():
        _show(name, lines, _limit(name, arguments.cpu, smoke=arguments.smoke))
    return _exit_code(tables)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(_TABLES)} (all), drawn")
    parser.add_argument("--clones", nargs="+", type=Path, default=[], help="work trees of repositories, for 'drawn'")
    parser.add_argument("--drawn", type=int, default=40, metavar="N", help="so many of their tasks (40)")
    parser.add_argument("--lines", type=int, default=_ANY_LENGTH, help="those with fewer lines alone")
    parser.add_argument("--cpu", type=float, default=0.0, help="CPU seconds for each cell (60)")
    parser.add_argument("--jobs", type=int, default=1, help="cells at a time (1); 0: none, only show")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep a line per cell, and go on from there")
    parser.add_argument("--smoke", action="store_true", help="one program of each table, 8 s for each cell")
    given = parser.parse_args()
    unknown = set(given.tables) - {*_TABLES, _DRAWN}
    if unknown:
        parser.error(f"there is no table '{min(unknown)}'")
    if _DRAWN in given.tables and not given.clones:
        parser.error("of which --clones?")
    given.tables = given.tables or list(_TABLES)
    given.cpu = given.cpu or (8.0 if given.smoke else 60.0)
    return given


def _programs() -> dict[str, CorpusTask]:
    folders = (_EXAMPLES / "conditions", _EXAMPLES / "approaches")
    return {task.name: task for task in chain.from_iterable(map(own, folders))}


@dataclass
class _Cells:
    """Measures cells that are not known yet. A cell is known by its program, table, limit and flow."""

    measure: Measure
    records: Records[Record]
    jobs: int
    known: dict[tuple[str, str], Record] = field(init=False)

    def __post_init__(self) -> None:
        self.known = {(each.task, each.flow): each for each in self.records.known()}

    def lines(self, table: str, subjects: Sequence[_Subject], *, smoke: bool) -> list[_Line]:
        """Those programs all of whose cells are known in the end."""
        measure = replace(self.measure, cpu=_limit(table, self.measure.cpu, smoke=smoke))
        found = [self._line(f"{table}, {measure.cpu:g} s: ", subject, measure) for subject in subjects]
        return [line for line in found if line is not None]

    def _line(self, prefix: str, subject: _Subject, measure: Measure) -> _Line | None:
        missing = [name for name in subject.flows if (subject.task.name, prefix + name) not in self.known]
        if missing and not (self.jobs and self._measured(prefix, subject, missing, measure)):
            return None
        rows = {name: self.known[subject.task.name, prefix + name] for name in subject.flows}
        return _Line(subject.task, rows, subject.said)

    def _measured(self, prefix: str, subject: _Subject, names: Sequence[str], measure: Measure) -> bool:
        """Whether it can be built; our own programs can."""
        row, done = measure.built(subject.task)
        if done is None and prefix.startswith(_DRAWN):
            return False
        if done is None:
            raise SystemExit(f"{subject.task.name} cannot be built: {row.reason}")
        print(subject.task.name, file=sys.stderr)

        def cell(name: str) -> None:
            found = measure.verified(row, done, Flow(name, confirmed(subject.flows[name])))
            record = record_of(prefix + name, found)
            self.records.add([record])
            self.known[subject.task.name, prefix + name] = record

        with ThreadPoolExecutor(self.jobs) as threads:
            list(threads.map(cell, names))
        return True


def _limit(table: str, cpu: float, *, smoke: bool) -> float:
    """Table I is measured under three times the limit, as in the paper."""
    return 3 * cpu if table == "bugs" and not smoke else cpu


def _table_of_bugs(*, smoke: bool) -> list[_Subject]:
    programs = _programs()
    found = []
    for name, (said, under_condition) in list(_bugs().items())[: 1 if smoke else None]:
        plain = {} if smoke else {"value": value()}
        found.append(_Subject(programs[name], {**plain, "value, condition": under_condition}, said))
    return found


def _table_of_cooperation(*, smoke: bool) -> list[_Subject]:
    programs = _programs()
    found = []
    for name, states in list(_STATES.items())[: 1 if smoke else None]:
        flows = _cooperation(states)
        chosen = dict(list(flows.items())[-1:]) if smoke else flows
        found.append(_Subject(programs[name], chosen, f"States per Location: {states}"))
    return found


def _table_of_repeated(*, smoke: bool) -> list[_Subject]:
    found = {name: task for name, task in _programs().items() if not name.startswith("fold-")}
    programs = [found["split-collatz.c"]] if smoke else list(found.values())
    flows = {name: flow for name, flow in _repeated().items() if not smoke or name.startswith("A")}
    return [_Subject(task, flows) for task in programs]


def _subjects(name: str, arguments: argparse.Namespace) -> list[_Subject]:
    if name != _DRAWN:
        return _TABLES[name](smoke=arguments.smoke)
    flows = {name: flow for name, flow in _drawn().items() if not arguments.jobs or _can_be_asked(flow)}
    return [_Subject(task, flows) for task in drawn(arguments.clones, arguments.drawn, 1, arguments.lines)]


_TABLES = {"bugs": _table_of_bugs, "cooperation": _table_of_cooperation, "repeated": _table_of_repeated}


def _show(name: str, lines: Sequence[_Line], limit: float) -> None:
    columns = list(dict.fromkeys(column for line in lines for column in line.rows))
    has_condition = any(line.condition for line in lines)
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
            if row.is_wrong:
                print(f"{row.result}: {column}: {row.task}: {row.verdict or row.reason}, expected {row.expected}")


def _cell(row: Record) -> str:
    verdict = verdict_of(row)
    said = _MARKS.get(verdict, "-") if verdict is not None else "-"
    return f"{said} {row.seconds:.1f}"


def _total(lines: Sequence[_Line], column: str) -> str:
    rows = [line.rows[column] for line in lines]
    return f"{sum(map(_is_solved, rows))} of {len(rows)}, {sum(row.seconds for row in rows):.0f}"


def _is_solved(row: Record) -> bool:
    return Result(row.result) in (Result.RIGHT, Result.DECIDED)


def _exit_code(tables: Mapping[str, Sequence[_Line]]) -> int:
    rows = [row for lines in tables.values() for line in lines for row in line.rows.values()]
    wrong = any(row.is_wrong for row in rows)
    last = [list(line.rows.values())[-1] for name in ("bugs", "cooperation") for line in tables.get(name, ())]
    return ending(wrong=wrong, missed=not all(map(_is_solved, last)))


if __name__ == "__main__":
    sys.exit(main())
