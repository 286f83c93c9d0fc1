"""An analysis of a range that gives the right part of it to a worker that asks
(``analysis.symbolic.work_stealing``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from coveriflow.actors.work.verify.violating_input import test_of
from coveriflow.analysis.search.counterexamples import InputsRead
from coveriflow.analysis.testing.goals import values_called
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition, either
from coveriflow.artifacts.automata.range_observer import ResolvedRange, outside, resolved_range
from coveriflow.artifacts.path_ranges import Range, StolenRange
from coveriflow.execution.processes import worker
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.interpreter import End
from coveriflow.program.interpreter.path_order import InducedPath, at_most, induced_path


@dataclass(slots=True)
class SharedRange:
    """What is left of a range, over the edges of the program's own automaton; the process that runs this job may ask
    for a part (``worker.is_asked``).

    Law: what has been reported as given away and ``within`` are together the range that there was. It is reported
    before anything is left out, so that a process that dies in between loses only its own part, and that is noticed.
    """

    within: Range
    _condition: ResolvedCondition | None = None
    _cfa: Cfa = field(init=False)
    _bounds: ResolvedRange = field(init=False)

    def begin(self, cfa: Cfa, condition: ResolvedCondition | None) -> ResolvedCondition:
        """What is left alone at first."""
        self._cfa, self._condition, self._bounds = cfa, condition, resolved_range(self.within, cfa)
        return self._left_alone()

    def is_asked(self) -> bool:
        """See ``Sharing``."""
        return worker.is_asked()

    def bound(self, inputs: InputsRead) -> InducedPath | None:
        """See ``Sharing``."""
        path = induced_path(self._cfa, values_called(inputs))
        if path.end is End.TOO_LONG:
            return None  # it would do, and be an automaton of as many states
        lower, upper = self._bounds.lower, self._bounds.upper
        above = lower is None or (at_most(lower.edges, path.edges) and lower.edges != path.edges)
        below = upper is None or (at_most(path.edges, upper.edges) and upper.edges != path.edges)
        return path if above and below else None

    def give(self, inputs: InputsRead) -> ResolvedCondition:
        """See ``Sharing``."""
        path, test = self.bound(inputs), test_of(inputs, violates=False)
        assert path is not None
        worker.answered()
        worker.report_progress(StolenRange(test))
        self.within = replace(self.within, upper=test)
        self._bounds = replace(self._bounds, upper=path)
        return self._left_alone()

    def _left_alone(self) -> ResolvedCondition:
        others = outside(self._bounds, self._cfa)
        return others if self._condition is None else either(others, self._condition)
