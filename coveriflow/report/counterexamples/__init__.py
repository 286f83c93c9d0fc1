"""The path to a violation for people: as text for terminals, and as a page of HTML.

Everything that comes from a program is escaped. Begin with ``as_text``. Nothing here knows automata. Kept by
``tests/report/counterexamples/``.
"""
