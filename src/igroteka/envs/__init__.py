"""The games for people who study them: PettingZoo, many tables at once, OpenSpiel (docs/envs.md)."""

from igroteka.envs.vector import VectorEnv

__all__ = ["VectorEnv"]
