"""Which artifacts may be there where, and from whom: compositions are checked by it before they run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from coveriflow.actors.composition.nodes import (
    Actor,
    Composition,
    CompositionError,
    Fallback,
    IfThenElse,
    Interleaved,
    Need,
    Parallel,
    Portfolio,
    Ranged,
    Repeat,
    Retry,
    Sequence,
    Within,
    actors_in,
    no_composition,
)
from coveriflow.actors.questions import Question, subject_of
from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.path_ranges import Range, Ranges
from coveriflow.artifacts.range_results import RangeResults
from coveriflow.artifacts.resources import Limits

PROVIDED: dict[str, tuple[type, ...]] = {}
"""What each actor provides that has been defined, by name: ``definition`` enters it."""

_Branches = tuple[tuple[str, ...], ...]
"""By branch: who provides a kind there, in the order of the text."""
_CLEAR = frozenset({Answer, Justification})
"""Several answers are joined; a justification is that of the condition that is taken."""


@dataclass(frozen=True, slots=True)
class Supply:
    """What may be there. ``by``: who may have provided a kind, as others call them. ``open``: of which kinds there may
    be several that came at the same time, from several branches: none of them is the latest one.
    """

    kinds: frozenset[type]
    by: Mapping[type, frozenset[str]] = field(default_factory=dict)
    open: Mapping[type, _Branches] = field(default_factory=dict)

    def after(self, actor: Actor) -> Supply:
        """After ``actor``: what it provides is the latest of its kind."""
        by = {kind: self.by.get(kind, frozenset()) | {actor.called} for kind in actor.provides}
        still = {kind: names for kind, names in self.open.items() if kind not in actor.provides}
        return Supply(self.kinds | frozenset(actor.provides), {**self.by, **by}, still)

    def or_else(self, other: Supply) -> Supply:
        """Where one or the other has happened."""
        kinds = self.by.keys() | other.by.keys()
        by = {kind: self.by.get(kind, frozenset()) | other.by.get(kind, frozenset()) for kind in kinds}
        return Supply(self.kinds | other.kinds, by, {**self.open, **other.open})


def at_first(takes: Iterable[type]) -> Supply:
    """What a flow that takes these begins with."""
    return Supply(frozenset(takes))


def supplied(composition: Composition, there: Supply) -> Supply:
    """What may be there after ``composition``, if ``there`` was before.

    Raises ``CompositionError`` for an actor that lacks an input, naming what would provide it, and for one of whose
    inputs there are several at the same time.
    """
    match composition:
        case Parallel(()) | Portfolio(()) | Fallback(()) | Interleaved(()):
            raise CompositionError(f"a {type(composition).__name__} of nothing")
        case Actor():
            _check(composition, there)
            return there.after(composition)
        case Sequence(parts):
            return reduce(lambda supply, part: supplied(part, supply), parts, there)
        case Parallel(parts):
            return _side_by_side(parts, there)
        case Portfolio(parts):
            return reduce(Supply.or_else, (supplied(part, there) for part in parts))
        case Interleaved(parts, slices):
            for question in [each.when for each in slices if each.when is not None]:
                _check_known(question, there)
            return reduce(Supply.or_else, (supplied(part, there) for part in parts))
        case Fallback(parts):
            return reduce(lambda supply, part: supply.or_else(supplied(part, supply)), parts, there)
        case IfThenElse(condition, then, otherwise):
            _check_known(condition, there)
            after = supplied(then, there)
            return after.or_else(there if otherwise is None else supplied(otherwise, there))
        case Repeat(part, until):
            after = supplied(part, there)
            _check_known(until, after)
            return after
        case Ranged():
            return _in_ranges(composition, there)
        case Within(part) | Retry(part):
            return supplied(part, there)
        case _:
            raise no_composition(composition)


def _side_by_side(parts: tuple[Composition, ...], there: Supply) -> Supply:
    """Of a kind that several branches provide, none is the latest."""
    after = reduce(Supply.or_else, [supplied(part, there) for part in parts])
    still = dict(after.open)
    for kind in {kind for part in parts for actor in actors_in(part) for kind in actor.provides} - _CLEAR:
        branches = [tuple(a.called for a in actors_in(part) if kind in a.provides) for part in parts]
        if len(named := tuple(filter(None, branches))) > 1:
            still[kind] = named
    return Supply(after.kinds, after.by, still)


def _in_ranges(ranged: Ranged, there: Supply) -> Supply:
    """Each analysis finds a range; what remains is joined, or what one of them provides."""
    split = supplied(ranged.splitter, there)
    if Ranges not in split.kinds:
        raise CompositionError(f"the splitter provides no Ranges{_suggested((Ranges,))}")
    within = replace(split, kinds=split.kinds | {Range})
    after = reduce(Supply.or_else, [supplied(_ranged_analysis(part), within) for part in ranged.analyses])
    joined = supplied(ranged.aggregator, replace(after, kinds=after.kinds | {RangeResults}))
    return replace(joined, kinds=joined.kinds - {Range, RangeResults})


def _ranged_analysis(part: Composition) -> Composition:
    """``part``, if it looks at a range and answers."""
    actors = list(actors_in(part))
    named = " >> ".join(actor.called for actor in actors)
    if not any(Range in need.types for actor in actors for need in actor.needs):
        raise CompositionError(f"{named} looks at all paths, and not at a range: none of its actors takes a Range")
    if not any(Answer in actor.provides for actor in actors):
        raise CompositionError(f"{named} gives no answer for its range")
    return part


def _check_known(question: Question, there: Supply) -> None:
    """Of answers there is always one, unknown; and of a budget something is always left."""
    kind = subject_of(question)
    if kind not in (Answer, Limits) and kind not in there.kinds:
        raise CompositionError(
            f"'{question}' is about a {kind.__name__}, which nothing before it provides{_suggested((kind,))}"
        )


def _check(actor: Actor, there: Supply) -> None:
    chosen = dict(actor.sources)
    for need in actor.needs:
        if need.name in chosen:
            _check_source(actor, need, chosen[need.name], there)
        elif not any(kind in there.kinds for kind in need.types):
            if not need.optional:
                raise CompositionError(_lacking(actor, need))
        else:
            _check_clear(actor, need, there)


def _check_source(actor: Actor, need: Need, source: str, there: Supply) -> None:
    names = frozenset[str]().union(*(there.by.get(kind, frozenset()) for kind in need.types))
    if source not in names:
        known = f"{' or '.join(sorted(names))} does" if names else "no actor does"
        raise CompositionError(
            f"{actor.called} takes its {need.name} from '{source}', which provides no {need} before it ({known})"
        )
    if any(sum(source in branch for branch in there.open.get(kind, ())) > 1 for kind in need.types):
        raise CompositionError(
            f"{actor.called} takes its {need.name} from '{source}', and several are called so; give one a name of its "
            f"own: .named('...')"
        )


def _check_clear(actor: Actor, need: Need, there: Supply) -> None:
    for kind in need.types:
        if branches := there.open.get(kind):
            last = [branch[-1] for branch in branches]
            raise CompositionError(
                f"{actor.called} needs a {kind.__name__}, and {' and '.join(last)} provide one at the same time; name "
                f"one: .taking({need.name}='{last[0]}')"
            )


def _lacking(actor: Actor, need: Need) -> str:
    return f"{actor.called} needs a {need}, which nothing before it provides{_suggested(need.types)}"


def _suggested(kinds: Iterable[type]) -> str:
    providers = [name for name, provides in sorted(PROVIDED.items()) if set(provides) & set(kinds)]
    return f"; put {' or '.join(providers)} before it" if providers else ""
