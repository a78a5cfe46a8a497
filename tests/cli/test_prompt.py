"""What a terminal lists when there is much to choose from."""

from io import StringIO

from rich.console import Console

from igroteka.cli.prompt import Intends, Prompt
from igroteka.cli.speech import Speech
from igroteka.games import game
from igroteka.games.sequence.moves import Draw, Exchange, Place


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
