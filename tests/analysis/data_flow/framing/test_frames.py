"""What goes into a framed call contains what is there, and what comes back contains each state after the call."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.data_flow.framing.calls import Effect, FramedCalls
from coveriflow.analysis.data_flow.framing.frames import returned, seen
from coveriflow.analysis.data_flow.states import Lattice, State
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.cfa.recursion import DEPTH, SAVED
from tests.analysis.data_flow import test_text_ends as texts
from tests.analysis.data_flow.test_states import ALL, TYPES, Values, contains, situations
from tests.analysis.runs import automaton_of

EVERYTHING = Effect(None, None)


@st.composite
def effects(draw: st.DrawFn, names: list[str]) -> Effect:
    touched = frozenset(draw(st.sets(st.sampled_from(names))))
    written = frozenset(name for name in sorted(touched) if draw(st.booleans()))
    return draw(st.sampled_from([Effect(touched, written)] * 4 + [EVERYTHING]))


def may_lead_to(before: Values, effect: Effect) -> list[Values]:
    """What a call with this effect may leave."""
    kept = [] if effect.written is None else [name for name in TYPES if name not in effect.written]
    return [after for after in ALL if all(after[name] == before[name] for name in kept)]


@settings(max_examples=40, deadline=None)
@given(st.data(), situations())
def test_no_number_and_no_difference_is_wrong(data: st.DataObject, situation: tuple[Lattice, State, State]) -> None:
    _, before, after = situation
    effect = data.draw(effects(list(TYPES)))
    found, entered = returned(before, after, effect), seen(before, effect)
    for values in (each for each in ALL[::7] if contains(before, each)):
        assert contains(entered, values)
        for left in may_lead_to(values, effect):
            assert not contains(after, left) or contains(found, left), (values, left)


@settings(max_examples=80)
@given(st.data(), texts.concrete, texts.concrete)
def test_no_fact_about_a_text_is_wrong(data: st.DataObject, one: texts.Concrete, other: texts.Concrete) -> None:
    effect = data.draw(effects(["x", "y", "m"]))
    written = {"x", "y", "m"} if effect.written is None else effect.written
    values = {name: (other if name in written else one)[0][name] for name in ("x", "y")}
    left = values, (other if "m" in written else one)[1]
    before, after = data.draw(texts.states(one)), data.draw(texts.states(left))
    assert texts.holds(seen(before, effect).ends, one)
    found = returned(before, after, effect)
    assert texts.holds(found.ends, left)
    assert all(left[0][name] in number for name, number in found.numbers.items())
    assert all(number in found.memory["m"].at(address) for address, number in enumerate(left[1]) if "m" in found.memory)


PROGRAM = """
static int kept, changed, once;
static int least(int n) { return n < changed ? n : changed; }
static int deeper(int n) { if (n == 0) return kept; int before = least(n); changed = deeper(n - 1); return before; }
int main(void) { once = least(2); return deeper(3); }
"""


def framed(cfa: Cfa) -> tuple[FramedCalls, dict[str, list[Edge]]]:
    found: dict[str, list[Edge]] = {}
    for edge in cfa.edges:
        if isinstance(edge.operation, Call):
            found.setdefault(edge.operation.function, []).append(edge)
    return FramedCalls(cfa, loops_of(cfa).recursive), found


def test_calls_of_functions_that_call_themselves_are_framed() -> None:
    cfa = automaton_of(PROGRAM)
    frames, calls = framed(cfa)
    assert {edge.source.function for edges in calls.values() for edge in edges if frames.is_framed(edge)} == {"deeper"}
    effect = frames.effect("deeper")
    assert effect.touched is not None
    assert effect.written is not None
    assert {"kept", "changed", DEPTH.name} <= effect.touched
    assert "changed" in effect.written
    assert not {"kept", "once"} & effect.written
    assert "once" not in effect.touched


def test_an_entered_function_has_no_stack_below() -> None:
    cfa = automaton_of(PROGRAM)
    frames, calls = framed(cfa)
    backs = {e.source.function: e.operation.return_to for e in calls["deeper"] if isinstance(e.operation, Call)}
    assert frames.standing_for([backs["main"]]) == (backs["main"],)
    assert frames.standing_for([backs["main"], backs["deeper"]]) == ()
    assert frames.is_entered(Position(cfa.functions["deeper"].entry))
    assert not frames.is_entered(Position(cfa.functions["deeper"].entry, (backs["main"],)))
    assert not frames.is_entered(Position(cfa.entry))


def test_saved_values_are_those_before_the_call() -> None:
    before, after = State(), State()
    name = f"x{SAVED}"
    before.bounds, after.bounds = {("a", "b"): 1, ("a", DEPTH.name): 0}, {("a", DEPTH.name): -9, ("b", "a"): 2}
    found = returned(before, after, Effect(frozenset({"b", name}), frozenset({"b", name})))
    assert found.bounds == {("a", DEPTH.name): 0, ("b", "a"): 2}
    assert seen(before, EVERYTHING).bounds == {("a", "b"): 1}
