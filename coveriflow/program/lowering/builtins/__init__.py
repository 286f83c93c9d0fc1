"""Calls that are no calls to the automaton: allocation, copying, mathematics, rounding, ``va_arg``, ``__VERIFIER_*``.

One module for each family; each enters its functions into the tables of ``lowering.expressions.calls``. What C text can
express belongs into ``program.library`` instead. Begin with ``simple_calls``. Kept by ``tests/program/lowering/`` and
``tests/program/test_semantics.py``.
"""
