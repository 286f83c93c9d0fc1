"""What is looked at but never executed leaves no trace in the program that is lowered."""

from __future__ import annotations

from dataclasses import fields

from coveriflow.program.cfa.builder import Builder
from coveriflow.program.constructs import LOWERERS
from coveriflow.program.lowering.context import ProgramContext
from coveriflow.program.memory.layout import Layout
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import USUAL


def test_nothing_that_can_be_changed_is_shared() -> None:
    builder = Builder()
    error, halt = builder.location(""), builder.location("")
    program = ProgramContext(
        DataModel.LP64,
        LOWERERS,
        CALLS_OF_REACH_ERROR,
        builder,
        error,
        halt,
        Layout(DataModel.LP64, USUAL[DataModel.LP64]),
    )
    beside = program.scratch()
    for each in fields(program):
        value = getattr(program, each.name)
        is_frozen = isinstance(value, frozenset | tuple | str | int) or getattr(value, "__hash__", None) is not None
        if isinstance(value, dict | list | set) or not is_frozen:
            assert getattr(beside, each.name) is not value, each.name
