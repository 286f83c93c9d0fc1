"""Verification by constrained Horn clauses (as in SeaHorn, Eldarica and TriCera): loops have invariants, recursive
functions summaries. Property-directed reachability looks for invariants, and z3's Spacer for both at once.

``frames`` says what each summarised function depends on, ``blocks`` what happens between two places, ``clauses`` makes
the system. ``certificate`` checks a solution bit by bit, ``executions`` makes an execution of a derivation. Begin with
``verifier``. Nothing here knows how these search. Kept by ``tests/analysis/horn/``.
"""
