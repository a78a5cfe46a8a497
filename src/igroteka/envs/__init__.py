"""The games for people who study them: PettingZoo, many tables at once, OpenSpiel (docs/envs.md)."""

from igroteka.envs import etazhiki_v0, sequence_v0, upturn_v0
from igroteka.envs.vector import VectorEnv

__all__ = ["VectorEnv", "etazhiki_v0", "sequence_v0", "upturn_v0"]
