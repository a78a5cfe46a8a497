"""Games played on from a state by the sense of the search: what a state, or an answer, is worth."""
