"""Igroteka: three table games on every screen, by the book."""
