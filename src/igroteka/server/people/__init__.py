"""Who is at a table and who may do what there, besides the game."""
