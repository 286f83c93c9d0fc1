"""Bodies of functions: statements, blocks and their ends, parameters, variable-length arrays, activations.

Begin with ``statements``, then ``bodies``. Everything about values is left to ``lowering.expressions``. Nothing here
knows what a function of the C library does. Kept by ``tests/program/test_semantics.py``.
"""
