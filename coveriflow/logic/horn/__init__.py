"""Constrained Horn clauses (Bjorner, Gurfinkel, McMillan, Rybalchenko 2015): systems of them, and z3's Spacer.

``contracts`` has clauses, and the two outcomes: a solution or a derivation of *false*. ``encodings`` are the ways in
which Spacer sees terms, ``spacer`` asks it. No outcome is believed: who asks checks it in bits. Nothing here knows
programs. Begin with ``contracts``. Kept by ``tests/logic/horn/``.
"""
