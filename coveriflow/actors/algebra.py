"""Compositions are values: frozen trees of actors, checked when they are built; anyone can run or draw them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coveriflow.actors.contracts import Actor, CompositionError, Need, known_actors
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class VerdictIs:
    """Holds where the last answer in the scope has one of ``verdicts``; no answer yet counts as ``unknown``."""

    verdicts: tuple[Verdict, ...]

    def __str__(self) -> str:
        return "verdict is " + " or ".join(v.value for v in self.verdicts)


class Composable:
    """``a >> b``: first ``a``, then ``b``."""

    __slots__ = ()

    def __rshift__(self, other: Composition) -> Sequence:
        """Sequence; sequences inside are flattened, so that ``>>`` is associative."""
        return Sequence((*_parts(self), *_parts(other)))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Do(Composable):
    """One actor."""

    actor: Actor


@dataclass(frozen=True, slots=True)
class Sequence(Composable):
    """One after the other; what earlier parts produced is there for all later ones."""

    parts: tuple[Composition, ...]


@dataclass(frozen=True, slots=True)
class IfThenElse(Composable):
    """``then`` where ``condition`` holds, else ``otherwise`` (nothing if that is ``None``)."""

    condition: VerdictIs
    then: Composition
    otherwise: Composition | None = None


Composition = Do | Sequence | IfThenElse


def _parts(composition: Composition) -> tuple[Composition, ...]:
    return composition.parts if isinstance(composition, Sequence) else (composition,)


def actors_in(composition: Composition) -> Iterator[Actor]:
    """All actors, in the order of the text."""
    match composition:
        case Do(actor):
            yield actor
        case Sequence(parts):
            for part in parts:
                yield from actors_in(part)
        case IfThenElse(_, then, otherwise):
            yield from actors_in(then)
            if otherwise is not None:
                yield from actors_in(otherwise)


def provided(composition: Composition, available: frozenset[type]) -> frozenset[type]:
    """Types of artifacts that are there after ``composition``, if ``available`` are there before.

    Raises ``CompositionError`` for an actor that lacks an input, naming what would provide it.
    """
    match composition:
        case Do(actor):
            _check(actor, available)
            return available | frozenset(actor.provides)
        case Sequence(parts):
            for part in parts:
                available = provided(part, available)
            return available
        case IfThenElse(_, then, otherwise):
            after = provided(then, available)
            return after | (provided(otherwise, available) if otherwise is not None else frozenset())


def _check(actor: Actor, available: frozenset[type]) -> None:
    for need in actor.needs:
        if not need.optional and not any(t in available for t in need.types):
            raise CompositionError(_lacking(actor, need))


def _lacking(actor: Actor, need: Need) -> str:
    providers = [name for name, d in sorted(known_actors().items()) if set(d.provides) & set(need.types)]
    suggestion = f"; put {' or '.join(providers)} before it" if providers else ""
    return f"{actor.name} needs a {need}, which nothing before it provides{suggestion}"


@dataclass(frozen=True, slots=True)
class Flow:
    """A named composition that answers a task. Checked when built: actors find their inputs, and there is an answer."""

    name: str
    composition: Composition
    takes: tuple[type, ...] = (Task,)

    def __post_init__(self) -> None:
        after = provided(self.composition, frozenset(self.takes))
        if Answer not in after:
            raise CompositionError(f"flow '{self.name}' never gives an answer")


def do(actor: Actor) -> Do:
    """An actor as a composition."""
    return Do(actor)


def when_unknown(then: Composition, otherwise: Composition | None = None) -> IfThenElse:
    """Go on only where nothing has been decided."""
    return IfThenElse(VerdictIs((Verdict.UNKNOWN,)), then, otherwise)


def when_false(then: Composition, otherwise: Composition | None = None) -> IfThenElse:
    """Go on only where a violation is claimed."""
    return IfThenElse(VerdictIs((Verdict.FALSE,)), then, otherwise)
