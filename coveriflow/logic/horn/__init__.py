"""Constrained Horn clauses (Bjorner, Gurfinkel, McMillan, Rybalchenko 2015): systems of them, and two ways to solve
these.

``contracts`` has clauses, and the two outcomes: a solution or a derivation of *false*. ``reachability`` searches in
bits, by ``steps`` between sets of states, of circuits (``bit_steps``) or of terms (``word_steps``). ``spacer`` asks
z3's, for which ``encodings`` says how it sees terms. No outcome is believed: who asks checks it in bits. Nothing here
knows programs. Begin with ``contracts``. Kept by ``tests/logic/horn/``.
"""
