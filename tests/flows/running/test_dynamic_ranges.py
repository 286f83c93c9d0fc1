"""Ranges that are parted while they are looked at: nothing is lost, whoever dies, and time goes with the work."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from coveriflow.actors import split_balanced, symbolic
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Splitting, actors_in
from coveriflow.actors.definition import Produced
from coveriflow.actors.flow_files.reading import read_flow
from coveriflow.actors.flow_files.writing import written_flow
from coveriflow.artifacts.answers import Answer, InRanges, is_claimed
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range, Ranges, StolenRange, ranges_between
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.commands.verify.result import row_of
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.files import FileStore
from coveriflow.flows.compositions import confirmed, ranged
from coveriflow.flows.ready_ranged import dynamic
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.range_queue import RangeQueue
from coveriflow.flows.running.runner import Listener, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from tests.actors.tasks import program
from tests.flows.splitters import gives, split_at
from tests.flows.test_ranged import BUG_ON_THE_RIGHT, COUNTING, LIMITS, ran


def shown(ranges: Ranges | None) -> list[str]:
    assert ranges is not None
    return [str(each) for each in ranges.parts]


def test_who_is_idle_gets_parts_of_what_is_left() -> None:
    analyses = (gives(values="4 6"), symbolic())
    done = ran(ranged(split_at(values="2"), *analyses, splitting=Splitting.DYNAMIC), program(COUNTING))
    assert done.answer.verdict is Verdict.TRUE
    assert isinstance(done.answer.evidence, InRanges)
    assert not is_claimed(done.answer.evidence)
    assert shown(done.latest(Ranges)) == ["[start, (6)]", "[(6), (4)]", "[(4), (2)]", "[(2), end]"]
    rows = [row_of(turn).outcome for turn in done.turns if turn.within is not None]
    assert "true, unconfirmed, in [start, (6)], gave away the rest of [start, (2)]" in rows
    assert sum("gave away" in row for row in rows) == 1


@pytest.mark.parametrize("values", ["4", "4 6"])
def test_who_hands_over_and_dies_loses_its_own_part_only(values: str) -> None:
    analyses = (gives(values=values, then="die"), symbolic())
    done = ran(ranged(split_at(values="2"), *analyses, splitting=Splitting.DYNAMIC), program(COUNTING))
    assert done.answer.verdict is Verdict.UNKNOWN
    last, number = values.split()[-1], len(values.split()) + 2
    assert done.answer.reason.startswith(
        f"{number - 1} of {number} ranges were verified; [start, ({last})]: gives: died"
    )
    assert done.latest(Condition) is not None


def test_without_a_bound_the_whole_program_is_parted_while_it_is_looked_at() -> None:
    composition = ranged(split_at(), gives(values="4"), symbolic(), splitting=Splitting.DYNAMIC)
    done = ran(composition, program(COUNTING))
    assert done.answer.verdict is Verdict.TRUE
    assert shown(done.latest(Ranges)) == ["[start, (4)]", "[(4), end]"]
    unparted = ran(ranged(split_at(), symbolic(), symbolic(), splitting=Splitting.DYNAMIC), program(COUNTING))
    assert unparted.answer.verdict is Verdict.TRUE
    assert not is_claimed(unparted.answer.evidence)
    assert [turn.actor.called for turn in unparted.turns] == ["split-at", "symbolic"]


def test_a_violation_in_a_part_that_was_handed_over_is_one_of_the_program() -> None:
    composition = ranged(split_at(), gives(values="4"), confirmed(symbolic()), splitting=Splitting.DYNAMIC)
    done = ran(composition, program(BUG_ON_THE_RIGHT))
    assert done.answer.verdict is Verdict.FALSE


def test_what_was_not_done_is_not_stored(tmp_path: Path) -> None:
    """The result for a range is used again; the one of an analysis that has handed over is that of another range."""
    composition = ranged(split_at(values="2"), gives(values="4"), symbolic(), splitting=Splitting.DYNAMIC)
    store, listener = FileStore(tmp_path).opened(), Listener()
    for reused in ([], ["split-at", "symbolic", "symbolic"]):
        with Workers(MODULES) as workers:
            done = run(
                Flow("flow", composition), program(COUNTING), LIMITS, in_workers(workers, listener, store), listener
            )
        assert done.answer.verdict is Verdict.TRUE
        assert sorted(t.actor.called for t in done.turns if t.reused is not None) == sorted(reused)


def test_it_is_written_and_read() -> None:
    flow = Flow("ranges", ranged(split_balanced(), symbolic(), symbolic(), splitting=Splitting.DYNAMIC))
    assert read_flow(written_flow(flow), "ranges.yml") == flow
    assert b"splitting: dynamic" in written_flow(flow)
    assert {each.name for each in actors_in(dynamic().composition)} >= {"split-balanced", "symbolic", "join-ranges"}


class Working:
    """A job that hears what it is told."""

    def __init__(self) -> None:
        self.asked, self.allowed = 0, 0.0

    done = False

    def result(self) -> Outcome[Produced]:
        return Outcome(End.FINISHED, ())

    def cancel(self) -> None:
        pass

    def when_ended(self, listener: object) -> None:
        pass

    def ask(self) -> None:
        self.asked += 1

    def go_on(self, until: float | None) -> None:
        raise NotImplementedError

    def allow(self, cpu: float) -> None:
        self.allowed += cpu


def at(*values: int) -> Ranges:
    return ranges_between(program(COUNTING), [of(value) for value in values])


def of(value: int) -> TestCase:
    return TestCase((TestInput(value),))


def test_who_gives_half_of_its_work_gives_half_of_its_time() -> None:
    queue: RangeQueue[str] = RangeQueue(at(2), 2, Splitting.DYNAMIC, cpu=10.0)
    first, second = queue.take(0, Cancellation()), queue.take(1, Cancellation())
    assert first is not None
    assert second is not None
    job: Working = Working()
    queue.starts(first, job, may_give=True)
    queue.put(second, "second", Answer(Verdict.TRUE), 4.0)
    taken: list[Range] = []

    def take() -> None:
        part = queue.take(1, Cancellation())
        assert part is not None
        taken.append(part.within)
        queue.put(part, "third", None, 1.0)

    thread = threading.Thread(target=take)
    thread.start()
    while not job.asked:
        pass
    assert job.allowed == pytest.approx(6.0)
    queue.hand_over(first, StolenRange(of(5)))
    thread.join()
    assert job.allowed == pytest.approx(-2.0, abs=0.5)  # of 16 s, half
    assert queue.granted(0) + queue.granted(1) == pytest.approx(0.0)
    assert [str(each) for each in taken] == ["[(5), (2)]"]
    assert [str(each) for each in queue.ranges.parts] == ["[start, (5)]", "[(5), (2)]", "[(2), end]"]


def test_who_may_give_work_away_is_left_nothing_before_its_job_has_started() -> None:
    """Its limits may be counted already, without what it gets then; it could not give that away later."""
    queue: RangeQueue[str] = RangeQueue(at(2), 2, Splitting.DYNAMIC, cpu=10.0)
    first, second = queue.take(0, Cancellation()), queue.take(1, Cancellation())
    assert first is not None
    assert second is not None
    queue.put(second, "second", None, 4.0)
    waiting = threading.Thread(target=queue.take, args=(1, Cancellation()))
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    assert [queue.granted(worker) for worker in range(2)] == [0.0, 0.0]
    queue.put(first, "first", None, 1.0)
    waiting.join()


def test_between_two_jobs_or_with_several_at_once_it_has_what_others_leave() -> None:
    queue: RangeQueue[str] = RangeQueue(at(2), 2, cpu=10.0)
    first, second = queue.take(0, Cancellation()), queue.take(1, Cancellation())
    assert first is not None
    assert second is not None
    queue.put(second, "second", None, 4.0)
    assert queue.take(1, Cancellation()) is None
    assert [queue.granted(worker) for worker in range(2)] == [6.0, -6.0]


def test_who_has_a_budget_of_his_own_keeps_to_it() -> None:
    """What others leave is for those who come after him."""
    queue: RangeQueue[str] = RangeQueue(at(2), 2, cpu=10.0)
    first, second = queue.take(0, Cancellation()), queue.take(1, Cancellation())
    assert first is not None
    assert second is not None
    job: Working = Working()
    with first.bounded().bounded().working(job, may_give=False):
        queue.put(second, "second", None, 4.0)
        assert queue.take(1, Cancellation()) is None
    assert job.allowed == 0.0
    assert [queue.granted(worker) for worker in range(2)] == [6.0, -6.0]
    assert first.may_have_more


def test_what_one_leaves_is_for_those_who_still_work() -> None:
    queue: RangeQueue[str] = RangeQueue(at(6, 2), 3, cpu=10.0)
    parts = [queue.take(worker, Cancellation()) for worker in range(3)]
    jobs = [Working() for _ in range(3)]
    for part, job in zip(parts, jobs, strict=True):
        assert part is not None
        queue.starts(part, job, may_give=True)
    assert parts[1] is not None
    queue.put(parts[1], "done", None, 4.0)
    assert queue.take(1, Cancellation()) is None
    assert [job.allowed for job in jobs] == [3.0, 0.0, 3.0]
    assert [queue.granted(worker) for worker in range(3)] == [3.0, -6.0, 3.0]
    assert not any(job.asked for job in jobs)
