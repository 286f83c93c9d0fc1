"""Loops with a path that does many iterations in one step, and trace automata that cut off what is redundant then.

``accelerators`` makes the paths, ``closed_forms`` what n iterations do, ``trace_automata`` the cuts. An accelerated
program reaches the same states. Nothing here knows who verifies it. Begin with ``accelerated``. Kept by
``tests/transform/acceleration/``.
"""
