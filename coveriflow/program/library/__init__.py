"""The C library: which functions have a model here, which have none, and what a program needs of them.

``inline`` has functions that become expressions where they are called, ``models`` functions in C. ``desugaring`` puts
both into the trees of a program, ``needed_models`` adds what they call. Nothing here knows automata or memory. Kept by
``tests/program/test_semantics.py`` and the programs in ``tests/programs/library/``.
"""
