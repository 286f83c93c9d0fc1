"""Other programs for verifiers: residual ones, accelerated ones, programs of a range; and conditions translated back.

Each returns a program with a map to the original's edges. The transformations are in ``transform``. Begin with
``residual``. Only worker processes import this. Nothing here knows verifiers, external tools or validators. Kept by
``tests/actors/reduce/``.
"""
