"""What the default flow solves that none of its parts does: whether cooperation pays, on tasks of others.

``parts.py CLONE... --whole FILE --csv FILE`` takes the results of ``analyses.py CLONE... --drawn N --flows default``.
Each task that the default flow solves is given to the flow of the verifier that decided it, with the same limit of CPU
time; if that does not solve it, to the flows of its other verifiers, until one does. With ``--unsolved`` the tasks that
the default flow leaves open are given to all of them, too.

Shown is how many tasks the whole solves, how many of these its deciding verifier alone, or another one, or none; and
that last number as a share of all tasks that were asked about and that no part solves. ``--csv`` keeps a line per task
and flow: the same command goes on where it was stopped, and with ``--jobs 0`` it only shows what the file has.
``--smoke`` takes this repository's examples, for 3 s. Exits with 1 if a verdict is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from analyses import rows_by_flow
from corpora import own
from corpus.claims import drawn
from corpus.conventions import make_headers
from corpus.measuring import Measure
from corpus.records import Record, Records, record_of
from corpus.tasks import CorpusTask
from rich.console import Console

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.ready import ALONE
from coveriflow.flows.running.worker_modules import MODULES

_ANY_LENGTH = 1 << 30
_WHOLE, _TESTER = "default", "greybox"
_SMOKE = ("abspow.c", "halves-bug.c", "mid.c")
Known = dict[tuple[str, str], Record]
"""By task and flow."""


@dataclass(frozen=True)
class Subject:
    """A task, and what the whole says of it."""

    task: CorpusTask
    whole: Record

    def flows(self) -> list[str]:
        """Those of its parts, the one that decided first. The fuzzer can find violations only."""
        said = [turn.split()[0] for turn in self.whole.turns.split(", ") if turn.endswith((" true", " false"))]
        parts = [*([_TESTER] if self._is_violated else []), *ALONE]
        first = [name for name in said[:1] if name in ALONE or name == _TESTER]
        return [*first, *(name for name in parts if name not in first)]

    @property
    def _is_violated(self) -> bool:
        return self.task.expected is not None and self.task.expected.verdict is Verdict.FALSE


def main() -> int:
    arguments = _arguments()
    kept = Records(arguments.csv, Record)
    known: Known = {(each.task, each.flow): each for each in kept.known()}
    with (
        tempfile.TemporaryDirectory() as headers,
        Workers((*MODULES, "corpus.measuring")) as workers,
        ThreadPoolExecutor(max(1, arguments.jobs)) as threads,
    ):
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu, patience=arguments.patience)
        subjects = list(_subjects(arguments, measure))
        until = time.monotonic() + arguments.seconds

        def ask(subject: Subject) -> None:
            if time.monotonic() < until:
                kept.add(_asked(subject, known, measure))

        if arguments.jobs:
            list(threads.map(ask, subjects))
    _show(subjects, known)
    wrong = [each for each in known.values() if each.is_wrong]
    for each in wrong:
        print(f"{each.result}: {each.flow}: {each.task}: {each.verdict or each.reason}", file=sys.stderr)
    return 1 if wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories")
    parser.add_argument("--whole", type=Path, metavar="FILE", help="what the default flow says")
    parser.add_argument("--drawn", type=int, default=835, metavar="N", help="so many tasks, the folders in turn (835)")
    parser.add_argument("--unsolved", action="store_true", help="also what the default flow leaves open")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at a time; 0: none, only show")
    parser.add_argument("--patience", type=float, default=6.0, help="times as much wall time (6)")
    parser.add_argument("--cpu", type=float, help="CPU seconds per task and flow (30; smoke: 3)")
    parser.add_argument("--seconds", type=float, default=1e9, metavar="S", help="begin nothing after so many")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep a line per task and flow, and go on from there")
    parser.add_argument("--smoke", action="store_true", help="some examples of this repository, under a minute")
    given = parser.parse_args()
    if not given.smoke and not (given.clones and given.whole):
        parser.error("name a clone and the results of the default flow, or --smoke")
    given.cpu = given.cpu or (3.0 if given.smoke else 30.0)
    return given


def _subjects(arguments: argparse.Namespace, measure: Measure) -> Iterator[Subject]:
    if arguments.smoke:
        for task in (each for each in own() if each.name in _SMOKE):
            rows = rows_by_flow(measure, task, [_WHOLE])
            yield from (Subject(task, record_of(name, row)) for name, row in rows.items())
        return
    whole = {each.task: each for each in Records(arguments.whole, Record).known() if each.flow == _WHOLE}
    for task in drawn(arguments.clones, arguments.drawn, seed=1, lines=_ANY_LENGTH):
        said = whole.get(task.name)
        if said is not None and (said.is_right or arguments.unsolved):
            yield Subject(task, said)


def _asked(subject: Subject, known: Known, measure: Measure) -> list[Record]:
    """Its parts, until one solves it; those that were asked now."""
    found = []
    for name in subject.flows():
        key = subject.task.name, name
        if key not in known:
            for flow, row in rows_by_flow(measure, subject.task, [name]).items():
                known[key] = record_of(flow, row)
                found.append(known[key])
        if key not in known or known[key].is_right:
            break
    return found


# --- what is shown --------------------------------------------------------------------------------------------------


def _show(subjects: Sequence[Subject], known: Mapping[tuple[str, str], Record]) -> None:
    done = {each: _solver(each, known) for each in subjects}
    asked = {each: by for each, by in done.items() if by is not None}
    solved = [each for each in asked if each.whole.is_right]
    first = sum(asked[each] == each.flows()[0] for each in solved)
    none = [each for each in solved if not asked[each]]
    console = Console(width=None if sys.stdout.isatty() else 150, highlight=False)
    console.print(f"{len(asked)} tasks of {len(subjects)} are asked about; the whole solves {len(solved)}.")
    console.print(
        f"Of these, its deciding verifier alone solves {first}, another one {len(solved) - first - len(none)}."
    )
    console.print(f"None of its parts solves {len(none)}: {', '.join(sorted(each.task.name for each in none)) or '-'}")
    others = [each for each in asked if not each.whole.is_right]
    by_parts = sorted(f"{each.task.name} ({asked[each]})" for each in others if asked[each])
    console.print(f"The whole leaves {len(others)} open; a part solves {len(by_parts)}: {', '.join(by_parts) or '-'}")
    hard = len(none) + len(others) - len(by_parts)
    if hard:
        console.print(f"No part solves {hard}; the whole solves {100 * len(none) / hard:.0f} % of these.")


def _solver(subject: Subject, known: Mapping[tuple[str, str], Record]) -> str | None:
    """The part that solves it, or ``""``; ``None`` if that is not known yet."""
    for name in subject.flows():
        record = known.get((subject.task.name, name))
        if record is None:
            return None
        if record.is_right:
            return name
    return ""


if __name__ == "__main__":
    sys.exit(main())
