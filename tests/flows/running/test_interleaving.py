"""Parts that take turns: who is stopped goes on where it was, the first verdict ends all, and the budget is kept."""

from __future__ import annotations

import itertools
import threading
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.actors import CompositionError, Interleaved, Slice, Within, features, range_program, value, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, Composition
from coveriflow.actors.questions import FeatureIs, FeaturesAre
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.compositions import ranged
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.interleaving import Pace, planned
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from tests.actors.defined import sleeps, spins
from tests.actors.tasks import example
from tests.flows.splitters import split_at

LIMITS = Limits(cpu=60.0, wall=600.0, memory=8 << 30)

slices = st.lists(
    st.builds(Slice, st.integers(0, 3), st.none() | st.floats(0.1, 20.0), st.floats(0.05, 1.0), st.floats(0.1, 2.0)),
    min_size=1,
    max_size=12,
)


class Heard(Listener):
    """What happens, in order."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.has_waited = threading.Event()

    def started(self, actor: Actor) -> None:
        self.events.append(f"{actor.called} starts")

    def waits(self, actor: Actor) -> None:
        self.events.append(f"{actor.called} waits")
        self.has_waited.set()

    def goes_on(self, actor: Actor) -> None:
        self.events.append(f"{actor.called} goes on")


def ran(composition: Composition, limits: Limits = LIMITS, heard: Listener | None = None) -> Run:
    listener = heard or Listener()
    with Workers(MODULES) as workers:
        return run(Flow("flow", composition), example("halves.c"), limits, in_workers(workers, listener), listener)


def spinning(folder: Path, name: str, seconds: float, verdict: str = "unknown", megabytes: int = 0) -> Actor:
    return spins(seconds=seconds, folder=str(folder), verdict=verdict, megabytes=megabytes).named(name)


def test_who_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    """Each has less than it needs in its first turn; nobody begins twice."""
    parts = (spinning(tmp_path, "one", 1.2), spinning(tmp_path, "other", 1.2, "true"))
    heard = Heard()
    turns = (Slice(0, 0.4), Slice(1, 0.4), Slice(0, 0.4), Slice(1, 10.0), Slice(0, 10.0))
    done = ran(Interleaved(parts, turns), heard=heard)
    assert done.answer.verdict is Verdict.TRUE
    assert len(list(tmp_path.iterdir())) == 2, "one process for each"
    assert heard.events == [
        *("one starts", "one waits", "other starts", "other waits"),
        *("one goes on", "one waits", "other goes on"),
    ]
    ends = {turn.actor.called: turn.end for turn in done.turns}
    assert ends == {"one": End.CANCELLED, "other": End.FINISHED}
    assert not any(psutil.pid_exists(int(left.name)) for left in tmp_path.iterdir())


def test_without_a_verdict_the_last_turns_are_used_to_the_end(tmp_path: Path) -> None:
    parts = (spinning(tmp_path, "one", 0.8), spinning(tmp_path, "other", 0.8))
    done = ran(Interleaved(parts, (Slice(0, 0.4), Slice(1, 0.4), Slice(0, share=0.5), Slice(1))))
    assert [turn.end for turn in done.turns] == [End.FINISHED, End.FINISHED]
    assert done.answer.verdict is Verdict.UNKNOWN


def test_what_comes_after_a_verdict_is_not_stopped(tmp_path: Path) -> None:
    """One turn is enough for the verdict, and not for what is done with it."""
    first = spinning(tmp_path, "first", 0.35, "true")
    confirming = first >> spinning(tmp_path, "then", 1.0, "true")
    heard = Heard()
    done = ran(Interleaved((confirming, spinning(tmp_path, "other", 9.0)), (Slice(0, 0.5), Slice(1))), heard=heard)
    assert heard.events == ["first starts", "then starts"]
    assert done.answer.verdict is Verdict.TRUE


def test_others_stand_while_a_verdict_is_confirmed(tmp_path: Path) -> None:
    """Their turns have begun, and would use all that there is."""
    confirming = spinning(tmp_path, "first", 0.3, "true") >> spinning(tmp_path, "then", 2.5, "true")
    other = spinning(tmp_path, "other", 9.0)
    done = ran(Interleaved((confirming, other), (Slice(0, 0.5), Slice(1)), cores=2), replace(LIMITS, cpu=4.0))
    assert done.answer.verdict is Verdict.TRUE
    assert {turn.actor.called: turn.end for turn in done.turns}["then"] is End.FINISHED
    assert done.resources.cpu < 4.0


@pytest.mark.parametrize("cores", [1, 2])
def test_where_nothing_is_confirmed_the_others_go_on(tmp_path: Path, cores: int) -> None:
    """Where they were, and with what is left."""
    refuted = spinning(tmp_path, "first", 0.3, "true") >> spinning(tmp_path, "then", 0.6, "unknown")
    other, third = spinning(tmp_path, "other", 1.5, "true"), spinning(tmp_path, "third", 20.0)
    turns = (Slice(0, 0.5), Slice(1, 0.4), Slice(2, 0.3), Slice(1, 2.0), Slice(2))
    done = ran(Interleaved((refuted, other, third), turns, cores=cores), replace(LIMITS, cpu=8.0))
    assert done.answer.verdict is Verdict.TRUE
    assert [turn.actor.called for turn in done.turns if turn.end is End.FINISHED] == ["first", "then", "other"]
    assert len(list(tmp_path.iterdir())) == len(done.turns), "nobody begins twice"


def test_who_decides_does_not_stand_for_another_one_that_decides() -> None:
    """Both have their verdicts at the same time: neither waits for the other."""
    pace = Pace(10.0, lambda: None, lambda _: 5.0)
    pace.run(5.0)
    pace.hold()
    assert pace.job_until() == 0.0
    pace.free()
    assert pace.job_until() is None
    assert pace.begins()


def test_what_is_left_ends_those_that_stood(tmp_path: Path) -> None:
    refuted = spinning(tmp_path, "first", 0.3, "true") >> spinning(tmp_path, "then", 2.0, "unknown")
    turns = (Slice(0, 0.5), Slice(1))
    done = ran(Interleaved((refuted, spinning(tmp_path, "other", 20.0)), turns, cores=2), replace(LIMITS, cpu=3.5))
    assert done.answer.verdict is Verdict.UNKNOWN
    assert {turn.actor.called: turn.end for turn in done.turns}["then"] is End.FINISHED
    assert done.resources.cpu < 4.3


def test_several_actors_of_one_part_share_its_turns(tmp_path: Path) -> None:
    row = spinning(tmp_path, "a", 0.3) >> when_unknown(spinning(tmp_path, "b", 0.6, "true"))
    turns = (Slice(0, 0.5), Slice(1, 0.3), Slice(0, 5.0), Slice(1))
    done = ran(Interleaved((row, spinning(tmp_path, "c", 20.0)), turns))
    assert done.answer.verdict is Verdict.TRUE
    assert [turn.actor.called for turn in done.turns] == ["a", "b", "c"]


def test_a_budget_within_a_part_is_its_own(tmp_path: Path) -> None:
    """What is left of the part's turns says nothing about it."""
    inside = Within(spinning(tmp_path, "inside", 0.7, "true"), Limits(cpu=1.2))
    other = spinning(tmp_path, "other", 20.0)
    turns = (Slice(0, 0.4), Slice(1, 0.4), Slice(0, 0.9), Slice(1, 0.4))
    assert ran(Interleaved((inside, other), turns)).answer.verdict is Verdict.TRUE


