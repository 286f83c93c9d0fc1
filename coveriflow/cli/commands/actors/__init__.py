"""``coveriflow actors``: which there are, what one of them takes, and whether external tools are installed and answer.

``run`` comes first. Kept by ``tests/cli/test_actors.py``.
"""
