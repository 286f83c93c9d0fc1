"""Tests that part the paths of a program into ranges (ranged analysis, Sect. 4).

A bound is a test that a feasible path reads. Nothing here knows who analyses a range. Begin with ``splitters``. Kept by
``tests/analysis/splitting/``.
"""
