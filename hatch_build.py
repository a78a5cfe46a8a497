"""A package without the page would serve nothing: building one fails loudly instead (docs/operating.md)."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/igroteka/server/static/index.html"


class PageHook(BuildHookInterface):
    """Wheels and sdists have the page in them; an editable install takes what is there."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or os.environ.get("IGROTEKA_WITHOUT_PAGE"):
            return
        if not (Path(self.root) / PAGE).exists():
            raise SystemExit(
                f"\nThe page is not built ({PAGE} is missing), so this package would serve none.\n"
                "Build it first: make page\n"
                "Or build without it, for environments and bots alone: IGROTEKA_WITHOUT_PAGE=1\n"
            )
