"""Reducers: from a program and a condition to the program that is left (fold paper, Def. 3).

``catalogue`` has them by name: parallel composition, folds, inlining, slicing, monitors. A residual program has all
paths that the condition does not cover, and reads the same inputs. Nothing here knows analyses. Begin with
``catalogue``. Kept by ``tests/transform/reducers/``.
"""
