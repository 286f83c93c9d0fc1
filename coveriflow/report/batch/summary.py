"""What a batch run found, in a few numbers: for the terminal, for pages and for messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from coveriflow.artifacts.batch.changes import Comparison
from coveriflow.artifacts.batch.results import Batch, BatchTask, JobResult, Rating, decided
from coveriflow.program.wording import counted
from coveriflow.report.quantities import duration


@dataclass(frozen=True, slots=True)
class FlowSummary:
    """Of one flow. ``cpu``: seconds that were used; ``spared``: that its reused results took when they came about.

    ``alone``: tasks that no other flow has solved.
    """

    flow: str
    counts: dict[Rating, int]
    score: int
    cpu: float
    spared: float
    reused: int
    carried: int
    alone: int

    def of(self, rating: Rating) -> int:
        """Results with this rating."""
        return self.counts.get(rating, 0)

    @property
    def solved(self) -> int:
        """Correct results, and those without expected verdict."""
        return self.of(Rating.CORRECT) + self.of(Rating.UNRATED)


@dataclass(frozen=True, slots=True)
class FlowColumn:
    """A column of the table of flows: its ``title``, and the ``text`` in the row of a flow."""

    title: str
    text: Callable[[FlowSummary], str]


FLOW_COLUMNS = (
    FlowColumn("score", lambda each: str(each.score)),
    FlowColumn("alone", lambda each: str(each.alone)),
    FlowColumn("CPU", lambda each: duration(each.cpu)),
    FlowColumn("spared", lambda each: duration(each.spared)),
)
"""The columns after those of the ratings, in every table of flows: terminal, page and Prefect."""


def summaries(batch: Batch) -> tuple[FlowSummary, ...]:
    """One for each flow, in the order of the plan."""
    solvers = solved_by(batch)
    return tuple(_summary(flow, batch.of(flow), solvers) for flow in batch.plan.flows)


def _summary(flow: str, results: tuple[JobResult, ...], solvers: dict[BatchTask, tuple[str, ...]]) -> FlowSummary:
    counts: dict[Rating, int] = {}
    for each in results:
        counts[each.rating] = counts.get(each.rating, 0) + 1
    return FlowSummary(
        flow,
        counts,
        sum(each.score for each in results),
        sum(each.resources.cpu for each in results),
        sum(each.reused.cpu for each in results if each.reused),
        sum(each.reused is not None for each in results),
        sum(bool(each.carried) for each in results),
        sum(who == (flow,) for who in solvers.values()),
    )


def solved_by(batch: Batch) -> dict[BatchTask, tuple[str, ...]]:
    """By task, without its group: the flows that have solved it, in the order of the plan; also if none has."""
    asked = {each.job.task: replace(each.job.task, group="") for each in batch.results}
    solved = {(asked[each.job.task], each.job.flow) for each in batch.results if each.is_solved}
    tasks = dict.fromkeys(asked.values())
    return {task: tuple(flow for flow in batch.plan.flows if (task, flow) in solved) for task in tasks}


def shares(batch: Batch, flow: str) -> dict[str, int]:
    """By actor: results of ``flow`` that it has solved or confirmed."""
    counts: dict[str, int] = {}
    for each in batch.of(flow):
        for name in each.solved_by if each.is_solved else ():
            counts[name] = counts.get(name, 0) + 1
    return counts


def together(batch: Batch) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Sets of flows and how many tasks exactly these have solved, the largest number first; ``()``: none."""
    counts: dict[tuple[str, ...], int] = {}
    for who in solved_by(batch).values():
        counts[who] = counts.get(who, 0) + 1
    return tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0])))


def carried_over(changes: Comparison) -> str:
    """What changed programs took before, and now under the condition of then; ``""`` if there are none."""
    if not changes.carried:
        return ""
    before, now = (sum(pair[place].cost for pair in changes.carried) for place in (0, 1))
    programs = counted(len(changes.carried), "changed program")
    return f"{programs} under the earlier condition: {duration(before)} of CPU time before, {duration(now)} now"


def contradiction(results: tuple[JobResult, ...]) -> str:
    """Who says what of the same task."""
    said = ", ".join(f"{each.job.flow} reports {each.status}" for each in decided(results))
    return f"{results[0].job.task.path}: {said}"


def saving(batch: Batch) -> str:
    """What results that were there have spared; ``""`` if there were none."""
    reused = [each for each in batch.results if each.reused]
    if not reused:
        return ""
    spared = sum(each.reused.cpu for each in reused if each.reused)
    used = sum(each.resources.cpu for each in batch.results)
    stored = f"{counted(len(reused), 'result')} used stored work (r)"
    return f"{stored}, {duration(spared)} of CPU time spared; {duration(used)} used"
