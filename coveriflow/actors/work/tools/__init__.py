"""External tools: found, called under limits, and their output read as claims that others confirm.

``search`` finds a tool, ``outputs`` and ``claims`` read what it left, and ``fingerprint`` says when an earlier answer
may be used again. Only worker processes import this. Nothing here believes what a tool says. Begin with ``call``. Kept
by ``tests/actors/tools/``.
"""
