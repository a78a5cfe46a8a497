"""Master's search: information-set MCTS in compiled kernels over the fast twins (docs/bots.md)."""
