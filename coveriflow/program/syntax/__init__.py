"""Syntax trees: parsing, literals, and analyses and rewritings that need no types.

``sequencing`` says which effects lie in an unspecified order. What is rewritten here is C again. Nothing here knows
what a name is declared as, or any function of the C library. Begin with ``parse``. Kept by ``tests/program/syntax/``
and ``tests/program/test_semantics.py``.
"""
