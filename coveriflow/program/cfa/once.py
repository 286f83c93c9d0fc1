"""What follows from an automaton alone, and is asked for again and again: it is computed once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from coveriflow.program.cfa.cfa import Cfa

T = TypeVar("T")


def once(compute: Callable[[Cfa], T]) -> Callable[[Cfa], T]:
    """``compute``, whose results are kept with the automata: they are shared, and are not to be changed."""
    name = f"{compute.__module__}.{compute.__qualname__}"

    @wraps(compute)
    def found(cfa: Cfa) -> T:
        if name not in cfa.derived:
            cfa.derived[name] = compute(cfa)
        return cast(T, cfa.derived[name])

    return found
