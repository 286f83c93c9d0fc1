"""What the text chooses, in sentences for the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coveriflow.program.harness.entry import Entry, Globals
from coveriflow.program.harness.values import Chosen

_NAMED = 6


def sentences(entry: Entry, chosen: Chosen, *, is_variadic: bool) -> Iterator[str]:
    """What is assumed of those who call the function; what is true of every caller is left out."""
    name = entry.function
    if entry.globals is Globals.INITIAL:
        yield f"variables of the program have their initial values when {name} is called"
    else:
        yield f"static variables of functions have their initial values when {name} is called; others have any"
    if chosen.points:
        own = "an object of its own, which is no variable of the program"
        yield f"a pointer is null or points to {own}: {_listed(chosen)}"
    for paths in chosen.shared.values():
        yield f"{_some(paths)} may point to the same object, at its start"
    if len(chosen.points) > 1:
        yield f"{'other ' if chosen.shared else ''}pointers point to different objects"
    for names, what in (
        (chosen.never_null, "are not null, as they are declared"),
        (chosen.functions, "are null, since they point to functions"),
        (chosen.incomplete, "are null, since their types are incomplete"),
        (chosen.cut, f"are null, since {entry.depth} pointers are followed"),
        (chosen.flexible, "have no elements"),
        (chosen.unions, "have a value in one member, and nothing known beside it"),
        (chosen.without_pointers, "are unions whose value is in no member with pointers"),
    ):
        if names:
            yield f"these parts of the arguments {what}: {_some(names)}"
    if is_variadic:
        yield f"{name} gets no arguments beside its named parameters"


def _listed(chosen: Chosen) -> str:
    found = [f"{path} to {what}" for path, what in chosen.points.items()]
    more = len(found) - _NAMED
    return ", ".join(found[:_NAMED]) + (f", and {more} more" if more > 0 else "")


def _some(names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names))
    more = len(found) - _NAMED
    return ", ".join(found[:_NAMED]) + (f", and {more} more" if more > 0 else "")
