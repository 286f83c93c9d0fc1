"""``coveriflow actors``: which there are, what one of them takes, and whether external tools are installed and answer.

Nothing here knows what an actor does. Begin with ``run``. Kept by ``tests/cli/commands/actors/test_actors.py``.
"""
