"""What a proof presumes since the automaton does not tell it, and which undefined behaviour that leaves out: where a
property asks about that, such a proof shows nothing.
"""

from __future__ import annotations

from coveriflow.program.cfa.edges import Undefined

REUSED = "is not used when there is a new one in its place"
ACCESSES = "accesses only objects that exist"
ENDED = "is not used after its lifetime"
WRITTEN = "is written before it is read"
CONSTANT = "no member that is declared const is written through a pointer"
IN_ANY_ORDER = "has the same value in every order of evaluation"
ONLY_OUTPUTS = "changes nothing but its outputs"
LOOPS_END = "the loops in functions that are called at"

_LEFT_OUT = {
    REUSED: Undefined.DEREFERENCE,
    ENDED: Undefined.DEREFERENCE,
    ACCESSES: Undefined.DEREFERENCE,
    WRITTEN: Undefined.UNINITIALISED,
    CONSTANT: Undefined.READ_ONLY,
    IN_ANY_ORDER: Undefined.UNSEQUENCED,
}
"""By the end of the sentence."""


def left_out(sentence: str) -> Undefined | None:
    """The undefined behaviour that there may be where an assumption does not hold, if it leaves out such."""
    return next((kind for end, kind in _LEFT_OUT.items() if sentence.endswith(end)), None)
