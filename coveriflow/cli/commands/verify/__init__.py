"""``coveriflow verify`` and ``coveriflow test``: from options to a run, its evidence, and what the user sees of it.

``command`` starts the workers and only then loads ``run``, which reads the program while they come up. ``result`` is
what is shown, ``endings`` what is left when there is none. Nothing here knows what a verifier does. Begin with
``command``. Kept by ``tests/cli/commands/verify/test_verify.py`` and ``tests/cli/commands/verify/test_endings.py``.
"""
