"""Descriptions of external tools: our own definitions, FM-Tools, actors and programs of CoVeriTeam.

What is read here says how a tool is called; whether it is installed, and calling it, is the work of actors. Begin with
``tool_definition``. Nothing here knows whether a tool is installed. Kept by ``tests/formats/tools/``.
"""
