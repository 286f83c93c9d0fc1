"""A verdict may rest on the numbers that addresses have here, which is an assumption."""

from __future__ import annotations

from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Constant, Expression, is_pointer
from coveriflow.program.lowering.context import ProgramContext
from coveriflow.program.types.c_types import Integer, Pointer, Rank, Scalar


def check_number(program: ProgramContext, operand: Expression, target: Scalar, span: Span) -> None:
    """Note it where ``operand`` is converted to ``target``: where a program computes with addresses, or makes some of
    other numbers than the null pointer.
    """
    to_number = is_pointer(operand) and isinstance(target, Integer) and target.rank is not Rank.BOOL
    to_address = isinstance(target, Pointer) and isinstance(operand.type, Integer)
    is_null = isinstance(operand, Constant) and operand.value == 0
    if (to_number and not isinstance(operand, Constant)) or (to_address and not is_null):
        if not span.file.startswith("<"):
            sentence = f"the result does not depend on the numeric values of addresses at {Span(span.file, span.line)}"
            program.assumptions.setdefault(sentence)
            if to_number:
                program.address_numbers.add(operand)
