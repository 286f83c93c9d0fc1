"""All models of functions of the C library, as C text."""

from __future__ import annotations

from coveriflow.program.error_numbers import ERROR_NUMBERS
from coveriflow.program.library_bsd import BSD
from coveriflow.program.library_environment import ENVIRONMENT
from coveriflow.program.library_exit import EXIT
from coveriflow.program.library_math import MATH
from coveriflow.program.library_numbers import NUMBERS
from coveriflow.program.library_output import OUTPUT
from coveriflow.program.library_strings import STRINGS
from coveriflow.program.library_threads import THREADS
from coveriflow.program.library_time import TIMES
from coveriflow.program.library_verifiers import VERIFIERS

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
