"""Complex numbers and vectors: values of several components, each of which is a scalar.

They are structs of their elements, and operators are those of the elements. What gcc's run-time library does to complex
numbers is C text in place of the operator (``complex_arithmetic``). Each module enters its operators into the tables of
``lowering.expressions``. Nothing here knows statements or functions of the C library. Begin with ``complex_numbers``.
Kept by ``tests/program/lowering/multicomponent/test_numbers_against_gcc.py``.
"""
