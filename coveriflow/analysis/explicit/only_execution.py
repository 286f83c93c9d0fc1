"""A program that is given nothing has one execution. It is run to its end: that is faster than any search."""

from __future__ import annotations

from coveriflow.analysis.search.counterexamples import Counterexample
from coveriflow.analysis.search.findings import EVERYTHING, NOTHING, Findings
from coveriflow.analysis.search.limits import ConditionWanted, LimitWatch, SoftLimits
from coveriflow.artifacts.answers import OnlyExecution
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter

_SHARE, _SHARE_ALONE = 0.25, 0.6
"""Of the time: what has not ended by then may never end, and a search may find out. More of it where no condition is
wanted: a search is 20 to 30 times as slow, and comes far only where states recur.
"""
_STEPS = 50_000_000
_OTHER_BYTE = 0xA5
_FEW = 2_000


def only_execution(cfa: Cfa, limits: SoftLimits) -> Findings | None:
    """What the execution shows, if it is the only one, and ends in time, and nothing in it is undefined.

    The proof is checked by another execution, in which memory of unknown content holds something else.
    """
    share = _SHARE if limits.condition is ConditionWanted.ALWAYS else _SHARE_ALONE
    first, whole = LimitWatch(limits.scaled(share)), LimitWatch(limits.for_evidence())
    found = Interpreter(cfa, keep_trace=False).run_alone(_STEPS, lambda: first.exhausted() is not None)
    if found.end is End.ERROR:
        return Findings(Verdict.FALSE, "", NOTHING, counterexample=Counterexample((), found.steps))
    if found.end not in (End.RETURNED, End.STOPPED):
        return None
    checking = Interpreter(cfa, keep_trace=False)
    again = checking.run((), found.steps, _OTHER_BYTE, lambda: whole.exhausted() is not None)
    if (again.end, again.steps, again.status) != (found.end, found.steps, found.status):
        return None
    return Findings(Verdict.TRUE, "", EVERYTHING, OnlyExecution(found.steps))


def is_short(found: Findings) -> bool:
    """Whether a search takes but a moment, too: it has invariants and a picture."""
    match found.proof, found.counterexample:
        case OnlyExecution(steps), _:
            return steps < _FEW
        case _, Counterexample(_, steps):
            return steps < _FEW
        case _:
            return False
