"""Bitwuzla as a solver of questions about floating-point numbers, where it is much faster than z3.

``terms`` translates, ``solver`` asks. Interpolants by bitwuzla are in ``logic.interpolation.bitwuzla``. Nothing here
knows z3. Begin with ``solver``. Kept by ``tests/logic/bitwuzla/``.
"""
