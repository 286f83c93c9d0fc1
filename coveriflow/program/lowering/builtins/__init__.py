"""Calls that are no calls to the automaton: allocation, copying, mathematics, rounding, ``va_arg``, ``__VERIFIER_*``.

One module for each family; each has a table of its functions, which ``program.constructs`` collects. What C text can
express belongs into ``program.library`` instead. Begin with ``simple_calls``. Nothing here knows passes over the
automaton. Kept by ``tests/program/lowering/builtins/`` and ``tests/program/test_semantics.py``.
"""
