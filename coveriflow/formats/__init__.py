"""Codecs, one module for each format: bytes to an artifact, and back.

``read(write(a)) == a``, and any bytes give an artifact or an ``InputError`` with its place. Nothing here knows actors,
analyses or processes. Begin with ``contracts``. Kept by ``tests/formats/test_laws.py``.
"""
