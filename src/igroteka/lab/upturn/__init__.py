"""Studies of UpTurn."""
