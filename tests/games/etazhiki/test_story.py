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
    assert list(story.play(1)) != list(story.play(2))


def test_it_is_told_row_by_row_in_both_languages() -> None:  # ET-A23
    numbers = [row.number for row in story.play()]
    for language in ("en", "ru"):
        lines = list(story.told(language))
        assert [int(line[:4]) for line in lines[1:-1] if line[:4].strip()] == numbers
