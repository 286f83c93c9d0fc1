"""How large residual programs are by each reducer: Fig. 6 of the fold paper, in kind, and what monitor saves.

Locations of the residual program as multiples of the original's, over the programs of ``examples``, those of
``corpora.py CLONE...`` whose folder and name match ``--only``, and the conditions that several analyses leave: least,
quartiles and largest. Then SEP beside monitor, where an analysis unrolls a loop more and more often. Conditions are
taken as they are written. ``--csv`` keeps a line per program and analysis: the same command goes on where it was
stopped, and with ``--show`` it only shows what the file has. ``--svg`` draws both (needs matplotlib: ``pip install
coveriflow[benchmarks]``). ``--smoke``: some examples, in a minute. Exits with 1 if a folded program is larger than
SEP's, or monitor's than SEP's of a loop unrolled three times or more.
"""

from __future__ import annotations

import argparse
import csv
import fnmatch
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from corpora import own, tasks
from corpus.conventions import make_headers
from corpus.measuring import Built, built
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.actors.work.load import automaton_of
from coveriflow.analysis.explicit.verifier import ExplicitValueAnalysis, Strategy
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker, UnwindingLimits
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition, resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.reducers.catalogue import NAMES, reducer

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_SECONDS = 3.0
_FOLDS = tuple(name for name in NAMES if name not in ("identity", "monitor"))
_HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
_Sizes = Mapping[str, int]


def main() -> int:
    arguments = _arguments()
    console = Console(width=150)
    sizes = dict(_sizes(arguments))
    growth = _growth((1, 2, 4) if arguments.smoke else (1, 2, 4, 6, 8, 9))
    _show_sizes(console, list(sizes.values()))
    _show_growth(console, growth)
    if arguments.svg:
        _draw(arguments.svg, list(sizes.values()), growth)
    bad = [*_larger(sizes), *(f"monitor: {n} iterations" for n, of in growth.items() if _is_worse(n, of))]
    for each in bad:
        console.print(f"larger than SEP: {each}", style="bold red")
    return 1 if bad else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of public repositories")
    parser.add_argument("--only", nargs="+", metavar="GLOB", default=["*"], help="tasks whose folder and name match")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one task of the clones in N: a sample")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep what was measured, and go on from there")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the boxes, and the growth")
    parser.add_argument("--show", action="store_true", help="measure nothing")
    parser.add_argument("--smoke", action="store_true", help="some examples, in a minute")
    return parser.parse_args()


# --- conditions and sizes ---------------------------------------------------------------------------------------------


def _explicit(cfa: Cfa, states: int | None = None, loop_bound: int | None = None) -> Findings:
    limits = SoftLimits(cpu=_SECONDS, states=states)
    return ExplicitValueAnalysis(cfa, limits, PathLimits(loop_bound=loop_bound), Strategy(), None).run()


def _bounded(cfa: Cfa, bound: int) -> Findings:
    limits = UnwindingLimits(first=bound, last=bound)
    return BoundedModelChecker(cfa, SoftLimits(cpu=_SECONDS), limits, None).run()


_ANALYSES: dict[str, Callable[[Cfa], Findings]] = {
    "value, loop bound 1": lambda cfa: _explicit(cfa, states=2_000, loop_bound=1),
    "value, 40 states": lambda cfa: _explicit(cfa, states=40),
    "value, loop bound 6": lambda cfa: _explicit(cfa, states=2_000, loop_bound=6),
    "value, 400 states": lambda cfa: _explicit(cfa, states=400),
    "bmc, bound 3": lambda cfa: _bounded(cfa, 3),
}


def _condition(cfa: Cfa, findings: Findings) -> ResolvedCondition:
    found = findings.automaton
    condition = Condition(found.initial, found.accepting, found.transitions, "0" * 64, data_model=cfa.data_model)
    return resolved(condition, cfa)


def _sizes(arguments: argparse.Namespace) -> Iterator[tuple[str, _Sizes]]:
    """By program and analysis, where the analysis leaves something."""
    known = _known(arguments.csv)
    with tempfile.TemporaryDirectory() as headers:
        make_headers(Path(headers))
        for task in _tasks(arguments):
            names = [f"{task.folder} {task.name}, {each}" for each in list(_ANALYSES)[: 2 if arguments.smoke else None]]
            if arguments.show:
                names = [name for name in names if name in known]
            done = None if all(name in known for name in names) else _built(task, headers)
            for name in names:
                if name not in known:
                    known[name] = {} if done is None else _left(done, name.rpartition(f"{task.name}, ")[2])
                    _keep(arguments.csv, name, known[name])
                if known[name]:
                    yield name, known[name]


