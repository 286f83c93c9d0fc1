"""Ranges of paths: the observer that leaves one out, and the program of a range as C.

A range lies between two tests, in the order of ``program.interpreter.path_order``. Begin with ``observer``. Nothing
here knows how a range is found. Kept by ``tests/transform/ranges/``.
"""
