"""Maps that share chunks mean what plain dictionaries mean."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.analysis.data_flow.values.cells import Cells, cells_of
from coveriflow.analysis.data_flow.values.value_sets import Shape, ValueSet, exactly

SHAPE = Shape(4, congruences=True)
VALUES = [exactly(number) for number in range(4)]
"""Each value once, as states share them."""
plain = st.dictionaries(st.integers(0, 40), st.sampled_from(VALUES), max_size=12)


def at(values: dict[int, ValueSet], address: int, rest: ValueSet) -> ValueSet:
    return values.get(address, rest)


@settings(max_examples=80)
@given(plain, plain, st.sampled_from(VALUES))
def test_changes(before: dict[int, ValueSet], changes: dict[int, ValueSet], rest: ValueSet) -> None:
    cells = cells_of(before)
    after = cells.updated(changes.items())
    assert dict(after.items()) == {**before, **changes}
    assert dict(cells.items()) == before
    assert sorted(after) == sorted({**before, **changes})
    assert len(after) == len(list(after.values()))
    assert all(after.get(a, rest) == at({**before, **changes}, a, rest) for a in range(45))


@settings(max_examples=80)
@given(plain, plain, plain, st.sampled_from(VALUES), st.sampled_from(VALUES))
def test_combinations(
    shared: dict[int, ValueSet],
    one: dict[int, ValueSet],
    other: dict[int, ValueSet],
    rest: ValueSet,
    other_rest: ValueSet,
) -> None:
    """Also of maps that have chunks in common."""
    base = cells_of(shared)
    first, second = base.updated(one.items()), base.updated(other.items())
    mine, others = {**shared, **one}, {**shared, **other}
    differing = {a: (x, y) for a, x, y in first.differing(second, rest, other_rest)}
    for address in {*mine, *others}:
        pair = at(mine, address, rest), at(others, address, other_rest)
        assert pair[0] is pair[1] or differing[address] == pair
    met = first.updated((a, pair[0]) for a, pair in differing.items())
    assert all(address in set(met) for address in {*mine, *others})
    joined = first.combined(second, (rest, other_rest), SHAPE.joined)
    for address in {*mine, *others}:
        wanted = SHAPE.joined(at(mine, address, rest), at(others, address, other_rest))
        assert joined.get(address, SHAPE.joined(rest, other_rest)) == wanted


def test_what_is_missing_in_both_is_missing() -> None:
    assert len(Cells().combined(Cells(), (VALUES[0], VALUES[1]), SHAPE.joined)) == 0