def _tasks(arguments: argparse.Namespace) -> Iterator[CorpusTask]:
    folders = [_EXAMPLES, *sorted(each for each in _EXAMPLES.iterdir() if each.is_dir())]
    yield from [task for folder in folders for task in own(folder)][:: 8 if arguments.smoke else 1]
    found = [task for clone in arguments.clones for task in tasks(clone) if isinstance(task, CorpusTask)]
    named = [t for t in found if any(fnmatch.fnmatch(f"{t.folder.split()[0]} {t.name}", g) for g in arguments.only)]
    yield from named[:: arguments.every]


def _built(task: CorpusTask, headers: str) -> Cfa | None:
    done: Built = built(task, headers)
    try:
        return None if done.task is None else automaton_of(done.task)
    except (InputError, NotSupported):
        return None


def _left(cfa: Cfa, analysis: str) -> _Sizes:
    """Sizes of what the analysis leaves, with that of the program; empty if it leaves nothing, or it is too large."""
    try:
        findings = _ANALYSES[analysis](cfa)
    except NotSupported:
        return {}
    sizes = {} if findings.verdict.decisive else _measured(cfa, _condition(cfa, findings))
    return sizes if set(sizes) == set(NAMES) else {}


def _measured(cfa: Cfa, condition: ResolvedCondition) -> dict[str, int]:
    found = {}
    for name in NAMES:
        try:
            found[name] = len(reducer(name)(cfa, condition).cfa.locations)
        except NotSupported:
            continue
    return found


def _known(path: Path | None) -> dict[str, _Sizes]:
    if path is None or not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file))
    return {line[0]: dict(zip(NAMES, map(int, line[1:]), strict=True)) if len(line) > 1 else {} for line in lines}


def _keep(path: Path | None, name: str, sizes: _Sizes) -> None:
    if path is not None:
        with path.open("a", newline="", encoding="utf-8") as file:
            csv.writer(file).writerow([name, *(sizes[each] for each in NAMES if each in sizes)])


# --- growth ---------------------------------------------------------------------------------------------------------

_LOOP = """
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int()) s += 1; else s += 2;
    if (s < 0) reach_error();
  }
  return 0;
}
"""


def _growth(bounds: Sequence[int]) -> dict[int, _Sizes]:
    """By iterations unrolled."""
    cfa = program_cfa([("loop.c", _HEAD + _LOOP)], DataModel.LP64)
    return {bound: _measured(cfa, _condition(cfa, _explicit(cfa, loop_bound=bound))) for bound in bounds}


# --- what is shown ----------------------------------------------------------------------------------------------------


def _increases(sizes: Sequence[_Sizes], name: str) -> list[float]:
    return [each[name] / each["identity"] for each in sizes]


def _show_sizes(console: Console, sizes: Sequence[_Sizes]) -> None:
    columns = ("least", "quarter", "median", "three quarters", "largest")
    table = Table("reducer", *columns, title=f"size increase, {len(sizes)} conditions")
    for name in NAMES:
        found = _increases(sizes, name)
        quartiles = statistics.quantiles(found, n=4, method="inclusive")
        table.add_row(name, *(f"{each:.2f}" for each in (min(found), *quartiles, max(found))))
    console.print(table)
    distinct = statistics.mean(len({each[name] for name in _FOLDS}) for each in sizes)
    console.print(f"different sizes by the seven fold-reducers: {distinct:.1f} on average")


def _show_growth(console: Console, growth: Mapping[int, _Sizes]) -> None:
    table = Table("iterations unrolled", *NAMES, title="locations of the residual program")
    for bound, sizes in growth.items():
        table.add_row(str(bound), *(str(sizes[name]) for name in NAMES))
    console.print(table)


def _larger(sizes: Mapping[str, _Sizes]) -> Iterator[str]:
    yield from (name for name, of in sizes.items() if any(of[each] > of["sep"] for each in _FOLDS))


def _is_worse(bound: int, sizes: _Sizes) -> bool:
    return bound > 2 and sizes["monitor"] > sizes["sep"]


def _draw(path: Path, sizes: Sequence[_Sizes], growth: Mapping[int, _Sizes]) -> None:
    """Boxes from quarter to three quarters with the median, whiskers from least to largest; and two curves."""
    import matplotlib.pyplot as plt

    figure, (boxes, curves) = plt.subplots(1, 2, figsize=(10, 4.5), width_ratios=(3, 2), layout="constrained")
    names = [*_FOLDS, "monitor"]
    boxes.boxplot([_increases(sizes, name) for name in names], whis=(0, 100), tick_labels=[n.upper() for n in names])
    boxes.set(yscale="log", ylabel="locations: residual / original", title=f"{len(sizes)} conditions")
    boxes.axhline(1, linewidth=0.5, color="grey")
    for name in ("sep", "nlh", "lhb", "monitor", "cfa"):
        curves.plot(list(growth), [of[name] for of in growth.values()], marker="o", label=name.upper())
    curves.set(yscale="log", xlabel="iterations unrolled", ylabel="locations", title="a loop with a branch")
    curves.legend()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


if __name__ == "__main__":
    sys.exit(main())
