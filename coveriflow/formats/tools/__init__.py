"""Descriptions of external tools: our own definitions, FM-Tools, actors and programs of CoVeriTeam.

What is read here says how a tool is called; whether it is installed, and calling it, is the work of actors. Begin with
``tool_definition``. Kept by ``tests/formats/tools/``.
"""
