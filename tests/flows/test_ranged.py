"""Compositions of ranged analyses: what they answer, and that nobody looks at too much or too little."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from coveriflow.actors import (
    bmc,
    execute,
    impact,
    kinduction,
    predicate,
    reduce,
    split_balanced,
    split_loops,
    split_random,
    symbolic,
    symbolic_given,
    tool,
    value,
    when_unknown,
)
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, CompositionError
from coveriflow.actors.flow_files.reading import read_flow
from coveriflow.actors.flow_files.writing import written_flow
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Composite, ConfirmedTest, InRanges, Justification, Violation, is_claimed
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Ranges
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.compositions import confirmed, ranged
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.interpreter.path_order import induced_path
from tests.actors.defined import dies, sleeps_in_range
from tests.actors.tasks import example, program
from tests.analysis.runs import covered_after
from tests.flows.splitters import split_at

LIMITS = Limits(cpu=60.0, wall=120.0, memory=8 << 30)

COUNTING = """\
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  if (n > 12) { return 0; }
  while (i < n) { i++; s += i; }
  if (s != n * (n + 1) / 2) { reach_error(); }
  return 0;
}
"""
BUG_ON_THE_RIGHT = COUNTING.replace("s != n", "n == 1 || s != n")


def ran(composition: Composition, task: Task, limits: Limits = LIMITS) -> Run:
    listener = Listener()
    with Workers(MODULES) as workers:
        return run(Flow("flow", composition), task, limits, in_workers(workers, listener), listener)


def called(done: Run) -> list[str]:
    return [turn.actor.called for turn in done.turns]


def test_all_ranges_together_are_the_proof() -> None:
    done = ran(ranged(split_loops(bounds="2,6"), symbolic(), bmc(), predicate()), program(COUNTING))
    assert done.answer.verdict is Verdict.TRUE
    assert isinstance(done.answer.evidence, InRanges)
    assert len(done.answer.evidence.parts) == 3
    assert not is_claimed(done.answer.evidence)
    assert called(done) == ["split-loops", "symbolic", "bmc", "predicate", "join-ranges"]
    bounds = [turn.within for turn in done.turns[1:4]]
    assert [str(each) for each in bounds] == ["[start, (6)]", "[(6), (2)]", "[(2), end]"]


def test_who_is_done_takes_the_next_range() -> None:
    done = ran(ranged(split_at(values="10 8 6 4 2"), symbolic(), bmc()), program(COUNTING))
    assert done.answer.verdict is Verdict.TRUE
    looked = [str(turn.within) for turn in done.turns if turn.within is not None]
    assert len(looked) == len(set(looked)) == 6
    assert {turn.actor.called for turn in done.turns if turn.within} == {"symbolic", "bmc"}


def test_the_first_violation_ends_the_others(tmp_path: Path) -> None:
    listener = Listener()
    composition = ranged(split_at(values="5"), sleeps_in_range(folder=str(tmp_path)), confirmed(symbolic()))
    with Workers(MODULES) as workers:
        done = run(
            Flow("flow", composition), program(BUG_ON_THE_RIGHT), LIMITS, in_workers(workers, listener), listener
        )
        assert not any(psutil.pid_exists(int(left.name)) for left in tmp_path.iterdir())
    assert done.answer.verdict is Verdict.FALSE
    assert isinstance(done.answer.evidence, ConfirmedTest)
    assert done.latest(Violation) is not None
    assert {turn.actor.called: turn.end for turn in done.turns}["sleeps-in-range"] is End.CANCELLED
    assert "join-ranges" not in called(done)


def test_what_is_left_of_open_ranges_is_for_the_next_verifier() -> None:
    """The range that is verified is covered, and so is what was verified of the other one."""
    splits = ranged(split_at(values="6"), symbolic(first_bound=1, last_bound=1), symbolic())
    done = ran(splits >> when_unknown(reduce() >> bmc()), program(COUNTING))
    assert done.answer.verdict is Verdict.TRUE
    assert isinstance(done.answer.evidence, Composite)
    assert not is_claimed(done.answer.evidence)
    assert done.latest(Condition) is not None
    residual = done.latest(Residual)
    assert residual is not None
    assert not any(is_claimed(each.proof) for each in residual.justifications)


def test_what_is_left_is_parted_again() -> None:
    """The bounds of the second round lie on paths that the first one has not verified."""
    first = ranged(split_at(values="6"), symbolic(first_bound=2, last_bound=2), symbolic(first_bound=2, last_bound=2))
    done = ran(first >> when_unknown(ranged(split_balanced(), symbolic_given(), symbolic_given())), program(COUNTING))
    assert done.answer.verdict is Verdict.TRUE
    assert not is_claimed(done.answer.evidence)
    assert called(done)[4:] == ["split-balanced", "symbolic-given", "symbolic-given", "join-ranges"]
    task = program(COUNTING)
    cfa, condition, ranges = automaton_of(task), done.latest(Condition), done.latest(Ranges)
    assert condition is not None
    assert ranges is not None
    (bound,) = ranges.bounds
    path = induced_path(cfa, [each.value for each in bound.inputs])
    assert covered_after(resolved(condition, cfa), path.edges) is None
    assert covered_after(resolved(condition, cfa), induced_path(cfa, [1]).edges) is not None


@pytest.mark.parametrize("failing", ["split", "analysis"])
def test_what_dies_costs_its_part_only(failing: str) -> None:
    if failing == "split":
        done = ran(ranged(split_at(values="die"), symbolic(), bmc()), program(COUNTING))
        assert called(done) == ["split-at", "symbolic"]
        assert done.answer.verdict is Verdict.TRUE
        return
    done = ran(ranged(split_at(values="6"), symbolic() >> dies(), symbolic()), program(COUNTING))
    assert done.answer.verdict is Verdict.UNKNOWN
    assert done.answer.reason.startswith("1 of 2 ranges were verified; [start, (6)]: dies: died")
    assert done.latest(Condition) is not None
    justification = done.latest(Justification)
    assert justification is not None
    assert not is_claimed(justification.proof)


def test_without_a_bound_there_is_one_analysis_of_the_whole() -> None:
    done = ran(ranged(split_loops(), symbolic(), bmc()), example("mid.c"))
    assert called(done) == ["split-loops", "symbolic"]
    assert done.answer.verdict is Verdict.TRUE
    assert not isinstance(done.answer.evidence, InRanges)


def test_what_cannot_work_is_refused_when_it_is_built() -> None:
    with pytest.raises(CompositionError, match="ranges without an analysis"):
        ranged(split_loops())
    with pytest.raises(CompositionError, match=r"provides no Ranges; put .*split-balanced or split-loops"):
        Flow("flow", ranged(value(), symbolic()))
    with pytest.raises(CompositionError, match="cbmc looks at all paths"):
        Flow("flow", ranged(split_loops(), symbolic(), tool("cbmc")))


def test_it_is_written_and_read() -> None:
    analyses = (confirmed(symbolic()), value(states=5), kinduction() >> execute(), impact())
    for splitter in (split_loops(bounds="3,10"), split_random(number=3, seed=7), split_balanced()):
        flow = Flow("ranges", ranged(splitter, *analyses) >> when_unknown(reduce() >> bmc()))
        assert read_flow(written_flow(flow), "ranges.yml") == flow
