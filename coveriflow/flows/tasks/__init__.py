"""From files to tasks: C files, task definitions, properties; and the limits of a run.

Nothing here knows flows. Begin with ``load``. Kept by ``tests/flows/`` and ``tests/cli/``.
"""
