"""Names and declared types: what type nodes, tags, enumerations and initialisers of a syntax tree mean.

``type_reader`` makes types of trees, ``scopes`` says what a name means at a place. Nothing here emits an edge or knows
memory. Begin with ``type_reader``. Kept by ``tests/program/types/`` and ``tests/program/test_semantics.py``.
"""
