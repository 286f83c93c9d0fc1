"""Bounded model checking: the program unwound, and the certificate of an unwinding that is complete.

``bmc`` is the verifier, ``path_tree_check`` the certificate check of a closed tree of paths. Nothing here knows induction or
predicates. Begin with ``bmc``. Kept by ``tests/analysis/unwinding/``.
"""
