"""The tables of one browser: a server without a network, run by the page itself (docs/offline.md)."""
