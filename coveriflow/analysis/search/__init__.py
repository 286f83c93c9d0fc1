"""What searches share: limits, counterexamples, findings, and the condition that a stopped search leaves.

``findings`` is what an analysis gives, ``assumption_automaton`` what it did verify. Nothing here is a verifier. Begin
with ``findings``. Kept by ``tests/analysis/test_searches.py`` and ``tests/analysis/test_conditions_are_true.py``.
"""
