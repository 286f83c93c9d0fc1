"""Invariants that an analysis has proved, as C text over the variables in scope at the loops of the original program.

What such text cannot say is left out; nothing is weakened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coveriflow.actors.work.source_positions import Originals
from coveriflow.artifacts.witnesses.yaml import Invariant, WitnessPlace
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.printing.conditions import Inexpressible, ScopedText, addresses_of_regions

Invariants = Mapping[Location, tuple[Expression, ...]]
"""By location: conditions that hold whenever control is there."""

_LONGEST = 1_000
_MOST = 60


@dataclass(frozen=True, slots=True)
class ProvedInvariants:
    """``texts``: each holds before every evaluation of the condition of ``statement``, a loop that stands at
    ``place``.
    """

    statement: ControlStatement
    place: WitnessPlace
    texts: tuple[str, ...]


def proved_invariants(originals: Originals, cfa: Cfa, invariants: Invariants) -> tuple[ProvedInvariants, ...]:
    """For each loop that has any, in the order of the text."""
    found = []
    declared = {each.variable.name: each.declared for each in cfa.objects if each.declared is not None}
    addresses = addresses_of_regions(cfa) if invariants else {}
    for statement in cfa.control:
        known = invariants.get(statement.head, ())
        place = originals.keyword(statement) if statement.is_loop and known else None
        if place is not None:
            texts = tuple(_expressed(ScopedText(statement.names, declared, cfa.data_model, addresses), known))
            found += [ProvedInvariants(statement, place, texts)] if texts else []
    return tuple(sorted(found, key=lambda each: (each.place.file, each.place.line, each.place.column)))


def joined_invariants(
    originals: Originals, cfa: Cfa, parts: Sequence[Sequence[Invariant]]
) -> tuple[ProvedInvariants, ...]:
    """What holds at loops in every execution, if each is in a part for which one of ``parts`` was proved: what all of
    them say, and that the rest of what one of them says holds. A loop of which one part says nothing has none.
    """
    found = []
    for statement in cfa.control:
        place = originals.keyword(statement) if statement.is_loop else None
        said = [[each.value for each in part if each.place == place] for part in parts]
        if place is not None and all(said):
            common = [text for text in dict.fromkeys(said[0]) if all(text in texts for texts in said)]
            others = [[text for text in dict.fromkeys(texts) if text not in common] for texts in said]
            one_of = " || ".join(f"({' && '.join(f'({text})' for text in texts)})" for texts in others)
            texts = (*common, one_of) if all(others) and len(one_of) <= _LONGEST else tuple(common)
            found += [ProvedInvariants(statement, place, texts)] if texts else []
    return tuple(sorted(found, key=lambda each: (each.place.file, each.place.line, each.place.column)))


def _expressed(scope: ScopedText, conditions: Iterable[Expression]) -> Iterator[str]:
    """At most so many as a person may look at, each one once."""
    texts: dict[str, None] = {}
    for condition in (each for each in conditions if not isinstance(each, Constant)):
        try:
            text = scope.of(condition)
        except Inexpressible:
            continue
        if len(text) <= _LONGEST and len(texts) < _MOST:
            texts[text] = None
    yield from texts
