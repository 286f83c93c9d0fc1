"""Names of values in memory."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coveriflow.analysis.data_flow.differences import is_negative, opposite
from coveriflow.analysis.data_flow.values.contents import cell_name, cell_named, is_cell


@given(st.text(min_size=1), st.integers(0, 1 << 64), st.integers(1, 16))
def test_a_name_tells_where_the_value_lies(region: str, address: int, count: int) -> None:
    name = cell_name(region, (address, count))
    assert cell_named(name) == (region, (address, count))
    assert is_cell(name)
    assert not is_negative(name)
    assert not is_cell(opposite(name))
