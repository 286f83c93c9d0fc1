"""What the commands do: from options to an exit code. One module, or one package, for each command.

Commands put together what ``flows`` and ``report`` offer; they decide nothing about programs. ``cli.registry`` finds
them by name and imports one only when it is called. Nothing here knows how words become options. Begin with ``verify``.
Kept by ``tests/cli/``.
"""
