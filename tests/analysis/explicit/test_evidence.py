"""The evidence of explicit values is checked a second time: a reached set that is not closed is not believed."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable
from itertools import count

import pytest

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Outcome, Silent
from coveriflow.analysis.cpa.reached import Arc, Node, Order, Reached, Waitlist
from coveriflow.analysis.domains.value_group import ValueGroup
from coveriflow.analysis.domains.values import ValueDomain, Values
from coveriflow.analysis.explicit.closure_check import unchecked_nodes
from coveriflow.analysis.explicit.verifier import ExplicitValueAnalysis
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic import cpu_time
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from tests.analysis.runs import automaton_of

PROGRAM = """
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int twice(int x) { return 2 * x; }
int main(void) {
  int x = 0, y = 1;
  while (__VERIFIER_nondet_uchar()) {
    if (__VERIFIER_nondet_uchar()) { x = 1 - x; y = 1 - y; }
    if (twice(x) == twice(y)) reach_error();
  }
  return x;
}
"""

States = Reached[CompositeState]


def closed() -> tuple[Cfa, States]:
    cfa = automaton_of(PROGRAM)
    analysis = CompositeAnalysis(cfa, (ValueDomain(cfa),))
    reached = Reached(analysis, Waitlist[CompositeState](Order.DEPTH_FIRST), ValueGroup)
    assert explore(analysis, reached, Silent[CompositeState]()) is Outcome.CLOSED
    return cfa, reached


def check(cfa: Cfa, reached: States) -> set[int]:
    return unchecked_nodes(CompositeAnalysis(cfa, (ValueDomain(cfa),)), reached, Silent[CompositeState]())


def test_a_closed_set_is_believed() -> None:
    cfa, reached = closed()
    assert check(cfa, reached) == set()
    assert len(reached) > 8


def with_values(node: Node[CompositeState], values: Values) -> None:
    node.state = CompositeState(node.state.position, (values,))


def known(node: Node[CompositeState]) -> Values:
    values: Values = node.state.elements[0]
    return values


def _no_arc(_cfa: Cfa, reached: States) -> None:
    node = next(n for n in reached.nodes if len(n.arcs) == 2)
    node.arcs.pop()


def _no_arcs(_cfa: Cfa, reached: States) -> None:
    next(n for n in reached.nodes if n.arcs).arcs.clear()


def _other_value(_cfa: Cfa, reached: States) -> None:
    node = next(n for n in reached.nodes[1:] if "main::x" in known(n).known)
    with_values(node, Values({**known(node).known, "main::x": 7}))


def _more_knowledge(_cfa: Cfa, reached: States) -> None:
    node = next(n for n in reached.nodes[1:] if known(n).known)
    with_values(node, Values({**known(node).known, "main::x": 0, "main::y": 1, "main::z": 1}))


def _other_place(_cfa: Cfa, reached: States) -> None:
    node = reached.nodes[3]
    node.state = CompositeState(Position(Location(9999, "main")), node.state.elements)


def _other_start(_cfa: Cfa, reached: States) -> None:
    with_values(reached.root, Values({**known(reached.root).known, "main::nothing": 1}))


def _other_root(_cfa: Cfa, reached: States) -> None:
    reached.root = reached.nodes[-1]


def _arc_to_a_stranger(_cfa: Cfa, reached: States) -> None:
    """The state there covers everything, but nobody looked at what comes after it."""
    node = next(n for n in reached.nodes if n.arcs)
    arc = node.arcs[0]
    stranger = Node(arc.target.number, CompositeState(arc.target.state.position, (Values({}),)), expanded=True)
    node.arcs[0] = Arc(node, arc.step, arc.arrived, stranger)


def _error_as_expanded(cfa: Cfa, reached: States) -> None:
    """An error state that claims to be an ordinary one, well explored."""
    node = reached.nodes[-1]
    stack = node.state.position.stack
    node.state, node.arcs, node.expanded = CompositeState(Position(cfa.error, stack), (Values({}),)), [], True


def _nothing_reached(_cfa: Cfa, reached: States) -> None:
    del reached.nodes[1:]


TAMPERINGS: list[Callable[[Cfa, States], None]] = [
    _no_arc,
    _no_arcs,
    _other_value,
    _more_knowledge,
    _other_place,
    _other_start,
    _other_root,
    _arc_to_a_stranger,
    _error_as_expanded,
    _nothing_reached,
]


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_a_set_that_was_tampered_with_is_not_believed(tamper: Callable[[Cfa, States], None]) -> None:
    cfa, reached = closed()
    tamper(cfa, reached)
    with pytest.raises((AssertionError, IndexError)):
        check(cfa, reached)


@pytest.mark.parametrize("seed", range(25))
def test_any_wrong_value_is_found(seed: int) -> None:
    """One value that is known is changed, anywhere in the set: some state before or behind does not fit any more."""
    cfa, reached = closed()
    rng = random.Random(seed)
    node = rng.choice([n for n in reached.nodes if known(n).known])
    key = rng.choice(sorted(known(node).known, key=str))
    with_values(node, Values({**known(node).known, key: known(node).known[key] + rng.randrange(1, 3)}))
    with pytest.raises(AssertionError):
        check(cfa, reached)


def test_what_there_is_no_time_to_check_is_not_verified() -> None:
    cfa, reached = closed()

    class Twice:
        looks = count()

        def exhausted(self) -> str | None:
            return "late" if next(self.looks) >= 2 else None

    unchecked = unchecked_nodes(CompositeAnalysis(cfa, (ValueDomain(cfa),)), reached, Twice())
    expanded = [n.number for n in reached.nodes if n.expanded]
    assert unchecked == set(expanded[2:])


# --- limits -----------------------------------------------------------------------------------------------------------

ENDLESS = (
    "extern void reach_error(void); int main(void) { unsigned x = 0; while (x < 4000000000u) x++; reach_error(); }"
)


class Clock:
    """Every look takes a second."""

    def __init__(self, start: float) -> None:
        self.now = start

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.mark.parametrize(
    ("limit", "clock", "reason"),
    [
        (SoftLimits(cpu=8), "process_time", "of CPU time"),
        (SoftLimits(wall=8), "monotonic", "the search stopped after"),
    ],
)
def test_clocks_stop_a_search(limit: SoftLimits, clock: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, clock, Clock(getattr(time, clock)()))
    findings = ExplicitValueAnalysis(automaton_of(ENDLESS), limit).run()
    assert findings.verdict is Verdict.UNKNOWN
    assert reason in findings.reason


def test_a_long_search_says_every_second_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", Clock(0))
    heard: list[str] = []
    analysis = ExplicitValueAnalysis(automaton_of(ENDLESS), SoftLimits(states=1000), progress=heard.append)
    analysis.run()
    sizes = [int(text.removesuffix(" states")) for text in heard]
    assert len(sizes) > 20
    assert sizes == sorted(sizes)
    assert sizes[-1] == 1000


def test_memory_stops_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        grown = count(100, 10)

        @property
        def ru_maxrss(self) -> int:
            return next(self.grown)

    monkeypatch.setattr(resource, "getrusage", lambda _who: Usage())
    Usage.grown = count(100, 10)
    findings = ExplicitValueAnalysis(automaton_of(ENDLESS), SoftLimits(memory=200 * 1024)).run()
    assert "memory" in findings.reason


def test_what_other_processes_use_counts() -> None:
    watch = LimitWatch(SoftLimits(cpu=1000.0))
    before = watch.seconds_left()
    cpu_time.charge(100.0)
    assert watch.seconds_left() <= before - 100


def test_wall_time_is_worth_less_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, cpu = iter([0.0, 0.0, 10.0]), iter([0.0, 5.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(wall))
    monkeypatch.setattr(time, "process_time", lambda: next(cpu))
    watch = LimitWatch(SoftLimits(wall=20.0), _cpu_start=cpu_time.now(), _wall_start=time.monotonic())
    assert watch.seconds_left() == 20.0
    assert watch.seconds_left() == pytest.approx(5.0)


def test_a_watch_stays_exhausted() -> None:
    size = 3
    watch = LimitWatch(SoftLimits(states=5), lambda: size)
    assert watch.exhausted() is None
    size = 6
    assert watch.exhausted() is not None
    size = 0
    assert watch.exhausted() is not None
    assert watch.check_now() is not None
