"""From syntax trees to edges: the state of lowering, and the checks for undefined behaviour that all of it shares.

``context`` is what everything here gets; ``checks`` emits checks and conversions. The packages below are
``expressions``, ``multicomponent`` (complex numbers and vectors), ``functions`` and ``builtins``, in this order. What
is not supported becomes one ``Unsupported`` edge, never an approximation. Kept by ``tests/program/lowering/``.
"""
