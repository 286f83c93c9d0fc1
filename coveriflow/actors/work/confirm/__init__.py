"""Claims confirmed: a violation by executing the program as written, a proof by a second verifier.

``violations`` comes first. What is not confirmed is ``unknown``, with the reason. Only worker processes import this.
Kept by ``tests/actors/confirm/``.
"""
