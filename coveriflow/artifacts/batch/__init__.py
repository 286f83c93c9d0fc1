"""Results of a batch run, and what differs between two of them.

``results`` has one value for each task and flow, ``changes`` compares. Nothing here knows how a batch is run. Begin
with ``results``. Kept by ``tests/artifacts/batch/``.
"""
