"""What a terminal lists when there is much to choose from."""

from io import StringIO
from itertools import islice
from typing import Any

import pytest
from rich.console import Console

from igroteka.cli.prompt import Intends, Prompt, in_words, intent_in_words
from igroteka.cli.speech import Speech
from igroteka.core import Seeded
from igroteka.games import SHELF, game
from igroteka.games.etazhiki.moves import End, Floor, Pass
from igroteka.games.sequence.moves import Draw, Exchange, Place
from igroteka.table import Match, play_out


def test_of_many_offers_every_kind_is_listed_and_the_rest_is_counted() -> None:
    """What comes last in `legal` would be missed: nobody types letters of what was never seen."""
    cells = [f"{column}{row}" for column in "bcdefghi" for row in range(1, 9)]
    offers = (*(Place("JC", cell) for cell in cells), Exchange("2D"), Draw())
    paper = StringIO()
    console = Console(file=paper, width=100)
    prompt = Prompt(
        console, Speech("en", "sequence", ("Ann", "Bob")), game("sequence"), offers, may_wait=False
    )
    prompt.show()
    *listed, more = paper.getvalue().splitlines()
    numbers = [int(line.split()[0]) for line in listed]
    assert numbers == [*range(1, 23), 65, 66]
    assert "…and 42 more" in more
    assert prompt.hear("66") == Intends(Draw())


@pytest.mark.parametrize("name", SHELF)
def test_every_offer_in_words_is_read_as_that_offer(name: str) -> None:
    """What the help shows may be typed just so, in whichever game it is asked for."""
    rules, chance = game(name), Seeded(3)
    match = Match(rules, rules.SEATS[0], seed=3)

    def by_lot(seat: int, look: object, offers: tuple[Any, ...], may_wait: bool) -> Any:
        assert all(intent_in_words(rules, in_words(offer)) == offer for offer in offers)
        return chance.pick(offers)

    assert len(list(islice(play_out(match, by_lot, chance), 150))) > 40


def test_the_help_names_an_intent_of_this_game() -> None:
    paper = StringIO()
    speech = Speech("ru", "etazhiki", ("Аня", "Боря"))
    prompt = Prompt(
        Console(file=paper, width=400), speech, game("etazhiki"), (Floor("F2"), End()), may_wait=False
    )
    prompt.hear("h")
    assert "floor F2" in paper.getvalue()


@pytest.mark.parametrize("width", [24, 80])
def test_a_terminal_breaks_sentences_between_words_and_a_file_not_at_all(width: int) -> None:
    shown, kept = StringIO(), StringIO()
    for paper, is_terminal in ((shown, True), (kept, False)):
        console = Console(file=paper, width=width, force_terminal=is_terminal, color_system=None)
        offers = (Floor("F2"), End())
        Prompt(console, Speech("ru", "etazhiki", ("Аня", "Боря")), game("etazhiki"), offers, False).hear("h")
    assert len(shown.getvalue().splitlines()) > len(kept.getvalue().splitlines()) == 1
    assert shown.getvalue().split() == kept.getvalue().split()
    assert all(len(line) <= width for line in shown.getvalue().splitlines())


def test_what_is_said_already_stays_so_within_other_words() -> None:
    speech = Speech("en", "etazhiki", ["Ann", "Bob"])
    said = speech.intent(Pass())
    assert said == "pass"
    assert speech.word("pass") == "for the pass"  # a word for the same letters elsewhere
    assert "for the pass" not in speech.line("hint", move=said, why="it fits")
