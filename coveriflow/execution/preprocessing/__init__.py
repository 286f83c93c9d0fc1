"""Macros and includes: by the compiler of the machine, or by pcpp where there is none.

Both give text with line markers, so that places stay those of the user. ``headers/`` has what may stand beside headers
of the system. Nothing here parses C. Begin with ``preprocess``. Kept by ``tests/execution/preprocessing/``.
"""
