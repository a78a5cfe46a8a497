"""Words travel: everything survives JSON, and any JSON is an intent or is refused with a reason."""

from typing import Any, Final

import msgspec
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from igroteka.core import Refused, read, read_json
from igroteka.lab.random_games import tables
from igroteka.testing.base import PROMISED, Base, seeds
from igroteka.testing.tables import asked, audience, encoded, match_of, moments

_JSON: Final[st.SearchStrategy[Any]] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


class WordsTravel(Base):
    @settings(PROMISED, max_examples=40)
    @given(data=st.data(), seed=seeds)
    def test_views_and_options_survive_json(self, data: st.DataObject, seed: int) -> None:
        game, table = self.on_shelf, data.draw(self.kinds())
        options = read(table.options, game.Options)
        assert read_json(encoded(options), game.Options) == options
        for match, _row, chance in moments(table, seed, every=9):
            seen = match.view(chance.pick(audience(match)))
            assert (back := read_json(encoded(seen), game.View)) == seen, _changed(seen, back)

    def test_all_words_have_a_json_schema(self) -> None:
        game = self.on_shelf
        for kind in (game.Options, game.Intent, game.Event, game.View):
            assert msgspec.json.schema(kind)

    @settings(PROMISED, max_examples=300, phases=tuple(Phase))
    @given(data=st.data())
    def test_any_json_is_an_intent_or_is_refused_with_a_reason(self, data: st.DataObject) -> None:
        game = self.on_shelf
        match = match_of(next(tables(game)), 4)
        match.deal()
        kinds_of_intent = [word.__struct_config__.tag for word in game.Intent.__args__]
        fields = sorted({name for word in game.Intent.__args__ for name in word.__struct_fields__})
        said = data.draw(
            _JSON
            | st.fixed_dictionaries(
                {"kind": st.sampled_from(kinds_of_intent)}, optional=dict.fromkeys(fields, _JSON)
            )
        )
        try:
            intent = read_json(msgspec.json.encode(said), game.Intent)
        except Refused:
            return
        outcome = asked(match, 0, intent)
        listed = game.canonical(match.state, intent) in match.legal(0)
        assert isinstance(outcome, Refused) != listed


def _changed(view: Any, back: Any) -> str:
    """What a view says otherwise after a journey through JSON: a list, for one, comes back as a tuple."""
    pairs = ((name, getattr(view, name), getattr(back, name)) for name in view.__struct_fields__)
    return "the view is another one after JSON: " + "; ".join(
        f"`{name}` was {one!r} and is {other!r}" for name, one, other in pairs if one != other
    )
