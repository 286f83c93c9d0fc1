"""Functions of the C library as C text, which is parsed with a program that calls them.

One module for each header or subject. A model is exact, or it gives every result that C allows, by values from the
environment. The text is plain C: it knows nothing of this package. Who needs which: ``library.needed_models``. Kept by
the programs in ``tests/programs/``.
"""
