"""Bots: a view in, an intent out; never a state, never the log."""

from igroteka.bots.bot import LEVELS, Bot, RandomBot

__all__ = ["LEVELS", "Bot", "RandomBot"]
