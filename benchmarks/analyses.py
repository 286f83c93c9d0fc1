"""What each analysis solves alone, and what they solve together, on programs with loops.

``analyses.py CLONE...`` takes the tasks of ``corpora.py`` in the folders about loops, and runs every ready flow of one
verifier on each of them, under the same limit of CPU time. Prints for each flow how many tasks it solves (true and
false; right, or without an expectation), how many only it solves, what is wrong, and the CPU time; then the union, as
if the right flow were known for each task. ``--csv`` keeps a line per task and flow as soon as it is measured: the same
command goes on where it was stopped, and with ``--jobs 0`` it only shows what the file has. ``--svg`` draws a quantile
plot: for each number of solved tasks, the CPU time within which each of them is solved. ``--smoke`` takes this
repository's examples. ``--only '*' --expected`` takes all tasks with an expected verdict; ``--unsolved-by default``
runs flows where the default did not do. ``--drawn N`` takes N tasks with a firm verdict, of one file, the folders in
turn. ``--partners`` measures what external tools claim, as they say it: all that they claim counts as solved if it is
right, and their wrong claims are listed. Exits with 1 if a verdict of ours is wrong, or if two contradict each other.
"""

from __future__ import annotations

import argparse
import fnmatch
import itertools
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from corpora import own, tasks
from corpus.claims import PARTNERS, Claimed, claimed, drawn, plain
from corpus.conventions import make_headers
from corpus.measuring import Built, Measure, Result, Row, judged
from corpus.records import Record, Records, record_of, verdict_of
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.ready import ALONE, READY
from coveriflow.flows.running.worker_modules import MODULES

LOOPS = (
    "esbmc k-induction*",
    "cpachecker loops/*",
    "cpachecker induction/*",
    "cpachecker nested/*",
    "cpachecker policyiteration/*",
    "cpachecker formulaslicing/*",
    "cpachecker slicingabstractions/*",
    "cpachecker simple/*loop*",
)
_ANY_LENGTH = 1 << 30
_Records = Mapping[str, Record]


def main() -> int:
    arguments = _arguments()
    solved = _measured(_hard(_taken(arguments), arguments), arguments)
    _show(solved, arguments.names)
    if arguments.svg:
        _draw(arguments.svg, solved, arguments.names)
    return _exit_code(solved)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    alone = list(ALONE)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories")
    parser.add_argument("--flows", nargs="*", choices=list(READY), default=alone, help=f"default: {' '.join(alone)}")
    parser.add_argument("--only", nargs="+", metavar="GLOB", default=LOOPS, help="tasks whose folder and name match")
    parser.add_argument("--expected", action="store_true", help="only tasks with an expected verdict")
    parser.add_argument("--unsolved-by", metavar="FLOW", help="only tasks that FLOW does not solve, as --csv has it")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one task in N: a sample")
    parser.add_argument("--drawn", type=int, metavar="N", help="N tasks of all folders, whatever --only is")
    parser.add_argument("--partners", nargs="*", choices=list(PARTNERS), default=[], help="what these claim")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at a time; 0: none, only show")
    parser.add_argument("--patience", type=float, default=4.0, help="times as much wall time (default: 4)")
    parser.add_argument("--cpu", type=float, help="CPU seconds per task and flow (default: 30; smoke: 1)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep a line per task and flow, and go on from there")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the quantile plot (needs matplotlib)")
    parser.add_argument("--smoke", action="store_true", help="the examples of this repository, under a minute")
    given = parser.parse_args()
    if not given.smoke and not given.clones:
        parser.error("name a clone, or --smoke")
    given.cpu = given.cpu or (1.0 if given.smoke else 30.0)
    given.names = [*given.flows, *map(_claims, given.partners)]
    return given


def _claims(partner: str) -> str:
    """How what a partner claims is called in tables."""
    return f"{partner} itself"


def _taken(arguments: argparse.Namespace) -> Sequence[CorpusTask]:
    if arguments.smoke:
        return list(own())
    if arguments.drawn:
        return drawn(arguments.clones, arguments.drawn, seed=1, lines=_ANY_LENGTH)
    found = [each for clone in arguments.clones for each in tasks(clone)]
    return [t for t in found if isinstance(t, CorpusTask) and _chosen(t, arguments)][:: arguments.every]


def _chosen(task: CorpusTask, arguments: argparse.Namespace) -> bool:
    """``folder`` is the corpus and the first part of ``name``."""
    if arguments.expected and task.expected is None:
        return False
    return any(fnmatch.fnmatch(f"{task.folder.split()[0]} {task.name}", pattern) for pattern in arguments.only)


def _hard(taken: Sequence[CorpusTask], arguments: argparse.Namespace) -> Sequence[CorpusTask]:
    """Those that a flow was run on and did not solve; all, if none is named."""
    if not arguments.unsolved_by:
        return taken
    unsolved = {
        (each.folder, each.task)
        for each in Records(arguments.csv, Record).known()
        if each.flow == arguments.unsolved_by and not each.is_solved
    }
    return [task for task in taken if (task.folder, task.name) in unsolved]


def _measured(taken: Sequence[CorpusTask], arguments: argparse.Namespace) -> list[_Records]:
    """For each task that can be built: the record of each flow."""
    kept = Records(arguments.csv, Record)
    known: dict[tuple[str, str], dict[str, Record]] = {}
    for each in kept.known():
        known.setdefault((each.folder, each.task), {})[each.flow] = each
    left = [task for task in taken if not set(arguments.names) <= known.get((task.folder, task.name), {}).keys()]
    if left and arguments.jobs:
        for records in _run(left, known, kept, arguments):
            for each in records:
                known.setdefault((each.folder, each.task), {})[each.flow] = each
    names = arguments.names
    found = [known.get((task.folder, task.name), {}) for task in taken]
    return [{name: by_flow[name] for name in names} for by_flow in found if set(names) <= by_flow.keys()]


