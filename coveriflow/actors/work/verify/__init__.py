"""What the embedded verifiers do: an analysis, its certificate check, the answer with its evidence, and a witness.

``answer`` is where all of them end; one module for each kind of analysis begins it. ``soft_limits`` says how long,
``justification`` why a condition is true, ``unsupported`` what could not be handled. Only worker processes import this.
Nothing here knows how a claim is confirmed. Begin with ``answer``. Kept by ``tests/actors/verify/``.
"""
