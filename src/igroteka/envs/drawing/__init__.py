"""A table drawn for people who watch: as text, or as a picture made of nothing but NumPy."""

from igroteka.envs.drawing.picture import as_picture
from igroteka.envs.drawing.scene import as_text

__all__ = ["as_picture", "as_text"]
