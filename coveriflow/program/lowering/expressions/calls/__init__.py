"""Calls of functions: which function it is, what is passed, and where the result goes.

Begin with ``call``, through which every call goes. ``entered`` calls what is defined, ``undefined`` what is not,
``indirect`` what a pointer points to, ``ending`` what ends the program. Nothing here knows single functions of the C
library: ``program.constructs`` has them in a table. Kept by ``tests/program/lowering/`` and
``tests/program/test_semantics.py``.
"""
