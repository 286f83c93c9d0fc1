"""Claims confirmed: a violation by executing the program as written, a proof by a second verifier.

What is not confirmed is ``unknown``, with the reason. Only worker processes import this. Nothing here knows reducers,
splitters or validators. Begin with ``violations``. Kept by ``tests/actors/confirm/``.
"""
