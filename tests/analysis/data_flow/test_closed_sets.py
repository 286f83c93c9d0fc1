"""A closed set proves what no execution violates, and nothing else: programs with twins, and generated ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from coveriflow.analysis.data_flow.closed_set import ClosedSet, closed_sets
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.text.violations import LEAKS, MEMORY_ACCESSES, failing_checks
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.cfa.edges import Undefined
from coveriflow.transform.failing_checks import violating
from coveriflow.transform.leak_checks import with_leak_checks
from tests.analysis.data_flow.closed_programs import DECLARATIONS, TWINS
from tests.analysis.runs import daily_and_slow

KINDS = frozenset({*MEMORY_ACCESSES, Undefined.LOST})
_STEPS = 2_000


def automaton(text: str, model: DataModel = DataModel.LP64) -> Cfa:
    violations = failing_checks(KINDS)
    cfa = with_leak_checks(program_cfa([("p.c", text)], model, violations), KINDS)
    return violating(cfa, KINDS)


def last_closed(cfa: Cfa) -> ClosedSet | None:
    """The first that is a proof, else the last one."""
    found = None
    for found in closed_sets(cfa, LimitWatch(SoftLimits(cpu=30))):
        if found.is_proof:
            break
    return found


def is_violated(cfa: Cfa, values: range) -> bool:
    """Whether an execution in which all inputs are equal, or two of them alternate, comes to the error."""
    interpreter = Interpreter(cfa)
    pairs = ((a, b) for a in values for b in (a, 0, 1, 97))
    return any(interpreter.run([a, b] * 20, _STEPS).end is End.ERROR for a, b in pairs)


@pytest.mark.parametrize("name", TWINS)
def test_the_safe_twin_alone_is_proved(name: str) -> None:
    twins = TWINS[name]
    proved = last_closed(automaton(twins.proved))
    assert proved is not None
    assert proved.is_proof, [str(edge.origin) for edge in proved.open_errors]
    violating_ = last_closed(automaton(twins.violating))
    assert violating_ is None or not violating_.is_proof
