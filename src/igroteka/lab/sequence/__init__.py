"""Studies of Sequence: teaching the search its weights, and what more time wins."""
