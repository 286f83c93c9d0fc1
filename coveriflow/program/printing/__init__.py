"""Automata back to C: a program that any verifier or compiler takes.

``printer`` puts it together; ``control_structure`` finds loops and branches again, ``bodies`` prints functions, and the
others types, names, expressions and initialisers. What is printed and read again does the same. Nothing here knows the
text that the automaton came from. Begin with ``printer``. Kept by ``tests/program/printing/`` and
``tests/program/interpreter/``.
"""
