"""Conditions of the program text: where they are evaluated, which names are in scope there, and what decides them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from coveriflow.program.cfa.edges import Assume, Edge, Location
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.values import many


@many
@dataclass(frozen=True, slots=True)
class ControlStatement:
    """An ``if`` or a loop. ``span`` is its keyword's, ``head`` where control is before the condition is evaluated.

    ``names``: the objects in scope there, by the names that the text has for them. ``decisions``: by the source of an
    assume edge and its truth, whether the whole condition holds if that edge is taken; an edge after which more of
    the condition is evaluated is missing. ``is_partial``: a constant part decides some executions, without an edge.
    """

    keyword: str
    span: Span
    head: Location
    names: Mapping[str, Variable]
    decisions: Mapping[tuple[Location, bool], bool]
    is_partial: bool = False

    @property
    def is_loop(self) -> bool:
        """Whether the condition is evaluated again and again."""
        return self.keyword != "if"

    def moved(self, represent: Callable[[Location], Location]) -> ControlStatement:
        """The statement after locations have been contracted; the source of an assume edge stays what it is."""
        return replace(self, head=represent(self.head))

    def outcome(self, edge: Edge) -> bool | None:
        """What the condition has evaluated to when control takes ``edge``; ``None`` if that is not known yet."""
        if not isinstance(edge.operation, Assume):
            return None
        return self.decisions.get((edge.source, edge.operation.truth))
