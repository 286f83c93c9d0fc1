"""Widening of memories: an upper bound that ends, and keeps few addresses in different objects."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.analysis.data_flow.values.arithmetic import Arithmetic
from coveriflow.analysis.data_flow.values.contents import Memory, anything, unsigned
from coveriflow.analysis.data_flow.values.memory_lattice import MemoryLattice
from coveriflow.analysis.data_flow.values.value_sets import Shape, ValueSet, exactly

BITS, PLACE = 8, (0, 4)
LATTICE = MemoryLattice(Arithmetic(Shape(8, congruences=True)), {"m": unsigned(8)}, BITS)


def holding(value: int) -> Memory:
    return {"m": anything(unsigned(8)).with_wholes({PLACE: exactly(value)})}


def widened(values: list[int]) -> list[ValueSet]:
    """What is known of the place after each of ``values`` has come."""
    memory, found = holding(values[0]), list[ValueSet]()
    for value in values[1:]:
        larger = LATTICE.widened(memory, holding(value), [0, 1 << 20])
        assert LATTICE.covers(larger, memory)
        assert LATTICE.covers(larger, holding(value))
        memory = larger
        found.append(memory["m"].wholes[PLACE])
    return found


@given(st.lists(st.integers(0, 40), min_size=2, max_size=60), st.integers(0, 3))
def test_addresses_grow_few_times(objects: list[int], spread: int) -> None:
    found = widened([(each << BITS) + each % (spread + 1) for each in objects])
    assert len(dict.fromkeys(found)) <= 32


def test_few_objects_stay_what_they_are() -> None:
    last = widened([0, *(each << BITS for each in range(3, 15))])[-1]
    assert last.few(20) == [0, *(each << BITS for each in range(3, 15))]
    assert widened([each << BITS for each in range(1, 20)])[-1].few(20) is None
    assert widened([(1 << BITS) + each for each in range(6)])[-1].few(20) is None


def test_numbers_below_the_first_object_are_widened_at_once() -> None:
    assert widened([0, 1])[-1] == ValueSet(((0, 1 << 20),))
