"""C programs: from text to control-flow automata, and back to text. The meaning of C is decided here, once.

``frontend`` puts it together: ``text``, ``syntax``, ``library``, ``declarations``, ``linking``, ``memory``,
``lowering``, ``passes``. ``interpreter`` is the reference for what an automaton means. Nothing here knows verifiers,
verdicts or files. Begin with ``frontend``, then ``cfa``. Kept by ``tests/program/``.
"""
