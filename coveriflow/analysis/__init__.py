"""Configurable program analysis, and the verifiers that are built on it.

``cpa`` has the algorithm and its contracts, ``domains`` the abstract domains, ``search`` what all searches share. Each
further package is a verifier or a part of one. Nothing here knows actors, files or C text. Begin with ``cpa``. Kept by
``tests/analysis/``.
"""
