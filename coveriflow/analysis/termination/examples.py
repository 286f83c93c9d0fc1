"""Steps between visits of heads with all their numbers: what a ranking function must fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.termination.features import Feature
from coveriflow.analysis.termination.relation import Transition
from coveriflow.logic.contracts import Model
from coveriflow.logic.terms import signed
from coveriflow.program.expressions.compile import Key

_PER_PAIR = 24
_SPARE = 2


@dataclass(frozen=True, slots=True)
class Example:
    """One step, with the numbers before and after it."""

    source: Position
    target: Position
    before: Mapping[Feature, int]
    after: Mapping[Feature, int]

    def of(self, features: Sequence[Feature], side: int) -> list[int]:
        """The numbers ``features``, before (0) or after (1)."""
        values = self.after if side else self.before
        return [values[feature] for feature in features]


@dataclass(slots=True)
class Examples:
    """Those that are not removed."""

    found: list[Example] = field(default_factory=list)

    def between(self, component: frozenset[Position]) -> list[Example]:
        """The steps inside of ``component``."""
        return [e for e in self.found if e.source in component and e.target in component]

    def keep(self, wanted: Callable[[Example], bool]) -> None:
        """Only those."""
        self.found = [e for e in self.found if wanted(e)]

    def take(self, transition: Transition, model: Model, features: Mapping[Position, Sequence[Feature]]) -> bool:
        """The step that ``model`` is; whether it is a new one."""
        both = [f for f in features[transition.source] if f in set(features[transition.target])]
        before = {f: _value(model, f, transition, 0) for f in both}
        after = {f: _value(model, f, transition, 1) for f in both}
        example = Example(transition.source, transition.target, before, after)
        if example in self.found:
            return False
        self.found.append(example)
        return True

    def sampled(
        self,
        steps: Mapping[tuple[Position, Position], Sequence[tuple[Mapping[Key, int], Mapping[Key, int]]]],
        features: Mapping[Position, Sequence[Feature]],
    ) -> None:
        """From executions: some of each pair of heads."""
        for (source, target), pairs in steps.items():
            if source not in features or target not in features:
                continue
            both = [f for f in features[source] if f in set(features[target])]
            for before, after in pairs[:: max(1, len(pairs) // _PER_PAIR)]:
                first, second = ({f: f.value(state) for f in both} for state in (before, after))
                if None not in first.values() and None not in second.values():
                    known = [{f: v for f, v in each.items() if v is not None} for each in (first, second)]
                    self.found.append(Example(source, target, *known))


def _value(model: Model, feature: Feature, transition: Transition, side: int) -> int:
    width = feature.width + _SPARE
    return signed(model.value(feature.term(transition.after if side else transition.before, width)), width)
