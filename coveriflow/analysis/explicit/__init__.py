"""Explicit-value analysis with refinement, and the certificate check of what it found.

``verifier`` puts it together; ``refinement`` and ``lazy_abstraction`` make it more precise, ``long_steps`` faster, and
``closure_check`` shows again that the reached set is closed. Nothing here knows solver terms beyond path checks. Begin
with ``verifier``. Kept by ``tests/analysis/``.
"""
