"""Properties are shown by the names that the command line knows them by."""

from __future__ import annotations

import pytest

from coveriflow.artifacts.specifications import BY_NAME, Property, PropertyKind, all_of, named


@pytest.mark.parametrize("name", BY_NAME)
def test_a_name_stands_for_its_properties(name: str) -> None:
    assert named(BY_NAME[name].properties) == [(name, BY_NAME[name].properties)]


def test_several_names_and_other_properties() -> None:
    both = all_of([BY_NAME["memory-safety"], BY_NAME["no-overflow"]]).properties
    assert [name for name, _ in named(both)] == ["memory-safety", "no-overflow"]
    assert [name for name, _ in named(BY_NAME["memory-safety"].properties[:2])] == ["valid-free", "valid-deref"]
    other = Property(PropertyKind.UNREACH_CALL, "f")
    assert named([other]) == [("unreach-call", (other,))]
