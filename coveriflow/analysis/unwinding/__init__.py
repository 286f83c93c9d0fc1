"""Bounded model checking: the program unwound, and the certificate of an unwinding that is complete.

``bmc`` is the verifier, ``path_tree_check`` checks a closed tree of paths again. Nothing here knows induction or
predicates. Begin with ``bmc``. Kept by ``tests/analysis/unwinding/``.
"""
