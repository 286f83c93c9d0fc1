"""What violates the property: calls of functions, assertions that fail, a label.

An error function is a function like any other, whose body is the error location.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.text.outlines import outline

ERROR_FUNCTION = "reach_error"
FORMER_ERROR = "__VERIFIER_error"
ERROR_LABEL = "ERROR"
FAILING = frozenset(
    """__assert_fail __assert_perror_fail __assert __assert_rtn __assert2 __assert13 __assert_func __assert_c99
    __assertfail __eassert __assert_fail_base _assert _wassert _Assert __afail""".split()
)
"""What ``assert`` of ``assert.h`` calls when it fails, by the C library."""
ASSERTING = frozenset("assert __VERIFIER_assert __ESBMC_assert __CPROVER_assert klee_assert".split())
"""Functions that verifiers know: the execution violates the property where their argument is zero."""
ASSUMING = frozenset("__VERIFIER_assume __ESBMC_assume __CPROVER_assume klee_assume".split())
"""And these: the execution ends there where their argument is zero."""
TOLD_LAST = frozenset("__assert_rtn __assert_func __assert2 __assert13".split())
"""Of those in ``FAILING``: the last text that they get is the condition, and not the first one."""
_INPUT = re.compile(r"(?:__VERIFIER_|__CPROVER_|__ESBMC_)?nondet(?:_\w+)?")


@dataclass(frozen=True, slots=True)
class Violations:
    """What violates the property. ``functions``: every execution that comes to them, in whatever way. ``assertions``:
    functions without definition, called with zero. ``label``: reaching one of this name, if it is not empty.
    ``checks``: kinds of undefined behaviour. ``name``: the function by whose call printed C says that the property is
    violated.
    """

    functions: frozenset[str] = frozenset({ERROR_FUNCTION})
    assertions: frozenset[str] = frozenset()
    label: str = ""
    checks: frozenset[Undefined] = frozenset()
    name: str = field(default=ERROR_FUNCTION, compare=False)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing in the program can violate it."""
        return not (self.functions or self.assertions or self.label or self.checks)

    @property
    def claimed(self) -> str:
        """A function that a claim about the program can call, so that the property is violated where it does not hold,
        and whatever else violates it still does.
        """
        return self.name if self.functions == {self.name} else _CLAIM


CALLS_OF_REACH_ERROR = Violations()
_CLAIM = "__coveriflow_error"
MEMORY_ACCESSES = frozenset({Undefined.DEREFERENCE, Undefined.READ_ONLY, Undefined.CALL})
"""What SV-COMP's ``valid-deref`` excludes: accesses of what is no object, or may not be accessed so."""
NOTHING = Violations(frozenset({_CLAIM}), name=_CLAIM)
"""Nothing in a program violates the property."""
LEAKS = frozenset({Undefined.LEAK, Undefined.LOST})
"""What SV-COMP's ``valid-memcleanup`` and ``valid-memtrack`` exclude."""
UNDEFINED_BEHAVIOUR = frozenset(Undefined) - {Undefined.STACK} - LEAKS
"""What C11, Annex J.2 lists of the behaviour that checks exclude; how large the stack is depends on the machine."""


def calls_of(function: str) -> Violations:
    """A function must not be called."""
    return Violations(frozenset({function}), name=function)


def failing_checks(kinds: frozenset[Undefined]) -> Violations:
    """No operation has undefined behaviour of these ``kinds``."""
    return Violations(frozenset({_CLAIM}), checks=kinds, name=_CLAIM)


def joined(violations: Sequence[Violations]) -> Violations:
    """What violates one of several; ``ValueError`` for none."""
    if len(violations) == 1:
        return violations[0]
    functions, assertions, checks = (
        frozenset().union(*(getattr(each, names) for each in violations))
        for names in ("functions", "assertions", "checks")
    )
    label = next((each.label for each in violations if each.label), "")
    name = next((each.name for each in violations if each.name != _CLAIM), _CLAIM)
    return Violations(functions, assertions, label, checks, name)


def failing_assertions(texts: Iterable[str]) -> Violations:
    """No assertion fails, in a program of such preprocessed ``texts``, and none of the error functions is called.

    Functions of ``assert.h`` count where a program uses or defines them, not where a header only declares them. A label
    ``ERROR`` counts where there is nothing else.
    """
    outlines = [outline(text) for text in texts]
    used, inside, defined = (
        frozenset().union(*(getattr(seen, names) for seen in outlines)) for names in ("used", "inside", "defined")
    )
    functions = (FAILING & (inside | defined)) | (used & {ERROR_FUNCTION, FORMER_ERROR})
    assertions = (ASSERTING & inside) - defined
    labels = {name for seen in outlines for name, _ in seen.labels}
    label = ERROR_LABEL if ERROR_LABEL in labels and not functions and not assertions else ""
    return Violations(functions | (used & {_CLAIM}), assertions, label)


def is_mentioned(function: str, texts: Collection[str]) -> bool:
    """Whether a program of such preprocessed ``texts`` has a function of this name, or calls one."""
    return any(function in outline(text).used for text in texts)


def is_input(function: str) -> bool:
    """Whether a function that a program does not define gives any value of its type, by its name."""
    return _INPUT.fullmatch(function) is not None
