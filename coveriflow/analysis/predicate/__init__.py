"""The predicate CPA with adjustable-block encoding, and the analyses that it is configured to (unifying paper, Sects. 3
and 4).

``verifier`` puts it together, ``cpa`` has the states, ``refinement`` finds predicates by interpolants. Nothing here
knows how a solver or an interpolation engine works. Begin with ``algorithms``. Kept by ``tests/analysis/predicate/``.
"""
