"""coveriflow makes software verifiers work together through conditions, residual programs, tests and witnesses.

Each package imports lower ones only: ``program``, ``artifacts``, ``formats`` and ``execution``, ``logic``, ``analysis``
and ``transform``, ``actors``, ``report``, ``flows``, ``cli``. Nothing here is loaded by importing ``coveriflow`` alone.
Begin with ``artifacts``, which says what the others exchange. Kept by ``tests/packaging/test_conventions.py``.
"""

__version__ = "0.1.0"
