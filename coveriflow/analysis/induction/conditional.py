"""Candidates under conditions of the program text: equations and remainders that hold where a branch is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.induction.samples import Sample, holding, satisfying
from coveriflow.analysis.search.atoms import Vocabulary
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Constant, Expression

_MOST_CONDITIONS = 12
_MOST = 160
"""Candidates at one loop head."""
_FEWEST = 6
"""Samples with a condition: fewer describe themselves."""

Templates = Callable[[Sequence[Sample]], Iterator[Expression]]
"""What holds in all of some samples."""


def conditional_candidates(
    vocabulary: Vocabulary, head: Position, samples: Sequence[Sample], templates: Templates
) -> list[Expression]:
    """What may be invariant at ``head`` and holds in all ``samples``: that a condition is false, or that an equation
    holds which the others do not fulfil.
    """
    if len(samples) <= _FEWEST:
        return []
    conditions = islice(vocabulary.conditions(vocabulary.places_at(head)), 2 * _MOST_CONDITIONS)
    always = frozenset(templates(samples))
    found = (each for condition in conditions for each in _under(condition, samples, templates, always))
    return holding(islice(found, _MOST), samples)


def _under(
    condition: Expression, samples: Sequence[Sample], templates: Templates, always: frozenset[Expression]
) -> Iterator[Expression]:
    """What holds where ``condition`` does, and not ``always``."""
    if isinstance(condition, Constant):
        return
    inside = satisfying(condition, samples)
    if not _FEWEST <= len(inside) < len(samples):
        return
    for each in templates(inside):
        if each not in always and not isinstance(each, Constant):
            yield make.disjunction(make.negation(condition), each)
