"""SMT: terms, the encoding of edges, solvers and interpolation.

``terms`` are hash-consed and built by ``build``; ``encoding`` makes them of edges; ``contracts`` says what a solver
answers. Nothing here knows analyses. Begin with ``contracts``, then ``terms``. Kept by ``tests/logic/``.
"""
