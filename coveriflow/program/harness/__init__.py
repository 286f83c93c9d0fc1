"""A ``main`` that calls another entry function, as C text: what it passes is any value that the environment allows.

The text is put after the file that defines the function, so everything else sees a program like any other. Nothing
here knows automata, memory or files. Begin with ``entry``, then ``harness``. Kept by ``tests/program/harness/``.
"""
