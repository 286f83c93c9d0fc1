"""A program's paths split into ranges, and the results of ranges joined again.

``join`` says when the results together are a verdict on the whole program. Only worker processes import this. Nothing
here knows reducers or validators. Begin with ``join``. Kept by ``tests/actors/ranges/``.
"""
