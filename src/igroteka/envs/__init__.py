"""The games for people who study them: PettingZoo, many tables at once, OpenSpiel (docs/envs.md)."""
