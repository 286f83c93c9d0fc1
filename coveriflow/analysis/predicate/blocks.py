"""Block operators: where a block ends and an abstraction is computed (unifying paper, Sect. 3.1.6)."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Location
from coveriflow.program.cfa.loops import Loops

BlockEnd = Callable[[Location], bool]


class BlockOperator(Enum):
    """``LF``: at loop heads, function calls and returns, and at the error location; ``L``: at loop heads and at the
    error location; ``NEVER``: nowhere.

    With ``L`` a block also ends where a recursive call enters a function: else a block could be endless.
    """

    LF = "lf"
    L = "l"
    NEVER = "never"


def block_end(operator: BlockOperator, cfa: Cfa, loops: Loops) -> BlockEnd:
    """Whether a block of ``operator`` ends at a location of ``cfa``."""
    if operator is BlockOperator.NEVER:
        return lambda _location: False
    calls = [edge for edge in cfa.edges if isinstance(edge.operation, Call)]
    ends = {edge.target for edge in calls if operator is BlockOperator.LF or edge in loops.recursive}
    if operator is BlockOperator.LF:
        ends |= {edge.operation.return_to for edge in calls if isinstance(edge.operation, Call)}
    ends.add(cfa.error)
    return lambda location: loops.is_head(location) or location in ends
