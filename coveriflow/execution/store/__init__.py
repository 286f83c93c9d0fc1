"""The store of results: what actors have produced, by what they were given.

An entry is whole or not there, and a result that is found is the one that would come out. Nothing here knows what an
actor does. Begin with ``contracts``. Kept by ``tests/execution/store/``.
"""
