"""The bots of live tables: when they think, wait and move, and at which server."""
