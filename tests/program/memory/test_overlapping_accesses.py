"""Accesses of an area: which overlap is found without looking at all pairs, and is what looking at all pairs finds."""

from __future__ import annotations

from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.program.memory.points_to import Access, Area
from coveriflow.program.memory.regions import groups


@st.composite
def areas(draw: st.DrawFn) -> Area:
    area = Area(modulus=draw(st.sampled_from((0, 0, 1, 2, 3, 4, 7, 12, 40))))
    offsets = st.integers(-20, 60).map(area.normal)
    found = draw(st.lists(st.builds(Access, offsets, st.sampled_from((1, 2, 3, 4, 8, 16))), max_size=12))
    area.accesses = set(found)
    return area


def pairs(area: Area) -> set[frozenset[Access]]:
    found = combinations_with_replacement(area.accesses, 2)
    return {frozenset(pair) for pair in found if area.overlap(*pair)}


def touched(area: Area, access: Access) -> set[int]:
    return {area.normal(access.offset + byte) for byte in range(access.size)}


@given(areas())
def test_all_overlapping_accesses_are_found(area: Area) -> None:
    assert {frozenset(pair) for pair in area.overlapping()} == pairs(area)


@given(areas())
def test_what_overlaps_touches_the_same_bytes(area: Area) -> None:
    for one, other in combinations_with_replacement(area.accesses, 2):
        if one != other:
            assert area.overlap(one, other) == bool(touched(area, one) & touched(area, other))


@given(areas())
def test_groups_are_what_is_connected_by_overlaps(area: Area) -> None:
    found = groups(area)
    assert sorted(map(str, (access for group in found for access in group))) == sorted(map(str, area.accesses))
    number = {access: n for n, group in enumerate(found) for access in group}
    assert all(len({number[access] for access in pair}) == 1 for pair in pairs(area))
    for group in found:
        reached = {group[0]}
        while more := {a for pair in pairs(area) if pair & reached for a in pair} - reached:
            reached |= more
        assert reached == set(group)
