"""Automata as artifacts: CPAchecker's, its assumption formulas, and observers of conditions and ranges.

Values only; what converts them is in ``transform``, what reads them in ``formats``. Begin with ``condition_observer``.
Kept by ``tests/artifacts/``.
"""
