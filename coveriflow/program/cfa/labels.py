"""How an edge of a control-flow automaton is named outside of it: in conditions, witnesses and reports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.program.values import many


class Branch(Enum):
    """Direction of an edge at a branching: the condition holds, does not hold, or the edge is no branch."""

    TRUE = "condition-true"
    FALSE = "condition-false"
    NONE = "none"


@many
@dataclass(frozen=True, slots=True, order=True)
class EdgeLabel:
    """Names one edge of one program: where it stands in the text, what it says, which way it goes.

    ``statement`` is the operation as C text (for a branch: the condition, in both directions); ``ordinal`` tells
    apart edges that agree in all else (a ``for`` header's copies, say), counted from 0 in the automaton's order.
    """

    function: str
    line: int
    statement: str
    branch: str = Branch.NONE.value
    ordinal: int = 0
    file: str = ""
