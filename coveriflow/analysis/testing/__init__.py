"""Generating tests that take the branches of a program.

``goals`` are the branches, ``generation`` finds inputs for them. Nothing here compiles or executes a program. Begin
with ``generation``. Kept by ``tests/analysis/testing/``.
"""
