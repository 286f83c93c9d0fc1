"""Facts about ends of texts hold in every concrete state that they are told of, after joins, copies and moves."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.analysis.data_flow import text_ends
from coveriflow.analysis.data_flow.states import Lattice, State
from coveriflow.analysis.data_flow.text_ends import End, Ends
from coveriflow.analysis.data_flow.values.cells import cells_of
from coveriflow.analysis.data_flow.values.contents import Contents, unsigned
from coveriflow.analysis.data_flow.values.value_sets import Shape, ValueSet, exactly
from coveriflow.program.types.c_types import INT

SHAPE = Shape(4, congruences=True)
PARTNERS = {"x": ("y",), "y": ("x",)}
MEMORY = {"m": unsigned(8)}
LATTICE = Lattice(SHAPE, {"x": INT, "y": INT}, PARTNERS, (), block_bits=5, object_ends=(20, 40, 63), regions=MEMORY)
LENGTH = 96
Concrete = tuple[dict[str, int], list[int]]
"""The variables, and the numbers in memory."""

concrete = st.tuples(
    st.fixed_dictionaries({"x": st.integers(0, 40), "y": st.integers(0, 40)}),
    st.lists(st.sampled_from([0, 1, 1, 1]), min_size=LENGTH, max_size=LENGTH),
)


def holds(facts: Ends, state: Concrete) -> bool:
    values, memory = state
    for (_, names, _), end in facts.items():
        first = sum(values[name] for name in names) + end.offset
        last = min([end.last, *(values[name] + most for name, most in end.tops)])
        if all(memory[a] for a in range(max(0, first), min(last, LENGTH - 1) + 1)):
            return False
    return True


@st.composite
def near(draw: st.DrawFn, value: int) -> ValueSet:
    """Numbers with ``value``."""
    return ValueSet(((value - draw(st.integers(0, 1)), value + draw(st.integers(0, 2))),))


@st.composite
def states(draw: st.DrawFn, given_: Concrete) -> State:
    """An abstract state that contains ``given_``: some true facts, and memory that is known in part."""
    values, memory = given_
    state = State(numbers={name: draw(near(value)) for name, value in values.items()})
    for pair in draw(st.sets(st.sampled_from([("x", "y"), ("y", "x")]))):
        state.bounds[pair] = values[pair[0]] - values[pair[1]] + draw(st.integers(0, 2))
    known = {a: exactly(memory[a]) for a in draw(st.sets(st.integers(0, LENGTH - 1), max_size=20))}
    state.memory["m"] = Contents(cells_of(known), SHAPE.joined(exactly(0), exactly(1)))
    zeros = [a for a, number in enumerate(memory) if number == 0]
    for _ in range(draw(st.integers(0, 3)) if zeros else 0):
        zero = draw(st.sampled_from(zeros))
        names = draw(st.sampled_from([(), ("x",), ("x", "y")]))
        offset = zero - sum(values[name] for name in names) - draw(st.integers(0, 3))
        key = text_ends.key_of(LATTICE, "m", (names, offset if names else zero))
        tops = [(name, zero - values[name] + draw(st.integers(0, 2))) for name in draw(st.sets(st.sampled_from("xy")))]
        state.ends[key] = End(offset, zero + draw(st.integers(0, 3)), text_ends.few_tops(tops))
    return state


@settings(max_examples=150)
@given(st.data(), concrete, concrete)
def test_joins(data: st.DataObject, one: Concrete, other: Concrete) -> None:
    first, second = data.draw(states(one)), data.draw(states(other))
    assert holds(first.ends, one)
    both = [text_ends.joined(LATTICE, first, second)]
    both += [text_ends.widened(LATTICE, first, second, abruptly=abruptly) for abruptly in (False, True)]
    for facts in both:
        assert holds(facts, one)
        assert holds(facts, other)
    larger = LATTICE.joined(first, second)
    assert LATTICE.covers(larger, first)
    assert LATTICE.covers(larger, second)


@settings(max_examples=150)
@given(st.data(), concrete, st.integers(-5, 5))
def test_copies_and_moves(data: st.DataObject, state: Concrete, by: int) -> None:
    values, memory = state
    facts = data.draw(states(state)).ends
    moved = {"x": values["x"] + by, "y": values["y"]}
    assert holds(text_ends.moved(LATTICE, facts, "x", by), (moved, memory))
    with_z = {**values, "z": values["x"] + by}
    assert holds(text_ends.copied(LATTICE, facts, "z", (("x",), by)), (with_z, memory))
    sums = {**values, "z": values["x"] + values["y"] + by}
    assert holds(text_ends.copied(LATTICE, facts, "z", (("x", "y"), by)), (sums, memory))


@settings(max_examples=150)
@given(st.data(), concrete, st.integers(0, LENGTH - 1))
def test_writes(data: st.DataObject, state: Concrete, address: int) -> None:
    """After a number that is not zero was written."""
    values, memory = state
    before = data.draw(states(state))
    written = [1 if a == address else number for a, number in enumerate(memory)]
    assert holds(text_ends.stored(LATTICE, before, text_ends.Write("m", exactly(address))), (values, written))


@settings(max_examples=150)
@given(st.data(), concrete, st.integers(0, 40))
def test_facts_without_a_variable(data: st.DataObject, state: Concrete, other: int) -> None:
    """They say what they said by way of it, and no more, whatever it is next."""
    values, memory = state
    before = data.draw(states(state))
    found = text_ends.projected(LATTICE, before, ["x"])
    assert holds(found, state)
    assert holds(text_ends.without(found, ["x"]), ({**values, "x": other}, memory))


@settings(max_examples=100)
@given(st.data(), concrete)
def test_what_a_state_implies(data: st.DataObject, state: Concrete) -> None:
    abstract = data.draw(states(state))
    for key in (("m", ("x",), 0), ("m", ("x", "y"), 0), ("m", ("x",), 1), *abstract.ends):
        assert all(holds({key: end}, state) for end in text_ends.implied(LATTICE, abstract, key))
