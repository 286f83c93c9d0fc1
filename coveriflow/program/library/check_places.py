"""Where a check stands in the text of the user: that of a model of the library, wherever the library is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Check, Edge
from coveriflow.program.errors import Span
from coveriflow.program.library.texts import MODELS

STAND_IN = "__coveriflow_pointed_"
"""With which the names of functions begin that call another one, which is called through a pointer."""


@dataclass(frozen=True, slots=True)
class CheckPlace:
    """``at``: a line of the user's; ``called``: the function of the library that is called there, if it is inside."""

    at: Span
    called: str = ""


def is_model(span: Span) -> bool:
    """Whether this is in a text of ours, which stands for a function of the library."""
    return span.file.startswith("<") and span.file[1:-1] in MODELS


def is_of_library(edge: Edge) -> bool:
    """Whether this is in a model, or in what stands in for a function that is pointed to."""
    return is_model(edge.origin) or edge.source.function.startswith(STAND_IN)


def places_of(cfa: Cfa, check: Edge) -> tuple[CheckPlace, ...]:
    """That of the user's text, or all calls by which the user's text may come to a model, in order of the edges."""
    if not is_of_library(check):
        return (CheckPlace(Span(check.origin.file, check.origin.line)),)
    found = tuple(dict.fromkeys(call_place(edge) for edge in _calls(cfa, check.source.function)))
    return found or (CheckPlace(Span(check.origin.file, check.origin.line)),)


def call_place(call: Edge) -> CheckPlace:
    """Where the user calls a model."""
    assert isinstance(call.operation, Call)
    called = call.operation.function.partition(".")[0].removeprefix(STAND_IN).removeprefix("__coveriflow_")
    return CheckPlace(Span(call.origin.file, call.origin.line), called)


def _calls(cfa: Cfa, function: str) -> Iterator[Edge]:
    """Calls in the user's text, through which control comes to ``function`` by calls of models only."""
    seen, wanted = {function}, [function]
    while wanted:
        name = wanted.pop()
        for edge in cfa.entering[cfa.functions[name].entry] if name in cfa.functions else ():
            if not isinstance(edge.operation, Call):
                continue
            if not is_of_library(edge):
                yield edge
            elif edge.source.function not in seen:
                seen.add(edge.source.function)
                wanted.append(edge.source.function)


def assumptions_of(cfa: Cfa, check: Edge) -> tuple[str, ...]:
    """The sentences for a check that may fail, one for each place."""
    assert isinstance(check.operation, Check)
    return tuple(sentence(check.operation.undefined.value, place) for place in places_of(cfa, check))


def sentence(undefined: str, place: CheckPlace) -> str:
    """What is assumed of a check: 'no ... at ...'."""
    inside = f" in the call of {place.called}" if place.called else ""
    return f"no {undefined}{inside} at {place.at}"
