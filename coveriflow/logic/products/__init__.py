"""Questions that multiply unknowns, answered by the algebra of polynomials modulo powers of two.

``polynomials`` are multiplied out, ``normal`` makes one term of equal ones and reduces them by equations, ``linear``
leaves each product open, ``check`` looks for a contradiction; ``audit`` has z3 see that each step keeps the value.
``UNSAT`` is the only answer that is ever given. Nothing here knows executions or candidates. Begin with ``check``.
Kept by ``tests/logic/products/``.
"""
