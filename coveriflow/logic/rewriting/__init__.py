"""Terms in another form that has the same value, where solvers decide that one sooner.

``sums``: what choices have in common stands outside of them, and equal addends cancel. ``small_products``: products
have as many bits as the ranges of their operands need. Nothing here knows solvers. Begin with ``sums``. Kept by
``tests/logic/rewriting/``.
"""
