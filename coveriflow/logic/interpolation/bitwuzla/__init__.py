"""Interpolants by bitwuzla, for formulas of bit-vectors alone.

``cuts`` is the engine; ``proofs`` and ``terms`` call bitwuzla and are imported in worker processes only, since some of
its calls end a process. Every answer is checked by ``checking``. Nothing here knows z3. Begin with ``cuts``. Kept by
``tests/logic/interpolation/``.
"""
