"""Calls that are no calls to the automaton: allocation, copying, mathematics, rounding, ``va_arg``, ``__VERIFIER_*``.

One module for each family; each has a table of its functions, which ``program.constructs`` collects. What can be
said as C text belongs into ``program.library`` instead. Begin with ``simple_calls``. Kept by
``tests/program/lowering/`` and ``tests/program/test_semantics.py``.
"""
