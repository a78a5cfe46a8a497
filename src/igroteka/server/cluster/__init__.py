"""Several servers on one database: hints between them, who is where."""
