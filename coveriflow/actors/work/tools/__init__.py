"""External tools: found, called under limits, and their output read as claims that others confirm.

``call`` comes first, ``search`` finds a tool, ``outputs`` and ``claims`` read what it left, and ``fingerprint`` says
when an earlier answer may be used again. Only worker processes import this. Kept by ``tests/actors/tools/``.
"""
