"""What cannot be handled, and what a proof assumes: with places in the original program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Edge
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.library.check_places import CheckPlace, assumptions_of, is_model, places_of, sentence

ABSTRACT = "the program with abstracted loops has a violation, which need not be one of the original"


def not_supported(error: NotSupported) -> Answer:
    """The answer for a program that cannot be handled."""
    span = error.span
    place = (span.file, span.line, span.column) if span else None
    return Answer(Verdict.UNKNOWN, f"{error.feature} is not supported", None, (), place)


def undefined_in(given: Task | Residual, cfa: Cfa, checks: Iterable[Edge]) -> Iterator[str]:
    """The sentences about checks of ``cfa`` that may fail, with their places in the original program."""
    for edge in checks:
        if isinstance(given, Residual) and _asked_before(given, edge):
            continue
        yield from _sentences(given, cfa, edge)


def foreign(given: Residual, cfa: Cfa, checks: Iterable[Edge]) -> Iterator[str]:
    """The sentences about those ``checks`` of a residual program that its original does not have.

    An execution of the original may be defined where such a check fails. So a proof that assumes it is none of the
    original.
    """
    own: frozenset[str] | None = None
    for edge in checks:
        if own is None:
            own = _sentences_of(automaton_of(given.original))
        yield from (each for each in _sentences(given, cfa, edge) if each not in own)


def _sentences_of(cfa: Cfa) -> frozenset[str]:
    return frozenset(
        each for edge in cfa.edges if isinstance(edge.operation, Check) for each in assumptions_of(cfa, edge)
    )


def _asked_before(given: Residual, edge: Edge) -> bool:
    """Whether the residual program asks before, and comes to the error where the check fails."""
    asked = violations_of(given.original).checks
    return isinstance(edge.operation, Check) and edge.operation.undefined in asked


def _sentences(given: Task | Residual, cfa: Cfa, edge: Edge) -> Iterator[str]:
    label = dict(given.origin).get(edge.origin.line) if isinstance(given, Residual) else None
    if label is None or not isinstance(given, Residual):
        yield from assumptions_of(cfa, edge)
        return
    assert isinstance(edge.operation, Check)
    what = label.statement.partition(":")[0]
    undefined = what.removeprefix("no ") if what.startswith("no ") else edge.operation.undefined.value
    yield from (sentence(undefined, place) for place in _places(given.original, label))


def _places(original: Task, label: EdgeLabel) -> tuple[CheckPlace, ...]:
    at = Span(label.file, label.line)
    known = automaton_of(original) if is_model(at) else None
    edge = None if known is None else known.by_label.get(label)
    return (CheckPlace(at),) if known is None or edge is None else places_of(known, edge)


def undecided(given: Task | Residual, cfa: Cfa, reason: str) -> Answer:
    """With the place in the original program, where the reason is that something is not supported."""
    error = next((e for e in cfa.unsupported if str(e) == reason), None)
    if error is None:
        return Answer(Verdict.UNKNOWN, reason)
    return not_supported(_in_original(given, error) if isinstance(given, Residual) else error)


def _in_original(given: Residual, error: NotSupported) -> NotSupported:
    label = dict(given.origin).get(error.span.line) if error.span is not None else None
    if label is None:
        return NotSupported(error.feature)
    named = automaton_of(given.original).unsupported
    same = (e for e in named if e.span and (e.span.file, e.span.line) == (label.file, label.line))
    return next(same, NotSupported(error.feature, Span(label.file, label.line)))
