"""Calls that are no calls to the automaton: allocation, copying, mathematics, rounding, ``va_arg``, ``__VERIFIER_*``.

One module for each family; each has a table of its functions, which ``program.constructs`` collects. What can be written
as C text belongs into ``program.library`` instead. Begin with ``simple_calls``. Nothing here knows passes over the
automaton. Kept by ``tests/program/lowering/builtins/`` and ``tests/program/test_semantics.py``.
"""
