"""The C library: which functions have a model here, which have none, and what a program needs of them.

``inline`` has functions that become expressions where they are called, ``models`` C files with functions, which
``texts`` reads. A model is exact, or it gives every result that C allows, by values from the environment.
``desugaring`` puts the former into the trees of a program, ``needed_models`` adds the latter. Nothing here knows
automata or memory. Begin with ``desugaring``. Kept by ``tests/program/library/``, ``tests/program/test_semantics.py``
and the programs in ``tests/programs/library/``.
"""
