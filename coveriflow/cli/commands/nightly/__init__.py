"""``coveriflow nightly``, ``report`` and ``compare``: batch runs from the command line.

``prefect`` is the same batch where Prefect can watch it. Nothing here knows how a batch is stored. Begin with ``run``.
Kept by ``tests/cli/commands/nightly/test_nightly.py``.
"""
