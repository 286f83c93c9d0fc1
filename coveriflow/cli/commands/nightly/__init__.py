"""``coveriflow nightly``, ``report`` and ``compare``: batch runs from the command line.

``run`` comes first; ``prefect`` is the same batch where Prefect can watch it. Kept by ``tests/cli/test_nightly.py``.
"""
