"""What is said of a property before a verdict is believed."""

from __future__ import annotations

import pytest

from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.violations import warnings
from coveriflow.program.types.data_model import DataModel

TEXT = "extern void reach_error(void); int main(void) { reach_error(); return 0; }"


@pytest.mark.parametrize(
    ("functions", "said"),
    [
        (["reach_error"], []),
        (["err"], ["no function err: nothing can violate the property (it has reach_error: --property assertions)"]),
        (["err", "reach_error"], ["no function err: nothing can violate this part of the property"]),
    ],
)
def test_functions_that_a_program_does_not_have(functions: list[str], said: list[str]) -> None:
    specification = Specification(tuple(Property(PropertyKind.UNREACH_CALL, name) for name in functions))
    task = Task((Source("p.c", TEXT, TEXT),), specification, DataModel.LP64)
    assert [warning.partition("the program has ")[2] for warning in warnings(task)] == said