def _run(
    left: Sequence[CorpusTask],
    known: Mapping[tuple[str, str], _Records],
    kept: Records[Record],
    arguments: argparse.Namespace,
) -> Iterator[list[Record]]:
    with (
        tempfile.TemporaryDirectory() as headers,
        Workers((*MODULES, "corpus.measuring", "corpus.claims")) as workers,
        ThreadPoolExecutor(arguments.jobs) as threads,
    ):
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu, patience=arguments.patience)

        def records(task: CorpusTask) -> list[Record]:
            there = known.get((task.folder, task.name), {})
            missing = [name for name in arguments.flows if name not in there]
            asked = [name for name in arguments.partners if _claims(name) not in there]
            rows = {**rows_by_flow(measure, task, missing), **claims_by_partner(measure, task, asked)}
            found = [record_of(name, row) for name, row in rows.items()]
            kept.add(found)
            return found

        for number, found in zip(itertools.count(1), threads.map(records, left)):
            if number % 20 == 0:
                print(f"{number} of {len(left)}", file=sys.stderr)
            yield found


def rows_by_flow(measure: Measure, task: CorpusTask, flows: Sequence[str]) -> Mapping[str, Row]:
    """The row of each flow, if the task can be built."""
    if not flows:
        return {}
    row, done = measure.built(task)
    return {} if done is None else {name: measure.verified(row, done, READY[name]()) for name in flows}


def claims_by_partner(measure: Measure, task: CorpusTask, partners: Sequence[str]) -> Mapping[str, Row]:
    """The row of each partner, by its name in tables, if the task can be built."""
    if not partners:
        return {}
    row, done = measure.built(task)
    if done is None or done.task is None:
        return {}
    text = measure.workers.submit(plain, done.task, limits=measure.limits).result().value
    if text is None:
        return {}
    said = {name: measure.workers.submit(claimed, text, PARTNERS[name], measure.cpu).result() for name in partners}
    return {_claims(name): _row_of_claim(row, done, outcome.value) for name, outcome in said.items()}


def _row_of_claim(row: Row, done: Built, said: Claimed | None) -> Row:
    if said is None:
        return replace(row, result=Result.UNKNOWN, reason="asking failed")
    result = judged(row.task, said.verdict, done.undefined)
    return replace(row, result=result, verdict=said.verdict, seconds=said.seconds, reason=said.reason)


def _show(solved: Sequence[_Records], flows: Sequence[str]) -> None:
    columns = ("true", "false", "unknown", "right", "only this one", "wrong", "CPU s", "CPU s of the solved")
    table = Table("analysis", *columns, title=f"{len(solved)} tasks")
    for name in flows:
        only = sum(by[name].is_solved and sum(each.is_solved for each in by.values()) == 1 for by in solved)
        table.add_row(name, *_counts([by_flow[name] for by_flow in solved], str(only)))
    table.add_section()
    table.add_row("their union", *_counts([_best(by_flow) for by_flow in solved], ""), style="bold")
    Console(width=120).print(table)
    for by_flow in solved:
        for each in by_flow.values():
            if each.is_wrong:
                said = each.verdict or each.reason
                print(f"{each.result}: {each.flow}: {each.task}: {said}, expected {each.expected}")
        if _contradicts(by_flow):
            verdicts = {name: each.verdict for name, each in by_flow.items()}
            print(f"contradiction: {next(iter(by_flow.values())).task}: {verdicts}")


def _counts(records: Sequence[Record], only: str) -> list[str]:
    decided = [each for each in records if each.is_solved]
    true = sum(verdict_of(each) is Verdict.TRUE for each in decided)
    wrong = sum(each.is_wrong for each in records)
    right = sum(Result(each.result) is Result.RIGHT for each in records)
    numbers = [true, len(decided) - true, len(records) - len(decided) - wrong, right]
    seconds = [sum(each.seconds for each in records), sum(each.seconds for each in decided)]
    return [*map(str, numbers), only, str(wrong), *(f"{s:.0f}" for s in seconds)]


def _best(by_flow: _Records) -> Record:
    """The record of the fastest flow that solves the task; else that of the first."""
    records = list(by_flow.values())
    return min((each for each in records if each.is_solved), key=lambda each: each.seconds, default=records[0])


def _contradicts(by_flow: _Records) -> bool:
    return len({each.verdict for each in by_flow.values() if each.is_solved}) > 1


def _exit_code(solved: Sequence[_Records]) -> int:
    wrong = any(each.is_wrong for by_flow in solved for name, each in by_flow.items() if name in READY)
    return int(wrong or any(map(_contradicts, solved)))


def _draw(path: Path, solved: Sequence[_Records], flows: Sequence[str]) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 5))
    curves = {name: [by_flow[name] for by_flow in solved] for name in flows}
    if len(curves) > 1:
        curves["their union"] = [_best(by_flow) for by_flow in solved]
    for name, records in curves.items():
        times = sorted(each.seconds for each in records if each.is_solved)
        axes.step(range(1, len(times) + 1), times, where="pre", label=f"{name} ({len(times)})")
    axes.set(yscale="log", xlabel="tasks solved", ylabel="CPU time of the slowest of them (s)")
    axes.legend()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


if __name__ == "__main__":
    sys.exit(main())
