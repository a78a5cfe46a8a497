"""The game in which everything happens, and how often each thing does."""

from collections import Counter

from games.upturn import story
from igroteka.core import Seeded
from igroteka.games import upturn
from igroteka.games.upturn.moves import Recycled
from igroteka.table import fold


def test_everything_happens_in_the_story() -> None:  # UT-34, UT-35, UT-45, UT-30, UT-47
    happened = Counter(story.happenings(story.play()))
    assert set(happened) == story.EVERYTHING, story.EVERYTHING - set(happened)


def test_the_story_ends_with_a_winner_and_its_log_rebuilds_it() -> None:  # UT-32
    rows = list(story.play())
    state = fold(upturn, upturn.start(story.SEATS, story.OPTIONS), rows)
    ended = upturn.outcome(state)
    assert ended is not None
    assert ended.reason == "all-laid"
    assert len(rows) < 250


def test_the_story_is_the_same_every_time() -> None:  # UT-07
    assert list(story.play()) == list(story.play())


def test_what_went_back_into_the_bag_is_imagined_there_and_nothing_else_is() -> None:  # UT-47, UT-A41
    state = upturn.start(story.SEATS, story.OPTIONS)
    went_in: Counter[str] = Counter()
    for row in story.play():
        state = fold(upturn, state, (row,))
        went_in.update(t for event in row.events if isinstance(event, Recycled) for t in event.bag or ())
        for seat in (0, 1, 2, None) if went_in else ():
            imagined = upturn.imagine(upturn.view(state, seat), Seeded(row.number))
            assert Counter(imagined.bag) <= went_in
    assert went_in.total() > 50
