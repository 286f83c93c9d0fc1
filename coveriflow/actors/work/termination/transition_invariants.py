r"""Lexicographic ranking functions as relations between visits of one loop: C text over variables and ``\at``.

From one visit of a head to any later one with the same calls open, the first number that changes decreases. That
relation is transitive. It is well-founded, since each number has finitely many values. It relates visits of different
executions of the loop, too: cycles through the head of an inner loop lie in the component that the numbers rank.

The words for this (``loop_transition_invariant``, ``ext_c_expression``, ``\at(x, AnyPrev)``) and that numbers are cast
to ``__int128`` are those of CPAchecker's ``TerminationYAMLWitnessExporter`` of August 2026.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from coveriflow.actors.work.source_positions import Originals
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.search.atoms import Place
from coveriflow.analysis.termination.features import Combination, Feature, Kind
from coveriflow.analysis.termination.ranking import Stage
from coveriflow.artifacts.witnesses.yaml import Invariant, InvariantKind
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.expressions.expressions import scalar_type
from coveriflow.program.printing.conditions import Inexpressible, ScopedText

_WIDEST = 127
_LITERAL = 63
_LONGEST = 4_000

Read = Callable[[Place], str]
"""The text for what a place has at one of the two visits."""


def transition_invariants(
    originals: Originals, cfa: Cfa, positions: Sequence[Position], stages: Sequence[Stage]
) -> tuple[Invariant, ...]:
    """For each loop whose numbers are all expressible there, in the order of the text; others have none."""
    declared = {each.variable.name: each.declared for each in cfa.objects if each.declared is not None}
    found = []
    for statement in cfa.control:
        here = [position for position in positions if position.location == statement.head]
        place = originals.keyword(statement) if statement.is_loop and here else None
        if place is None:
            continue
        try:
            value = _of_loop(ScopedText(statement.names, declared, cfa.data_model), here, stages)
        except Inexpressible:
            continue
        if len(value) <= _LONGEST:
            found.append(Invariant(InvariantKind.TRANSITION, place, value))
    return tuple(sorted(found, key=lambda each: (each.place.file, each.place.line, each.place.column)))


def _of_loop(scope: ScopedText, positions: Iterable[Position], stages: Sequence[Stage]) -> str:
    """With several calling contexts, one of their relations holds: each is well-founded, so that all are together."""
    texts = dict.fromkeys(_descent(scope, [s.rank[p] for s in stages if p in s.rank]) for p in positions)
    return " || ".join(texts) if len(texts) == 1 else " || ".join(f"({each})" for each in texts)


def _descent(scope: ScopedText, ranks: Sequence[Combination]) -> str:
    """The first of ``ranks`` that changes decreases. Without any, no execution visits the loop's head twice."""
    cases, equal = [], ""
    for rank in ranks:
        before = number_text(rank, lambda place: f"\\at({scope.of(place)}, AnyPrev)")
        after = number_text(rank, scope.of)
        cases.append(f"{equal}{before} > {after}")
        equal += f"{before} == {after} && "
    return cases[0] if len(cases) == 1 else " || ".join(f"({each})" for each in cases) or "0"


def number_text(rank: Combination, read: Read) -> str:
    """``rank`` in 128 bits, where nothing overflows; else ``Inexpressible``."""
    if rank.width > _WIDEST:
        raise Inexpressible
    parts = [_product(factor, _feature(feature, read)) for factor, feature in rank.terms]
    if rank.constant or not parts:
        parts.append(_literal(rank.constant))
    return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"


def _product(factor: int, text: str) -> str:
    if factor == 1:
        return text
    return f"-{text}" if factor == -1 else f"{_literal(factor)} * {text}"


def _feature(feature: Feature, read: Read) -> str:
    """The same number as ``Feature.term``; a mask keeps the bits of the narrow type."""
    one = _wide(feature.one, read)
    other = _literal(feature.constant) if feature.other is None else _wide(feature.other, read)
    mask = _mask(scalar_type(feature.one).width)
    match feature.kind:
        case Kind.PLAIN:
            return one
        case Kind.SIZE:
            return f"({one} < 0 ? -{one} : {one})"
        case Kind.GAP:
            return f"({one} < {other} ? {other} - {one} : {one} - {other})"
        case Kind.AROUND:
            return f"(({one} - {other}) & {mask})"
        case Kind.IS:
            return f"(__int128)({one} == {other})"
        case Kind.LOWEST:
            return f"({one} & -{one} & {mask})"
        case _:
            assert_never(feature.kind)


def _wide(place: Place, read: Read) -> str:
    return f"(__int128){read(place)}"


def _mask(width: int) -> str:
    if width > _LITERAL + 1:
        raise Inexpressible
    return f"(__int128){(1 << width) - 1}ULL"


def _literal(value: int) -> str:
    """In 128 bits."""
    if abs(value) >= 1 << _LITERAL:
        raise Inexpressible
    return f"(__int128){value}LL" if value >= 0 else f"(-(__int128){-value}LL)"
