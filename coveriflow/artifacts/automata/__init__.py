"""Automata as artifacts: CPAchecker's, its assumption formulas, and observers of conditions and ranges.

Values only; what converts them is in ``transform``, what reads them in ``formats``. Begin with ``condition_observer``.
Nothing here knows files or how an automaton is converted. Kept by ``tests/artifacts/``.
"""
