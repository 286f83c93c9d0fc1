"""coveriflow makes software verifiers work together through conditions, residual programs, tests and witnesses.

Each package imports lower ones only: ``program``, ``artifacts``, ``formats`` and ``execution``, ``logic``, ``analysis``
and ``transform``, ``actors``, ``report``, ``flows``, ``cli``. Nothing here is loaded by importing ``coveriflow`` alone.
Begin with ``artifacts``, which says what the others exchange. Kept by ``tests/packaging/test_conventions.py``.
"""

__version__ = "0.1.0"

import os as _os
import resource as _resource
import sys as _sys

_ROOM = 64 << 20  # bytes, more than all modules


def _spare_bytecode() -> None:
    """Where files may end early, Python writes none of its own: it takes what is written in part for a whole module,
    and no later run could import that.
    """
    limit, disk = _resource.getrlimit(_resource.RLIMIT_FSIZE)[0], _os.statvfs(_os.path.dirname(__file__))
    if limit != _resource.RLIM_INFINITY or disk.f_bavail * disk.f_frsize < _ROOM:
        _sys.dont_write_bytecode = True
        _os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


_spare_bytecode()
