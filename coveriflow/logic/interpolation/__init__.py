"""Sequences of interpolants: several engines with one contract, every result checked (signatures: ``contracts``).

``chain`` asks the engines in order, ``checking`` looks at what they say. Nothing here knows programs: a path is a
sequence of formulas. Begin with ``contracts``. Kept by ``tests/logic/interpolation/``.
"""
