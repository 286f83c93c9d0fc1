"""With what type a function is called by its name: that of the declarations before the call."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.program.declarations.scopes import Scope
from coveriflow.program.library.compiler_functions import is_known_to_compilers
from coveriflow.program.types.c_types import INT, FunctionOf

IMPLICIT = FunctionOf(INT, None)
"""Of a function that is called before it is declared, as compilers have it."""


def seen_types(scope: Scope, name: str) -> Sequence[FunctionOf]:
    """Those of the declarations before this place; a definition in the old style is no prototype."""
    return [FunctionOf(each.result, None) if each.promoted else each for each in scope.function_types(name)]


def prototype(types: Sequence[FunctionOf]) -> FunctionOf | None:
    """The one that calls convert their arguments to (C11 6.2.7 p4)."""
    return next((each for each in types if each.parameters is not None), None)


def declared_type(scope: Scope, name: str, elsewhere: FunctionOf) -> FunctionOf:
    """Of a function that no one defines; ``elsewhere``: as some unit declares it."""
    seen = seen_types(scope, name)
    if not seen:
        return elsewhere if is_known_to_compilers(name) or scope.is_of_models() else IMPLICIT
    return prototype(seen) or seen[0]
