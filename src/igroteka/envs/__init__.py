"""The games for people who study them: PettingZoo, many tables at once, OpenSpiel (docs/envs.md)."""

# ruff: noqa: E402
from igroteka.core.extras import need

need("igroteka.envs", "envs", "numba", "numpy", "gymnasium", "pettingzoo")  # before what imports them

from igroteka.envs import etazhiki_v0, sequence_v0, upturn_v0
from igroteka.envs.vector import VectorEnv

__all__ = ["VectorEnv", "etazhiki_v0", "sequence_v0", "upturn_v0"]
