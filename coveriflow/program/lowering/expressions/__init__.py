"""Expressions of C to typed expressions and edges: operators, lvalues, calls, conversions, objects.

Begin with ``expressions`` (by kind of node) and ``lvalues`` (what can be read and stored). Every call goes through
``calls.call.call``. Nothing here knows statements or single functions of the C library; ``program.constructs`` has
them in a table. Kept by ``tests/program/lowering/`` and ``tests/program/test_semantics.py``.
"""
