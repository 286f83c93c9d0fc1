"""Ranged analyses against the analyses that they are made of (ranged analysis, Sect. 6, in kind).

``ranged.py`` takes the programs of ``paths/deep``, with bugs that lie deep and long proofs, and the examples of this
repository; ``ranged.py CLONE...`` those of ``analyses.py`` about loops, or, with ``--drawn`` and ``--lines``, those
that ``partners.py`` draws. On each it runs, one after the other and under
the same limit of CPU time for the whole of a flow: symbolic execution alone, and Ra-2Se with the splitters Lb3, Lb10,
Rdm, Rdm9, and dynamic splitting; Ra-3Se; bounded model checking alone, and Ra-2bmc; predicate abstraction alone, and
Ra-Se-Pred. ``--flows`` chooses among these and, where they are installed, CBMC and CPAchecker's symbolic execution and
bounded model checking: alone, and in ranges by programs that have the paths of one range.

Prints how many tasks each solves; how many that none of its parts solves alone, and how many not that one of them does;
what is wrong; for how many tasks there was more than one range. Of those that the flow and its first part solve: the
medians of the factors of CPU time and of elapsed time, also by how long the first part takes (Figs. 6 and 7).
``--svg`` draws these, and Fig. 5 (needs matplotlib: ``pip install coveriflow[benchmarks]``). ``--csv`` keeps what was
measured: the same command goes on where it was stopped, and with ``--show`` it only shows what the file has.
``--smoke`` takes three examples, and three flows. Exits with 1 if a verdict is wrong, or if two flows contradict each
other.
"""

from __future__ import annotations

import argparse
import fnmatch
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from analyses import LOOPS
from corpora import own, tasks
from corpus import range_plots
from corpus.claims import drawn
from corpus.conventions import make_headers
from corpus.measuring import Measure, Result
from corpus.records import Records
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.actors import bmc, predicate, split_balanced, split_loops, split_random, symbolic, tool
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, Splitting
from coveriflow.artifacts.path_ranges import Ranges
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.compositions import behind_range_reducer, confirmed, ranged
from coveriflow.flows.running.worker_modules import MODULES

_ANY_LENGTH = 1 << 30
_SMOKE = ("mid.c", "halves-bug.c", "abspow.c")
_DEEP = Path(__file__).with_name("paths") / "deep"
_SE, _BMC, _PRED = confirmed(symbolic()), confirmed(bmc()), confirmed(predicate())


@dataclass(frozen=True)
class Entry:
    """A flow to be measured; ``parts``: the names of those that it is made of, the first one to be compared with."""

    composition: Composition
    parts: tuple[str, ...] = ()


ENTRIES: Mapping[str, Entry] = {
    "SymbExec": Entry(_SE),
    "Ra-2Se-Lb3": Entry(ranged(split_loops(), _SE, _SE), ("SymbExec",)),
    "Ra-2Se-Lb10": Entry(ranged(split_loops(bounds="10"), _SE, _SE), ("SymbExec",)),
    "Ra-2Se-Rdm": Entry(ranged(split_random(), _SE, _SE), ("SymbExec",)),
    "Ra-2Se-Rdm9": Entry(ranged(split_random(probability=0.9), _SE, _SE), ("SymbExec",)),
    "Ra-3Se-Lb": Entry(ranged(split_loops(bounds="3,10"), _SE, _SE, _SE), ("SymbExec",)),
    "Ra-2Se-dynamic": Entry(ranged(split_balanced(probes=16), _SE, _SE, splitting=Splitting.DYNAMIC), ("SymbExec",)),
    "Ra-3Se-Rdm9": Entry(ranged(split_random(number=2, probability=0.9), _SE, _SE, _SE), ("SymbExec",)),
    "Bmc": Entry(_BMC),
    "Ra-2bmc-Lb3": Entry(ranged(split_loops(), _BMC, _BMC), ("Bmc",)),
    "Ra-2bmc-Rdm9": Entry(ranged(split_random(probability=0.9), _BMC, _BMC), ("Bmc",)),
    "Pred": Entry(_PRED),
    "Ra-Se-Pred-Lb3": Entry(ranged(split_loops(), _SE, _PRED), ("Pred", "SymbExec")),
}
_CBMC = behind_range_reducer(tool("cbmc"))
WITH_CBMC: Mapping[str, Entry] = {
    "CBMC": Entry(tool("cbmc")),
    "Ra-2cbmc": Entry(
        ranged(split_loops(), behind_range_reducer(tool("cbmc")), behind_range_reducer(tool("cbmc"))), ("CBMC",)
    ),
    "Ra-Se-CBMC": Entry(ranged(split_loops(), _SE, behind_range_reducer(tool("cbmc"))), ("CBMC", "SymbExec")),
}
_CPA_SE, _CPA_BMC = (behind_range_reducer(tool("cpachecker", name)) for name in ("symbolic", "bmc"))
WITH_CPACHECKER: Mapping[str, Entry] = {
    "CPA-SymbExec": Entry(tool("cpachecker", "symbolic")),
    "Ra-2Se-CPA-Lb3": Entry(ranged(split_loops(), _CPA_SE, _CPA_SE), ("CPA-SymbExec",)),
    "Ra-2Se-CPA-Rdm9": Entry(ranged(split_random(probability=0.9), _CPA_SE, _CPA_SE), ("CPA-SymbExec",)),
    "CPA-Bmc": Entry(tool("cpachecker", "bmc")),
    "Ra-2bmc-CPA-Lb3": Entry(ranged(split_loops(), _CPA_BMC, _CPA_BMC), ("CPA-Bmc",)),
    "Ra-Se-Bmc-CPA-Lb3": Entry(ranged(split_loops(), _CPA_SE, _CPA_BMC), ("CPA-SymbExec", "CPA-Bmc")),
}
"""Its analyses, which know nothing of ranges."""
ALL = {**ENTRIES, **WITH_CBMC, **WITH_CPACHECKER}


