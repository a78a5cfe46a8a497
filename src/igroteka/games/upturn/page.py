"""What the page's table is drawn with besides the views, for scripts/wire.py."""

from typing import Final

from igroteka.games.upturn import parts

TABLE: Final = parts.TABLE
BOXES: Final = {"all": parts.box(None)}
"""All parts in the order in which a deal begins to shuffle them."""
