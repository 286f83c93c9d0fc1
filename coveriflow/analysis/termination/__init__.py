"""Termination: lexicographic ranking functions between loop heads, and executions whose state recurs.

``verifier`` asks for both; ``ranking`` finds ranking functions, ``certificate`` shows them again, ``lassos`` and
``closed_sets`` refute. Nothing here knows how tasks are read or violations executed. Begin with ``verifier``. Kept by
``tests/analysis/termination/``.
"""
