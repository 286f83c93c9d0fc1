"""Values that show themselves in a notebook: what they look like there is known by higher layers alone."""

from __future__ import annotations

from collections.abc import Collection


class Displayed:
    """Shown in a notebook by ``coveriflow.mime_bundle``, which the package resolves when a notebook asks: nothing
    is imported for it before.
    """

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """By MIME type, the texts that IPython chooses from."""
        import coveriflow

        found = coveriflow.mime_bundle(self)
        return {
            kind: text
            for kind, text in found.items()
            if (not include or kind in include) and kind not in (exclude or ())
        }
