"""From the analysis of termination to answers and witnesses.

Only worker processes import this. Nothing here knows flows or file formats. Begin with ``answers``. Kept by
``tests/actors/validate/test_endings.py`` and ``tests/actors/validate/test_endless.py``.
"""
