"""C text before it is parsed: tokens, spellings of GNU that the parser does not know, and places in the original text.

``normalise`` makes text that the parser takes, ``source_map`` finds the place in the text that the user wrote, and
``violations`` what violates the property. Nothing here knows syntax trees or types. Begin with ``outlines``. Kept by
``tests/program/text/``.
"""
