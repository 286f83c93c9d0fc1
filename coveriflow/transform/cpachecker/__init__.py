"""Conditions of CPAchecker's automata, read over our automaton and written for its own.

It names edges by their texts (``branch_texts``): a path is covered when all runs that it may stand for are verified.
What is converted covers no more than it did. Begin with ``reading``. Nothing here knows syntax of files. Kept by
``tests/transform/cpachecker/``.
"""
