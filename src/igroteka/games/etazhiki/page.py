"""What the page's table is drawn with besides the views, for scripts/wire.py."""

from typing import Final, get_args

from igroteka.games.etazhiki import parts

TABLE: Final = parts.NUMBERS
BOXES: Final = {variant: parts.box(None, variant) for variant in get_args(parts.Variant)}
"""All parts of each rule set in the order in which a deal begins to shuffle them."""