def test_a_verdict_from_before_frees_nobody(tmp_path: Path) -> None:
    before = spinning(tmp_path, "before", 0.1, "true")
    parts = tuple(spinning(tmp_path, name, 60.0) for name in "ab")
    turns = (Slice(0, 0.4), Slice(1, 0.4), Slice(0, 0.4), Slice(1))
    done = ran(before >> Interleaved(parts, turns), Limits(cpu=2.5, wall=600.0))
    assert [turn.actor.called for turn in done.turns] == ["before", "a", "b"]
    assert done.resources.cpu <= 3.2


@pytest.mark.parametrize("part", [value() | value(), value() & value(), Interleaved((value(),), (Slice(0),))])
def test_what_runs_side_by_side_is_no_part(part: Composition) -> None:
    with pytest.raises(CompositionError, match="one actor runs at a time"):
        Interleaved((value() >> part, value()), (Slice(0), Slice(1)))


def test_a_slice_may_be_shorter_than_what_is_usual() -> None:
    assert [Slice(0, 0.2).of(9.0), Slice(0, 0.2).of(0.1), Slice(0).of(0.2)] == [0.2, 0.0, 0.0]


def test_the_budget_is_kept(tmp_path: Path) -> None:
    parts = tuple(spinning(tmp_path, name, 60.0) for name in "abc")
    turns = (*(Slice(part, 0.3) for part in (0, 1, 2, 0, 1, 2)), Slice(0), Slice(1))
    done = ran(Interleaved(parts, turns), Limits(cpu=2.4, wall=600.0))
    assert done.answer.verdict is Verdict.UNKNOWN
    assert 1.8 <= done.resources.cpu <= 3.0


