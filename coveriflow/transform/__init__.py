"""Program to program: residual programs, programs of ranges, checks as errors, acceleration; and operations on
conditions.

What is made knows its origin (``contracts``). Nothing here knows verifiers, files or processes. Begin with
``contracts``, then ``reducers``. Kept by ``tests/transform/``.
"""
