"""Many games: random play for balance and soak, and how long a move takes."""
