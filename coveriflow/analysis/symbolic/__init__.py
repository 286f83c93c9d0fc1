"""Symbolic execution, path by path, and parts of its work given away while it runs.

``feasible_paths`` asks the solver along a path, and ``work_stealing`` gives ranges of paths to others. Nothing here
knows predicates or invariants. Begin with ``verifier``. Kept by ``tests/analysis/`` and
``tests/analysis/symbolic/test_work_stealing.py``.
"""
