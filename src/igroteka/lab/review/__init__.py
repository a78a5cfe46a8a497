"""Reviews of finished games: `review(record)`."""

from igroteka.lab.review.figures import Review
from igroteka.lab.review.review import review, reviewing

__all__ = ["Review", "review", "reviewing"]
