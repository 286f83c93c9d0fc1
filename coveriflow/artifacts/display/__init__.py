"""What people look at: paths to an error, reached graphs, shapes of programs.

No verdict rests on them, and no actor needs them to go on. Nothing here knows how they are drawn: that is ``report``.
Begin with ``error_paths``. Kept by ``tests/artifacts/display/``.
"""
