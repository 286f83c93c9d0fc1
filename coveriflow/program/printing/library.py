"""Functions of the library in printed programs: our models of them, which tools that have their own need not read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from coveriflow.program.cfa.cfa import Cfa, Function
from coveriflow.program.cfa.edges import Assign, Assume, Check, Return, Skip
from coveriflow.program.library.check_places import is_model
from coveriflow.program.library.unmodelled import is_library

_COMPUTES = Assign | Assume | Check | Skip
MARK = "  // as the library has it"
"""After the heading of such a function."""


def is_of_library(cfa: Cfa, function: Function) -> bool:
    """Whether ``function`` is a model of ours, or what a reducer left of one, that only computes: it has no inputs, and
    neither ends the program nor reports an error.
    """
    if not is_library(function.name):
        return False
    edges = [edge for edge in cfa.edges if edge.source.function == function.name]
    if any(edge.target == cfa.error for edge in edges):
        return False
    inside = [edge for edge in edges if not isinstance(edge.operation, Return)]
    return all(is_model(edge.origin) and isinstance(edge.operation, _COMPUTES) for edge in inside)


def declared_only(text: str, names: Iterable[str]) -> str:
    """A printed program, with the functions of the library called ``names`` declared in place of defined. Lines keep
    their numbers. Such a function may do more than what a reducer left of it: what was verified is asked again.
    """
    for name in names:
        heading = rf"static [^\n;{{}}]*\b{re.escape(name)}\([^\n;{{}}]*\)"
        body = re.compile(rf"^{heading} {{{re.escape(MARK)}\n(?:.*\n)*?}}$", re.MULTILINE)
        if body.search(text):
            text = body.sub(lambda found: "\n" * found[0].count("\n"), text)
            text = re.sub(rf"^static ({heading.removeprefix('static ')};)$", r"extern \1", text, flags=re.MULTILINE)
    return text
