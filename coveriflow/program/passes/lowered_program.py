"""A program that has been lowered, as the passes see it: they change edges, and nothing of this but its assumptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from coveriflow.program.cfa.builder import Builder
from coveriflow.program.cfa.cfa import Function, Global
from coveriflow.program.cfa.edges import Location, Undefined
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Expression, Variable
from coveriflow.program.lowering.evaluation_order import OpenOrders
from coveriflow.program.memory.layout import Cut, Layout, Site
from coveriflow.program.types.data_model import DataModel


@dataclass(frozen=True, slots=True)
class LoweredProgram:
    """``builder`` makes further locations, and knows the blocks. ``functions``: those that can run, by name; ``entry``
    and ``error_function`` are names. ``error``: where a violation leads to; ``halt``: where executions end.

    ``sites`` and ``cut``: objects that are allocated, and objects that may be larger than they are here. ``passed``:
    local variables whose declarations a jump may pass. ``unset``: flags of variables that may have no value yet.
    ``registers``: names that are declared ``register``. ``argument_objects``: in which calls leave further arguments.
    ``inlined``: calls that gcc computes itself, right only where the rounding is nearest. ``checks``: kinds of
    undefined behaviour that violate the property. ``frees``: whether objects may be freed. ``address_numbers``:
    pointers that it converts to numbers. ``orders``: expressions whose operands may clash.
    ``recursive``: functions that may be entered again before they return. ``runs_at_exit``: whether functions are
    called after the entry function has returned.
    """

    model: DataModel
    builder: Builder
    functions: Mapping[str, Function]
    entry: str
    error_function: str
    error: Location
    halt: Location
    layout: Layout
    globals: Mapping[str, Global]
    sites: Mapping[str, Site]
    cut: Mapping[Variable, Cut]
    passed: Sequence[Variable]
    unset: Mapping[Variable, Variable]
    registers: frozenset[str]
    argument_objects: Set[Variable]
    inlined: Sequence[Span]
    checks: frozenset[Undefined]
    frees: bool
    address_numbers: Set[Expression]
    orders: OpenOrders
    recursive: frozenset[str]
    runs_at_exit: bool
    assumptions: dict[str, None] = field(default_factory=dict)

    def assume(self, sentence: str) -> None:
        """What is verified of the program is so only under this assumption."""
        self.assumptions.setdefault(sentence)
