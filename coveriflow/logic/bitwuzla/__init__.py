"""Bitwuzla as a solver of questions about bits and floating-point numbers, where it is much faster than z3.

``terms`` translates, ``solver`` asks, ``incremental`` asks many small questions about the same formulas. Interpolants
by bitwuzla are in ``logic.interpolation.bitwuzla``. Nothing here knows z3. Begin with ``solver``. Kept by
``tests/logic/bitwuzla/``.
"""