@dataclass(frozen=True)
class Measured:
    """One flow on one task; ``result`` as ``corpus.measuring.Result``; seconds; ``ranges``: how many there were."""

    task: str
    flow: str
    verdict: str
    result: str
    cpu: float
    wall: float
    ranges: int

    @property
    def is_solved(self) -> bool:
        """With a verdict that is not wrong."""
        return Result(self.result) in (Result.RIGHT, Result.DECIDED, Result.SUSPECT, Result.ASSUMED)

    @property
    def is_wrong(self) -> bool:
        """A wrong verdict, or a crash."""
        return Result(self.result) in (Result.WRONG, Result.CRASH)


Solved = Mapping[str, Mapping[str, Measured]]
"""By task, by flow."""


def main() -> int:
    arguments = _arguments()
    kept = Records(arguments.csv, Measured)
    found = kept.known()
    if not arguments.show:
        _measure(arguments, found, kept)
    solved = {
        task: {each.flow: each for each in found if each.task == task} for task in {each.task: None for each in found}
    }
    _show(solved, arguments)
    pairs = {name: list(_pairs(name, solved)) for name in arguments.flows if ALL[name].parts}
    _show_buckets(pairs)
    if arguments.svg:
        range_plots.draw(arguments.svg, pairs)
    return _exit_code(solved)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories of analyses.py")
    parser.add_argument("--flows", nargs="+", choices=ALL, default=list(ENTRIES))
    parser.add_argument("--only", metavar="GLOB", help="tasks whose folder and name match")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one task in N: a sample")
    parser.add_argument("--drawn", type=int, metavar="N", help="N tasks of all folders of the clones")
    parser.add_argument("--lines", type=int, default=_ANY_LENGTH, help="of those with fewer lines")
    parser.add_argument("--cpu", type=float, default=30.0, help="CPU seconds per task and flow (default: 30)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep what was measured, and go on from there")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw Figs. 5, 6 and 7")
    parser.add_argument("--seconds", type=float, default=1e6, help="begin nothing after so many")
    parser.add_argument("--show", action="store_true", help="measure nothing")
    parser.add_argument("--smoke", action="store_true", help="three examples, three flows, under a minute")
    given = parser.parse_args()
    if given.smoke:
        given.clones, given.cpu, given.flows = [], 4.0, ["SymbExec", "Ra-2Se-Lb3", "Ra-2Se-Rdm"]
    return given


def _chosen(task: CorpusTask, arguments: argparse.Namespace) -> bool:
    if arguments.smoke:
        return task.name in _SMOKE
    patterns = [arguments.only] if arguments.only else LOOPS if arguments.clones else ["*"]
    return any(fnmatch.fnmatch(f"{task.folder} {task.name}", pattern) for pattern in patterns)


def _tasks(arguments: argparse.Namespace) -> Iterator[CorpusTask]:
    if arguments.drawn:
        yield from drawn(arguments.clones, arguments.drawn, seed=1, lines=arguments.lines)
        return
    ours = [*own(_DEEP), *own()]
    found = [each for clone in arguments.clones for each in tasks(clone)] if arguments.clones else ours
    taken = [each for each in found if isinstance(each, CorpusTask) and _chosen(each, arguments)]
    yield from taken[:: arguments.every]


