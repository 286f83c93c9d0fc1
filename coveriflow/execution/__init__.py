"""Processes, limits, cancellation, compilers: the only package that starts a process (signatures: ``contracts``).

Nothing here knows formats, analyses or actors. Begin with ``contracts``, then ``processes``. Kept by
``tests/execution/``.
"""
