"""From programs of CoVeriTeam to flows: ``values`` is what they talk about, ``translation`` how it is written.

Nothing here runs what it translates. Begin with ``translation``. Kept by ``tests/flows/cvt/``.
"""
