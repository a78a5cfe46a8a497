"""Moves are explained: whatever may be asked for has a reason with a sentence in both languages."""

import time
from typing import Any

import pytest

from igroteka.bots.hint import Hint, hint
from igroteka.bots.player import SECONDS
from igroteka.cli.speech import Speech
from igroteka.core import Seat, Why
from igroteka.games.texts import HOUSE_TEXTS, LANGUAGES, texts
from igroteka.lab.random_games import tables
from igroteka.sources import said
from igroteka.testing.base import Base
from igroteka.testing.tables import encoded, moments
from igroteka.testing.texts import holes

both_languages = pytest.mark.parametrize("language", LANGUAGES)


class MovesAreExplained(Base):
    def _hints(self, language: str) -> dict[str, str]:
        own = texts(self.on_shelf.__name__, language).get("hints", {})
        return {**texts(HOUSE_TEXTS, language)["hints"], **own}

    @both_languages
    def test_every_reason_for_a_move_has_a_sentence_that_its_parameters_can_fill(self, language: str) -> None:
        for key, given, _ in said(self.package, {"why": 0}):
            assert holes(self._hints(language)[key]) <= given, (key, given)

    def test_no_sentence_waits_for_a_reason_that_no_move_has(self) -> None:
        given = {key for key, _, _ in said(self.package, {"why": 0})}
        told = {key.partition(".")[0] for key in texts(self.on_shelf.__name__, "en").get("hints", {})}
        assert told <= given

    def test_every_move_of_a_random_game_is_explained_and_a_hint_is_one_of_them(self) -> None:
        for table in tables(self.on_shelf):
            names = [f"Seat-{seat}" for seat in range(table.seats)]
            speeches = [Speech(language, self.game, names) for language in LANGUAGES]
            for match, _row, _ in moments(table, 11, every=5, rows=60):
                for seat in match.seats:
                    for why in self._explained(match.view(seat), seat):
                        for speech in speeches:
                            assert speech.why(why), (table.label(), speech.language, why)

    def _explained(self, view: Any, seat: Seat) -> list[Why]:
        """The reasons for all that the seat may do; the hint is the same when it is asked for again."""
        given, is_cut = _hinted(view)
        offers = [one for one in view.legal if not isinstance(one, self.on_shelf.HONOUR)]
        assert (given is None) == (not offers)
        if given is None:
            return []
        assert given.intent in offers or (given.intent is None and view.turn != seat)
        if not is_cut:
            again, is_cut = _hinted(view)
            assert is_cut or encoded(again) == encoded(given), (
                f"the hint was {given}, and asked for again {again}: does `imagine` draw from other chance, "
                "or is anything kept outside of the state?"
            )
        return [self.on_shelf.explain(view, offer) for offer in offers]


def _hinted(view: Any) -> tuple[Hint | None, bool]:
    """A hint, and whether the clock has cut it short, as where rules are slow: then the next may differ."""
    began = time.perf_counter()
    given = hint(view)
    return given, time.perf_counter() - began >= SECONDS
