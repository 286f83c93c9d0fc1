"""k-induction with auxiliary invariants (unifying paper, Sect. 4.2).

``kinduction`` is the verifier; ``candidates`` guesses invariants from executions, and ``houdini`` keeps those that are
inductive. Nothing here knows predicate abstraction. Begin with ``kinduction``. Kept by ``tests/analysis/induction/``.
"""
