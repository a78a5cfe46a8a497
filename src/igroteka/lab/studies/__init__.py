"""Studies: a question about games, what is played to answer it, and what came of it (docs/studies)."""
