"""Passes over the finished automaton, from edges to edges, in the order that ``pipeline`` gives them.

They put in checks that need to know the whole program (dangling pointers, const objects, type punning, ends of
lifetimes), split memory into variables, and remove what is never read. No pass may change what a defined execution
does. Nothing here knows syntax trees. Begin with ``pipeline``. Kept by ``tests/program/passes/``.
"""
