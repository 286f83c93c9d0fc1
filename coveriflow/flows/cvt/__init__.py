"""From programs of CoVeriTeam to flows: ``values`` is what they talk about, ``translation`` how it is written."""
