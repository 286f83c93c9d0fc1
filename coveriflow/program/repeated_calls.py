"""Which functions may run more than once, as far as their calls tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from coveriflow.program.cfa import RawEdge
from coveriflow.program.edges import Call, Location, Return


class RepeatedCalls:
    """Errs towards more than once: two calls of a function count, whether or not both can happen."""

    def __init__(self, edges: Sequence[RawEdge]) -> None:
        self._calls: defaultdict[str, list[RawEdge]] = defaultdict(list)
        self._following: defaultdict[Location, list[Location]] = defaultdict(list)
        self._known: dict[str, bool] = {}
        for edge in edges:
            match edge.operation:
                case Call(function, _, _, return_to):
                    self._calls[function].append(edge)
                    self._following[edge.source].append(return_to)
                case Return():
                    pass
                case _:
                    self._following[edge.source].append(edge.target)

    def may_repeat(self, function: str) -> bool:
        """Whether ``function`` may be called again; who calls itself is."""
        if function not in self._known:
            self._known[function] = True
            calls = self._calls[function]
            self._known[function] = len(calls) > 1 or any(
                self._is_in_loop(call.source) or self.may_repeat(call.source.function) for call in calls
            )
        return self._known[function]

    def _is_in_loop(self, location: Location) -> bool:
        seen: set[Location] = set()
        pending = list(self._following[location])
        while pending:
            current = pending.pop()
            if current == location:
                return True
            if current not in seen:
                seen.add(current)
                pending += self._following[current]
        return False
