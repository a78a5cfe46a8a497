"""The `igroteka` command: parse, call, print."""
