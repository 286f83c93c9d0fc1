"""How many allocated objects there are that no one has freed: counted where the property asks for them."""

from __future__ import annotations

from coveriflow.program.cfa.cfa import Global
from coveriflow.program.cfa.edges import Assign
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, scalar_type
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.text.violations import LEAKS

_INTERNAL = ("<atexit>", "<at_quick_exit>", "<on_exit>")
"""Models whose objects the program never gets: what these allocate is not the program's to free."""


def count_objects(context: FunctionContext, change: BinaryOp, span: Span) -> None:
    """One more or less, if the property asks for it."""
    program = context.program
    if not LEAKS & program.violations.checks or span.file in _INTERNAL:
        return
    program.globals.setdefault(ALLOCATED.name, Global(ALLOCATED, (0,)))
    type_ = scalar_type(ALLOCATED)
    context.cursor.emit(Assign(ALLOCATED, make.binary(change, ALLOCATED, Constant(1, type_))), span)
