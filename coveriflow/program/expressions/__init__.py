"""Typed expressions without side effects: what edges of an automaton compute.

``expressions`` has the nodes, ``make`` their constructors, which fold constants, and ``compile`` evaluates them.
Arithmetic is C's, decided once: ``integer_arithmetic``, ``float_arithmetic`` and ``softfloat``. Nothing here knows
edges, memory or C text. Begin with ``expressions``. Kept by ``tests/program/expressions/`` and
``tests/program/test_properties.py``.
"""
