"""A data-flow analysis of integers, refined again and again, whose facts strengthen k-induction (unifying paper, Sect.
4.2; Beyer, Dangl, Wendler 2015).

``domain`` and ``transfer`` are the analysis, ``precision`` says what is kept, ``refinement`` makes it more. Nothing
here asks a solver. Begin with ``domain``. Kept by ``tests/analysis/data_flow/``.
"""
