"""Questions about bit-vectors answered by linear integer arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import z3

from coveriflow.logic.bitwuzla.evaluation import Evaluation
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.integer_encoding import IntegerEncoding
from coveriflow.logic.interruption import checked
from coveriflow.logic.substitution import Substitution, conjunction, variables_of
from coveriflow.logic.terms import BOOLEAN, TRUE, Op, Term, bits, boolean, subterms

_LARGEST = 5_000
"""Terms of a question: z3 may rewrite more for long, and no limit of time stops it there."""
_MOST_TERMS = 500_000
Values = Callable[[Term], int]
"""The unsigned value of a term."""
_shared: dict[bool, IntegerEncoding] = {}


def check_by_integers(formulas: Sequence[Term], seconds: float) -> Satisfiability:
    """Whether ``formulas``, over bit-vectors, hold together, as far as linear arithmetic tells within ``seconds``.

    ``SAT`` only where the values found satisfy them bit by bit.
    """
    return solved_by_integers(formulas, seconds)[0]


def solved_by_integers(
    formulas: Sequence[Term], seconds: float, nominal: float | None = None
) -> tuple[Satisfiability, Values | None]:
    """The same, with what terms are by those values. ``nominal``: a limit that is the same on each machine."""
    below = list(subterms(list(formulas)))
    if len(below) > _LARGEST:
        return Satisfiability.UNKNOWN, None
    encoding = _encoding(below)
    solver = z3.Solver(ctx=encoding.context)
    solver.add(*encoding.formulas(formulas))
    answer = checked(solver, seconds, nominal=nominal)
    if answer != z3.sat:
        return Satisfiability(str(answer)), None
    values = _confirmed(formulas, encoding, solver.model())
    return (Satisfiability.UNKNOWN, None) if values is None else (Satisfiability.SAT, values)


def _encoding(terms: Sequence[Term]) -> IntegerEncoding:
    """Numbers are signed unless unsigned ones only are compared. One encoding is shared while it is not too large."""
    operators = {term.op for term in terms}
    is_signed = Op.SLT in operators or Op.ULT not in operators
    found = _shared.get(is_signed)
    if found is None or len(found) > _MOST_TERMS:
        found = _shared[is_signed] = IntegerEncoding(is_signed=is_signed)
    return found


def _confirmed(formulas: Sequence[Term], encoding: IntegerEncoding, model: z3.ModelRef) -> Values | None:
    """The values of the variables, if they make ``formulas`` true."""
    values: dict[Term, Term] = {}
    for variable in frozenset[Term]().union(*map(variables_of, formulas)):
        if variable.sort < BOOLEAN:
            return None
        found = model.eval(encoding.constant(variable), model_completion=True)
        is_truth = variable.sort == BOOLEAN
        values[variable] = boolean(z3.is_true(found)) if is_truth else bits(found.as_long(), variable.sort)
    substitution = Substitution(values)
    return Evaluation(values).value if substitution(conjunction(list(formulas))) is TRUE else None
