"""A bound for figures: a search that sees what others hold (docs/bots.md, "A bound")."""
