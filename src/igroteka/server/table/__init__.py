"""One live table: its log, the fold of it, what is told of it."""