def test_what_other_ranges_leave_makes_turns_longer(tmp_path: Path) -> None:
    """Each range has half of the budget at first; a part that has begun is allowed more."""
    quick = range_program() >> spinning(tmp_path, "quick", 0.1, "true")
    parts = (spinning(tmp_path, "one", 0.1), spinning(tmp_path, "long", 4.5, "true"))
    slow = range_program() >> Interleaved(parts, (Slice(1, 0.3), Slice(0, 1.0), Slice(1)))
    done = ran(ranged(split_at(values="3"), quick, slow), replace(LIMITS, cpu=7.0))
    assert {turn.actor.called: turn.end for turn in done.turns}["long"] is End.FINISHED
    assert sum(turn.resources.cpu for turn in done.turns) < 7.0


def test_what_a_part_leaves_that_ends_early_makes_turns_of_the_others_longer(tmp_path: Path) -> None:
    """It was to have nearly all of the budget; the limit that the other one began with counts no longer."""
    parts = (spinning(tmp_path, "early", 0.1), spinning(tmp_path, "long", 3.0, "true"))
    done = ran(
        Interleaved(parts, (Slice(1, 0.3), Slice(0, share=0.9), Slice(1, 2.0), Slice(1))), replace(LIMITS, cpu=5.0)
    )
    assert {turn.actor.called: turn.end for turn in done.turns}["long"] is End.FINISHED


@pytest.mark.parametrize("interleaved", [True, False])
def test_what_others_use_is_none_of_the_parts(tmp_path: Path, interleaved: bool) -> None:
    """CPU time of the command, and of the process that starts all others: here half of the budget, which is used when
    turns have been planned.
    """
    parts = tuple(spinning(tmp_path, name, 60.0) for name in "ab")
    turns = (Slice(0, 0.3), Slice(1, 0.3), Slice(0), Slice(1))
    composition = Interleaved(parts, turns) if interleaved else parts[0] >> parts[1]
    listener, calls = Listener(), itertools.count()
    with Workers(MODULES) as workers:
        perform, beside = in_workers(workers, listener), lambda: 1.5 if next(calls) > 1 or not interleaved else 0.0
        done = run(Flow("flow", composition), example("halves.c"), Limits(cpu=3.0), perform, listener, beside=beside)
        assert 0.0 < workers.used() < 60.0
    assert 1.0 <= done.resources.cpu <= 2.1
    assert workers.used() == 0.0


def test_the_largest_of_those_who_wait_makes_room(tmp_path: Path) -> None:
    """Each of them fits into half of the memory, and the two of them do not, whatever a process has imported."""
    large = spinning(tmp_path, "large", 20.0, megabytes=500)
    smaller = spinning(tmp_path, "smaller", 1.8, "true", megabytes=330)
    turns = (Slice(0, 1.0), Slice(1, 1.0), Slice(2, 0.3), Slice(0, 0.3), Slice(1), Slice(2))
    heard, limits = Heard(), Limits(cpu=60.0, wall=600.0, memory=1400 << 20)
    done = ran(Interleaved((large, smaller, spinning(tmp_path, "tiny", 20.0)), turns), limits, heard)
    assert done.answer.verdict is Verdict.TRUE
    assert {"large waits", "smaller waits", "smaller goes on"} <= set(heard.events)
    assert "large goes on" not in heard.events


