"""Run folders and batch runs for browsers elsewhere: one folder, read only.

Invariant: nothing outside of the folder is served, and no script but those of our pages runs. Nothing here writes.
Begin with ``contained``, then ``kinds``. Kept by ``tests/report/serving/``.
"""
