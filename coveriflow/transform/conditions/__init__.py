"""Conditions over programs: operations, comparison, and translation to the original program or to another version.

``operations`` is union, intersection and minimisation; ``residual_to_original`` and ``version_to_version`` translate,
and ``assumptions_to_branches`` makes branches of assumptions. No translation covers more than was verified. Begin with
``operations``. Nothing here knows verifiers or files. Kept by ``tests/transform/conditions/``.
"""
