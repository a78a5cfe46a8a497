"""What the lab knows of Etazhiki alone."""
