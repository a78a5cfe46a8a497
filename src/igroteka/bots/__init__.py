"""Bots: a view in, an intent out; never a state, never the log."""

from igroteka.bots.bot import Bot, RandomBot
from igroteka.bots.levels import DEFAULT, LEVELS, SECONDS, Factory, make

__all__ = ["DEFAULT", "LEVELS", "SECONDS", "Bot", "Factory", "RandomBot", "make"]
