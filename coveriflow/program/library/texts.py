"""All models of functions of the C library, as C text."""

from __future__ import annotations

from coveriflow.program.library.errno import ERROR_NUMBERS
from coveriflow.program.library.models.bsd import BSD
from coveriflow.program.library.models.environment import ENVIRONMENT
from coveriflow.program.library.models.exit import EXIT
from coveriflow.program.library.models.math import MATH
from coveriflow.program.library.models.numbers import NUMBERS
from coveriflow.program.library.models.output import OUTPUT
from coveriflow.program.library.models.string import STRINGS
from coveriflow.program.library.models.thread_keys import THREADS
from coveriflow.program.library.models.time import TIMES
from coveriflow.program.library.models.verifiers import VERIFIERS

MODELS = {
    **ERROR_NUMBERS,
    **EXIT,
    **ENVIRONMENT,
    **STRINGS,
    **BSD,
    **NUMBERS,
    **TIMES,
    **MATH,
    **OUTPUT,
    **THREADS,
    **VERIFIERS,
}
"""Text by the function's name; ``SIZE`` stands for ``size_t``. What a model calls itself, and a program might define,
has a name that begins with ``__coveriflow_``.
"""
