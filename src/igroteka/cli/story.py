"""A whole game as a story: every row of the log in words."""

from collections.abc import Iterator
from typing import Any

from igroteka.cli.screens import screen
from igroteka.cli.speech import Speech
from igroteka.cli.tables import names
from igroteka.core import AnyGame, Seeded
from igroteka.table import Chooser, Match, Row, play_out, random_chooser


def playthrough(
    game: AnyGame,
    seats: int,
    options: Any,
    seed: int,
    lang: str,
    choose: Chooser | None = None,
    honour: bool = False,
) -> Iterator[str]:
    """A random game (or one with another chooser) of this seed, told line by line."""
    match = Match(game, seats, options, seed)
    chance = Seeded(seed).row(2**64 - 1)  # far from any row of the log
    speech = Speech(lang, game.NAME, names(seats, lang), screen(game.NAME).part)
    yield speech.line("story_title", title=speech.title(), seats=seats, seed=seed)
    for row in play_out(match, choose or random_chooser(chance), chance, honour):
        yield from told(row, speech)
    if match.outcome:
        yield speech.outcome(match.outcome)


def told(row: Row, speech: Speech) -> Iterator[str]:
    """One row: its number, then a sentence for every event, or for several of a kind."""
    for at, said in enumerate(speech.row(row.events)):
        yield f"{row.number if at == 0 else '':>4}  {said}"
