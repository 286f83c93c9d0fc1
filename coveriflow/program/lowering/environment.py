"""What is assumed of the environment of a program, as results say it of each program to which it matters."""

from __future__ import annotations

from collections.abc import Iterable

MEMORY_SUFFICES = "the memory of the machine does not run out: malloc, calloc and realloc give what an object may have"
NAMED = "the program gets its name as its first argument: argc is at least 1"
PRECISION = "operations on float and double round to that type, without excess precision (gcc: -msse2 -mfpmath=sse)"
UNOPTIMISED = "the compiler does not optimise: __builtin_constant_p and __builtin_object_size know only what is written"

EXECUTIONS_END = "executions end: memory that is lost in one that does not end is not looked for"

ENVIRONMENT = frozenset({MEMORY_SUFFICES, NAMED, PRECISION, UNOPTIMISED})

_OF_PROOFS = frozenset({MEMORY_SUFFICES, NAMED, EXECUTIONS_END})
"""They leave executions out. One that was found is none of those."""


def of_violations(assumptions: Iterable[str]) -> tuple[str, ...]:
    """Those that an execution rests on which violates the property, and not only a proof."""
    return tuple(each for each in assumptions if each not in _OF_PROOFS)
