"""Questions that ranges of numbers answer, without a solver: most of floating-point arithmetic.

``views`` evaluates terms to ranges, ``conditions`` narrows ranges by what holds, ``check`` looks for a contradiction.
``UNSAT`` is the only answer that is ever given. Nothing here knows a solver. Begin with ``check``. Kept by
``tests/logic/ranges/``.
"""
