"""Bit-vectors as integers, where linear arithmetic generalises and bits do not.

``encoding`` goes there, ``back`` comes back to terms that mean the same as long as the numbers fit. What comes back is
checked like every other interpolant. Nothing here knows solvers. Begin with ``encoding``. Kept by
``tests/logic/interpolation/`` and ``tests/logic/test_integers.py``.
"""
