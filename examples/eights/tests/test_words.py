from igroteka.cli.speech import Speech
from igroteka.core import Outcome


def test_the_end_speaks_to_the_winner_as_you():
    """The page said “You win!”, and below it a name that it calls nobody by."""
    end = Outcome("all-laid", None, (0,))
    said = {
        one: [Speech(one, "eights", ["Ann", "Bob"], reader=seat).outcome(end) for seat in (0, 1)]
        for one in ("ru", "en")
    }
    assert said == {
        "ru": ["Победа твоя: карт не осталось.", "Победа: Ann. Карт не осталось."],
        "en": ["You win: no cards left.", "Ann wins: no cards left."],
    }
