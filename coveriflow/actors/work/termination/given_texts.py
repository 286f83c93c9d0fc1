"""Whether a text on standard input makes an execution read what it does, and then the same again and again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy

from coveriflow.actors.work.checks.confirm import is_of_text
from coveriflow.actors.work.confirm.standard_input import standard_input
from coveriflow.actors.work.greybox.replay import ReplayedInputs
from coveriflow.analysis.termination.lassos import Taken
from coveriflow.program.cfa.edges import Input, InputKind


def is_given(stem: Sequence[Taken], cycle: Sequence[Taken], names: frozenset[str]) -> bool:
    """Whether a text makes the program read ``stem`` and, without reading on in it, ``cycle``. Nothing else of the
    library may give a value to variables with these ``names``.
    """
    for edge, _ in (*stem, *cycle):
        operation = edge.operation
        if isinstance(operation, Input) and operation.kind is InputKind.LIBRARY and operation.target.name in names:
            if not is_of_text(operation.source):
                return False
    text = standard_input(stem)
    replayed = ReplayedInputs((), text, ())
    if not _reads(replayed, stem):
        return False
    before = deepcopy(replayed)
    return _reads(replayed, cycle) and replayed == before


def _reads(replayed: ReplayedInputs, taken: Iterable[Taken]) -> bool:
    """Whether what comes from a text is that which was ``taken``."""
    return all(
        replayed(edge) == value
        for edge, value in taken
        if isinstance(edge.operation, Input)
        and edge.operation.kind is InputKind.LIBRARY
        and is_of_text(edge.operation.source)
    )