@pytest.mark.parametrize("cores", [1, 2])
def test_who_is_cancelled_leaves_nobody(tmp_path: Path, cores: int) -> None:
    """Those who wait, and those who have not begun."""
    heard, stop = Heard(), Cancellation()
    parts = tuple(spinning(tmp_path, name, 60.0) for name in "abcd")
    composition = Interleaved(parts, tuple(Slice(n, 0.4) for n in (0, 1, 0, 1, 0, 1, 2, 3, 2, 3)), cores)

    def stop_soon() -> None:
        heard.has_waited.wait()
        stop.cancel()

    threading.Thread(target=stop_soon, daemon=True).start()
    with Workers(MODULES) as workers:
        flow, perform = Flow("flow", composition), in_workers(workers, heard)
        done = run(flow, example("halves.c"), LIMITS, perform, heard, cancellation=stop)
        assert not any(psutil.pid_exists(int(left.name)) for left in tmp_path.iterdir())
    assert done.answer.verdict is Verdict.UNKNOWN


def test_a_turn_depends_on_the_program(tmp_path: Path) -> None:
    """Whether there is one is asked once, at the beginning."""
    has_loops, has_none = (FeaturesAre((FeatureIs("loops", relation, 0),)) for relation in (">", "="))
    parts = (spinning(tmp_path, "a", 0.1, "false"), spinning(tmp_path, "b", 0.1, "true"))
    turns = (Slice(0, 1.0, when=has_loops), Slice(1, 1.0, when=has_none))
    done = ran(features() >> Interleaved(parts, turns))
    assert done.answer.verdict is Verdict.FALSE, "halves.c has a loop"
    assert len(list(tmp_path.iterdir())) == 1, "nobody else has begun"


def test_what_a_turn_depends_on_is_known_before(tmp_path: Path) -> None:
    asked = Slice(0, 1.0, when=FeaturesAre((FeatureIs("loops", ">", 0),)))
    with pytest.raises(CompositionError, match="Features"):
        Flow("flow", Interleaved((spinning(tmp_path, "a", 0.1),), (asked,)))


def test_as_many_at_a_time_as_there_are_cores(tmp_path: Path) -> None:
    """Who sleeps uses no time, and its turn never ends."""
    asleep = sleeps(folder=str(tmp_path))
    done = ran(Interleaved((asleep, spinning(tmp_path, "b", 0.8, "true")), (Slice(0, 1.0), Slice(1, 0.4), Slice(1)), 2))
    assert done.answer.verdict is Verdict.TRUE


@given(slices, st.none() | st.floats(0.1, 1000.0))
def test_the_plan_shares_out_no_more_than_there_is(given_slices: list[Slice], cpu: float | None) -> None:
    seconds = planned(given_slices, 1 + max(each.part for each in given_slices), cpu)
    if cpu is not None:
        total = sum(each for each in seconds if each is not None)
        assert None not in seconds
        assert total <= cpu * (1 + 1e-9)
    else:
        unlimited = {each.part for each in given_slices if each.cpu is None}
        assert {part for part, each in enumerate(seconds) if each is None} == unlimited


@pytest.mark.parametrize(
    ("turns", "cores"),
    [
        ((), 1),
        ((Slice(0),), 1),
        ((Slice(0), Slice(1), Slice(2)), 1),
        ((Slice(0), Slice(1)), 0),
        ((Slice(0), Slice(1, -1.0)), 1),
        ((Slice(0), Slice(1, 1.0, 0.0)), 1),
        ((Slice(0), Slice(1, 1.0, 1.5)), 1),
        ((Slice(0), Slice(1, 1.0, 1.0, 0.0)), 1),
    ],
)
def test_turns_that_mean_nothing_are_refused(turns: tuple[Slice, ...], cores: int) -> None:
    with pytest.raises(CompositionError):
        Interleaved((value(), value()), turns, cores)
