"""Existential quantifiers eliminated: by rules of our own, or by z3.

``definitions`` solves equations for a variable, ``by_rules`` uses them and bounds, ``by_z3`` asks z3. What cannot be
eliminated exactly is left as it is. Nothing here knows interpolation engines. Begin with ``by_rules``. Kept by
``tests/logic/interpolation/``.
"""
