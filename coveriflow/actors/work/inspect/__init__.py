"""What is only looked at: features and shapes of programs.

Nothing here is needed for a verdict. Only worker processes import this. Begin with ``features``. Kept by
``tests/actors/inspect/``.
"""
