"""Symbolic execution, path by path, and parts of its work given away while it runs.

``verifier`` comes first; ``feasible_paths`` asks the solver along a path, and ``work_stealing`` gives ranges of paths
to others. Kept by ``tests/analysis/`` and ``tests/actors/verify/test_work_stealing.py``.
"""
