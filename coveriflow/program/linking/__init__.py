"""What linkers and GNU's attributes do to whole programs, on syntax trees and before anything is lowered.

Aliases, weak symbols, constructors, calls of the entry function, and functions that are used but not defined. Each
module rewrites the trees of all translation units in place. Nothing here knows memory or automata. Begin with
``aliases``. Kept by ``tests/program/linking/``.
"""
