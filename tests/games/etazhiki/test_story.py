"""The game of story.py: everything comes up in it, and it is the same every time."""

from games.etazhiki import story
from igroteka.games import etazhiki
from igroteka.table import fold


def test_everything_happens_in_one_game() -> None:  # ET-16, ET-26, ET-41, ET-A22, ET-A29
    rows = list(story.play())
    assert set(story.happenings(rows)) == story.EVERYTHING
    end = fold(etazhiki, etazhiki.start(story.SEATS, story.OPTIONS), rows)
    assert etazhiki.outcome(end) is not None


def test_the_story_is_told_the_same_every_time() -> None:  # ET-A23
    assert list(story.play()) == list(story.play())


def test_another_seed_tells_another_story() -> None:  # ET-07
    assert list(story.play(1)) != list(story.play(2))
