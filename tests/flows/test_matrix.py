"""Every flow, reducer, splitter and accelerator with every property: no verdict is wrong, nothing fails, and what can
decide nothing of a property is refused before it runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, get_args

import pytest

from coveriflow.actors import (
    Flow,
    abstract_loops,
    accelerate,
    accelerate_automata,
    assume_invariants,
    bmc,
    bmc_given,
    horn,
    horn_given,
    impact,
    impact_given,
    kinduction,
    kinduction_given,
    predicate,
    predicate_given,
    reduce,
    split_balanced,
    split_loops,
    split_random,
    symbolic,
    symbolic_given,
    termination,
    tool,
    value,
    value_given,
    when_unknown,
)
from coveriflow.actors.composition.nodes import Actor, Composition, CompositionError, Splitting, actors_in
from coveriflow.actors.options import RangeProgramForm, ReducerName
from coveriflow.actors.properties import check_property
from coveriflow.actors.tool_catalogue import defined
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import BY_NAME, TERMINATION, PropertyKind
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.compositions import behind_range_reducer, conditional, confirmed, proved, ranged
from coveriflow.flows.ready import READY, WITH_TOOLS
from coveriflow.flows.running.run_folder import violated_property
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.program.errors import ToolMissing
from tests.flows.properties import PROPERTIES, tasks

LIMITS = Limits(cpu=25.0, memory=2 << 30)
A_DAY = 12
"""Pairs of a composition and a property; all of them are in the slow tests."""


def _reduced(name: ReducerName) -> Composition:
    return value(states=4) >> when_unknown(reduce(reducer=name) >> bmc())


def _in_program(form: RangeProgramForm) -> Composition:
    return ranged(split_loops(bounds="1"), *[confirmed(behind_range_reducer(bmc(), form))] * 2)


def _within(verifier: Actor, splitter: Actor, splitting: Splitting = Splitting.STATIC) -> Composition:
    return ranged(splitter, confirmed(verifier), confirmed(verifier), splitting=splitting)


_VERIFIERS = (value(), bmc(), kinduction(), predicate(), impact(), symbolic(), horn())
_GIVEN = (
    value_given(),
    bmc_given(),
    kinduction_given(),
    predicate_given(),
    impact_given(),
    symbolic_given(),
    horn_given(),
)
_SPLITTERS = (split_loops(bounds="1"), split_random(), split_balanced())
_ACCELERATORS = (accelerate(), accelerate_automata())
_ABSTRACTIONS = (assume_invariants(), abstract_loops(), abstract_loops(iterations=3))
_PARTS: dict[str, Composition] = {
    **{f"reduce-{name}": confirmed(_reduced(name)) for name in get_args(ReducerName)},
    **{f"{each.name}": confirmed(conditional(value(states=4), each)) for each in _GIVEN},
    **{f"{each.name}-in-range": _within(each, split_loops(bounds="1")) for each in _VERIFIERS},
    **{f"{each.name}-{how.name.lower()}": _within(symbolic(), each, how) for each in _SPLITTERS for how in Splitting},
    **{f"range-{form}": _in_program(form) for form in get_args(RangeProgramForm)},
    **{f"{each.name}-bmc": proved(confirmed(each >> bmc(share=0.7))) for each in _ACCELERATORS},
    **{f"loops-{n}": confirmed(each >> bmc(share=0.7)) for n, each in enumerate(_ABSTRACTIONS, 1)},
    "accelerate-reduced": proved(
        confirmed(value(states=4) >> when_unknown(reduce() >> accelerate() >> bmc(share=0.7)))
    ),
}
FLOWS = {name: READY[name]() for name in READY if name != "default"} | {n: Flow(n, c) for n, c in _PARTS.items()}
OPEN = (
    *("test", "fuzz", "greybox", "eva", "cmc-eva", "value", "value-given", "value-in-range"),
    *("loops-2", "loops-3", "invariants-esbmc"),
)
"""Testers and fuzzers prove nothing, Eva finds nothing and knows no ``malloc``, explicit values are too imprecise for
some, and so are abstracted loops.
"""
PAIRS = [(flow, name) for flow in FLOWS for name in PROPERTIES]


def _checks_termination(actor: Actor) -> bool:
    """Whether it is a tool, without a configuration, whose definition says so."""
    given = dict(actor.parameters)
    is_tool = actor.name == tool("cbmc").name and not given["configuration"]
    return is_tool and PropertyKind.TERMINATION in dict(defined(str(given["name"])).properties)


def _is_refused(flow: Flow, name: str) -> bool:
    actors = list(actors_in(flow.composition))
    if _checks_termination(next(actor for actor in actors if Answer in actor.provides)):
        return False
    ends = any(actor.name == termination().name for actor in actors)
    return ends != (BY_NAME[name] == TERMINATION)


def _samples() -> Iterator[Any]:
    """Some on each day, so that all come up after some weeks."""
    asked = [pair for pair in PAIRS if not _is_refused(FLOWS[pair[0]], pair[1])]
    days = -(-len(asked) // A_DAY)
    today = datetime.now(UTC).toordinal() % days
    for number, (flow, name) in enumerate(asked):
        marks = () if number % days == today else (pytest.mark.slow,)
        yield pytest.param(flow, name, marks=marks, id=f"{flow}-{name}")


def ran(flow: Flow, name: str, verdict: Verdict, workers: Workers) -> Run:
    listener = Listener()
    try:
        return run(flow, tasks(name)[verdict], LIMITS, in_workers(workers, listener), listener)
    except ToolMissing as missing:
        assert flow.name in WITH_TOOLS
        pytest.skip(missing.message.partition("\n")[0])


@pytest.mark.parametrize(("flow", "name"), list(_samples()))
def test_no_verdict_is_wrong_and_nothing_fails(flow: str, name: str, workers: Workers) -> None:
    for verdict in (Verdict.TRUE, Verdict.FALSE):
        done = ran(FLOWS[flow], name, verdict, workers)
        assert done.answer.verdict in (verdict, *[Verdict.UNKNOWN] * (flow in OPEN)), done.answer
        assert all(turn.end not in (End.FAILED, End.DIED) for turn in done.turns), done.turns
        assert done.answer.verdict is Verdict.UNKNOWN or done.answer.evidence is not None
        if verdict is Verdict.FALSE and name == "memory-safety":
            assert violated_property(done) in ("valid-deref", None)


@pytest.mark.parametrize("flow", FLOWS)
def test_what_can_decide_nothing_is_refused(flow: str) -> None:
    for name in PROPERTIES:
        if _is_refused(FLOWS[flow], name):
            with pytest.raises(CompositionError, match=f"the flow '{flow}' cannot decide "):
                check_property(FLOWS[flow], BY_NAME[name])
        else:
            check_property(FLOWS[flow], BY_NAME[name])
