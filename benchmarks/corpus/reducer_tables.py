"""What is printed of configurations with reducers: solved tasks for each, and which reducers are needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from corpus.configurations import FOLD_REDUCERS, Configuration, Times
from corpus.measuring import CLAIMED
from corpus.records import Record

OfTask = dict[Configuration, Record]
Results = Mapping[str, OfTask]
"""By task: what was measured of it. It ends where measuring was stopped."""

_Solved = Mapping[str, bool]
"""By task whether its verdict has evidence, and is not only claimed."""


@dataclass(frozen=True)
class Asked:
    """Of which verifiers and reducers there are results, under which limits."""

    firsts: Sequence[str]
    seconds: Sequence[str]
    reducers: Sequence[str]
    times: Times


def show(console: Console, results: Results, asked: Asked) -> int:
    """Print all; 1 if a verdict is wrong, else 0."""
    for first in asked.firsts:
        tables = _Tables(results, first, asked)
        console.print(tables.table())
        for line in tables.together():
            console.print(line, highlight=False)
    for line in _needed(results, asked.firsts, asked.seconds):
        console.print(line, highlight=False)
    wrong = [each for of_task in results.values() for each in of_task.values() if each.is_wrong]
    for each in wrong:
        console.print(f"{each.result}: {each.flow}: {each.task}: {each.verdict or each.reason}, not {each.expected}")
    return 1 if wrong else 0


class _Tables:
    """One first verifier's."""

    def __init__(self, results: Results, first: str, asked: Asked) -> None:
        self.first, self.seconds, self.reducers, self.times = first, asked.seconds, asked.reducers, asked.times
        self.results = {name: of for name, of in results.items() if _is_complete(of, [first], asked.seconds)}
        self.full = [name for name, of in self.results.items() if self._is_hard(of)]

    def _is_hard(self, of_task: OfTask) -> bool:
        """Neither does the first verifier solve it, nor do all others."""
        alone = [_alone(of_task, second) for second in self.seconds]
        return not of_task[Configuration(self.first)].is_right and not all(each.is_right for each in alone)

    def restricted(self, seconds: Iterable[str]) -> list[str]:
        """Tasks that none of these verifiers solves."""
        return [n for n in self.full if not any(_alone(self.results[n], second).is_right for second in seconds)]

    def table(self) -> Table:
        """Solved tasks, as in Table 1."""
        columns = [[second] for second in self.seconds] + [list(self.seconds)]
        heads = [*(f"+{second}" for second in self.seconds), "+all"]
        table = Table("", *heads, *heads, title=f"first verifier: {self.first} (full task set, then restricted)")
        sets = [self.full] * len(columns) + [self.restricted(each) for each in columns]
        both = list(zip(columns * 2, sets, strict=True))
        table.add_row("tasks", *(str(len(names)) for _, names in both), end_section=True)
        folds = [name for name in FOLD_REDUCERS if name in self.reducers]
        for name in folds:
            table.add_row(name.upper(), *(_count(self.solved(names, [name], each)) for each, names in both))
        table.add_row("all", *(_count(self.solved(names, folds, each)) for each, names in both), end_section=True)
        table.add_row("ID", *(_count(self._alone(names, each)) for each, names in both), end_section=True)
        for name in self.reducers:
            if name not in folds:
                table.add_row(name, *(_count(self.solved(names, [name], each)) for each, names in both))
        return table

    def solved(self, names: Iterable[str], reducers: Sequence[str], seconds: Sequence[str]) -> _Solved:
        """Tasks that one of these configurations solves, but none of them wrongly."""
        found = {}
        for name in names:
            records = list(_records(self.results[name], self.first, reducers, seconds))
            if any(each.is_right for each in records) and not any(each.is_wrong for each in records):
                found[name] = any(each.is_right and each.reason != CLAIMED for each in records)
        return found

    def _alone(self, names: Iterable[str], seconds: Sequence[str]) -> _Solved:
        """Within the time that a second verifier has behind a first one. A verdict is one under any limit that is
        not exceeded, and what was unknown with more time is so with less.
        """
        found = {}
        for name in names:
            records = [_alone(self.results[name], second) for second in seconds]
            records = [each for each in records if each.is_right and each.seconds <= self.times.second]
            if records:
                found[name] = any(each.reason != CLAIMED for each in records)
        return found

    def together(self) -> Iterator[str]:
        """Tasks that no verifier of a pair solves, and the two do with a reducer."""
        for second in self.seconds:
            found = self.solved(self.restricted([second]), FOLD_REDUCERS, [second])
            if found:
                yield f"  {self.first} and {second} together: {_listed(found)}"
        everybody = self.solved(self.restricted(self.seconds), FOLD_REDUCERS, self.seconds)
        yield f"  only by a configuration, by no verifier alone: {_listed(everybody) or '-'}"


def _needed(results: Results, firsts: Sequence[str], seconds: Sequence[str]) -> Iterator[str]:
    """For each of the seven reducers the tasks that only it solves, of a pair of verifiers, and of all of them."""
    for reducer in FOLD_REDUCERS:
        pairs = [
            f"{name} ({first}, {second})"
            for name, of_task in results.items()
            for first in firsts
            for second in seconds
            if _only(of_task, [first], [second]) == reducer
        ]
        of_all = [name for name, of_task in results.items() if _only(of_task, firsts, seconds) == reducer]
        yield f"only {reducer.upper()}: {'; '.join(pairs) or '-'}"
        yield f"  whatever the verifiers: {'; '.join(of_all) or '-'}"


def _only(of_task: OfTask, firsts: Sequence[str], seconds: Sequence[str]) -> str:
    """The reducer that solves what no verifier of these solves alone, if it is the only one of the seven."""
    if not _is_complete(of_task, firsts, seconds):
        return ""
    alone = [of_task[Configuration(first)] for first in firsts] + [_alone(of_task, second) for second in seconds]
    if any(each.is_right for each in alone):
        return ""
    solving = {
        reducer
        for reducer in FOLD_REDUCERS
        for first in firsts
        if any(each.is_right for each in _records(of_task, first, [reducer], seconds))
    }
    measured = all(Configuration(f, r, s) in of_task for f in firsts for r in FOLD_REDUCERS for s in seconds)
    return solving.pop() if len(solving) == 1 and measured else ""


def _is_complete(of_task: OfTask, firsts: Sequence[str], seconds: Sequence[str]) -> bool:
    """All verifiers were measured alone."""
    alone = [*(Configuration(first) for first in firsts), *(Configuration("", "", second) for second in seconds)]
    return all(each in of_task for each in alone)


def _alone(of_task: OfTask, second: str) -> Record:
    return of_task[Configuration("", "", second)]


def _records(of_task: OfTask, first: str, reducers: Iterable[str], seconds: Sequence[str]) -> Iterator[Record]:
    for reducer in reducers:
        for second in seconds:
            record = of_task.get(Configuration(first, reducer, second))
            if record is not None:
                yield record


def _count(solved: _Solved) -> str:
    proved = sum(solved.values())
    return str(proved) if proved == len(solved) else f"{proved}+{len(solved) - proved}"


def _listed(solved: _Solved) -> str:
    return ", ".join(name if proved else f"{name} (claimed)" for name, proved in sorted(solved.items()))
