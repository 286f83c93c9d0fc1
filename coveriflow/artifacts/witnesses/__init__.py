"""Verification witnesses as values: ``graphml`` (1.0), ``yaml`` (2.x), and what a validation of one came to.

They speak of the program as written. Nothing here knows files or automata. Begin with ``yaml``. Kept by
``tests/formats/test_laws.py``.
"""