def _measure(arguments: argparse.Namespace, found: list[Measured], kept: Records[Measured]) -> None:
    began, known = time.monotonic(), {(each.task, each.flow) for each in found}
    with tempfile.TemporaryDirectory() as headers, Workers((*MODULES, "corpus.measuring")) as workers:
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu)
        for task in _tasks(arguments):
            name = f"{task.folder} {task.name}"
            flows = [flow for flow in arguments.flows if (name, flow) not in known]
            if not flows or time.monotonic() - began > arguments.seconds:
                continue
            print(name, file=sys.stderr)
            for each in _rows(measure, task, name, flows):
                found.append(each)
                kept.add([each])


def _rows(measure: Measure, task: CorpusTask, name: str, flows: Sequence[str]) -> Iterator[Measured]:
    row, done = measure.built(task)
    for flow in flows:
        begun, seen, verified = time.monotonic(), list[object](), row
        if done is not None:
            verified = measure.verified(row, done, Flow(flow, ALL[flow].composition), seen.extend)
        ranges = max((len(each.parts) for each in seen if isinstance(each, Ranges)), default=1)
        said = verified.verdict.value if verified.verdict else ""
        yield Measured(name, flow, said, verified.result.value, verified.seconds, time.monotonic() - begun, ranges)


# --- tables -----------------------------------------------------------------------------------------------------------


def _show(solved: Solved, arguments: argparse.Namespace) -> None:
    title = f"{len(solved)} programs, {arguments.cpu:g} s of CPU time for each flow"
    columns = ("solved", "true", "false", "additional", "missed", "wrong", "parted", "CPU factor", "wall factor")
    table = Table("flow", *columns, title=title)
    for name in arguments.flows:
        table.add_row(name, *_cells(name, solved))
    Console(width=140).print(table)
    for each in (one for rows in solved.values() for one in rows.values() if one.is_wrong):
        print(f"{each.result}: {each.flow}: {each.task}: {each.verdict}")


def _show_buckets(pairs: range_plots.Pairs) -> None:
    numbers = range(len(range_plots.BUCKETS))
    names = [range_plots.bucket_name(number) for number in numbers]
    table = Table("flow", *names, title="tasks, median factors of CPU time and of elapsed time, by CPU time alone")
    for flow, each in pairs.items():
        found = (range_plots.factors(each, number) for number in numbers)
        table.add_row(flow, *(f"{got[0]}: {got[1]:.2f}, {got[2]:.2f}" if got else "" for got in found))
    Console(width=140).print(table)


def _pairs(name: str, solved: Solved) -> Iterator[range_plots.Pair]:
    """Of the tasks that the flow and its first part solve, in more than one range."""
    first = ALL[name].parts[0]
    for rows in solved.values():
        one, other = rows.get(name), rows.get(first)
        if one is not None and other is not None and one.is_solved and other.is_solved and one.ranges > 1:
            yield range_plots.Pair(other.cpu, one.cpu, other.wall, one.wall)


def _cells(name: str, solved: Solved) -> Iterator[str]:
    rows = [each for each in solved.values() if name in each]
    mine = [each for each in rows if each[name].is_solved]
    parts = ALL[name].parts
    yield str(len(mine))
    for verdict in (Verdict.TRUE, Verdict.FALSE):
        yield str(sum(each[name].verdict == verdict.value for each in mine))
    alone = [each for each in rows if any(part in each and each[part].is_solved for part in parts)]
    yield str(sum(each not in alone for each in mine)) if parts else ""
    yield str(sum(each not in mine for each in alone)) if parts else ""
    yield str(sum(each[name].is_wrong for each in rows))
    yield str(sum(each[name].ranges > 1 for each in rows)) if parts else ""
    pairs = list(_pairs(name, solved)) if parts else []
    for one, other in (("cpu_ranged", "cpu"), ("wall_ranged", "wall")):
        found = [getattr(pair, one) / max(getattr(pair, other), 0.01) for pair in pairs]
        yield f"{statistics.median(found):.2f}" if found else ""


def _exit_code(solved: Solved) -> int:
    wrong = any(one.is_wrong for rows in solved.values() for one in rows.values())
    verdicts = [{one.verdict for one in rows.values()} for rows in solved.values()]
    return int(wrong or any({Verdict.TRUE.value, Verdict.FALSE.value} <= each for each in verdicts))


if __name__ == "__main__":
    sys.exit(main())
