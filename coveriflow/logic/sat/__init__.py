"""Propositional satisfiability: terms as circuits, and a solver for many small questions about them.

``circuits`` makes clauses of terms; ``incremental`` asks. Nothing here knows programs or analyses. Begin with
``circuits``. Kept by ``tests/logic/sat/``.
"""
