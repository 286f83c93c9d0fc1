"""The algebra of compositions: frozen trees of actors, and the check which artifacts are there for whom.

``nodes`` has the kinds of compositions, ``flow`` whole flows, ``typing`` the check when one is built. Nothing here
knows a single actor, or how a composition is run. Users import from ``coveriflow.actors``. Begin with ``nodes``. Kept
by ``tests/actors/composition/``.
"""
