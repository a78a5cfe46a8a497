"""What thinking wins in Sequence: where Master chooses otherwise than without a search, both are tried out.

The ends of games tell little: most is luck. So in games against Player every such choice, and the one that
the weights like best, is played on to the end some hundred times, from the table as it is but with the deck
shuffled anew, the own side by the best weights, others by Player. The differences of a game add up to what
the search has won in it over no search, since every choice is judged by what follows without one.
"""

from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.bots.compiled_search import searcher
from igroteka.bots.player import PlayerBot
from igroteka.bots.search import tree
from igroteka.core import Seat, Seeded
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Entrant
from igroteka.lab.compiled import compiled
from igroteka.lab.seer.seer import SeerBot
from igroteka.table import Match, play_out
from igroteka.turbo import sequence, twin
from igroteka.turbo.chance import shuffle, streams
from igroteka.turbo.header import NOBODY
from igroteka.turbo.machine import Array, Int, Stream
from igroteka.turbo.sequence import search
from igroteka.turbo.sequence.search import expected

_TWIN: Final = twin("sequence")
_ask, _answer = _TWIN.KERNELS["ask"], _TWIN.KERNELS["answer"]
_answers, _judge = tree.bind(sequence, search)["answers"], search.judge
_LONGEST: Final = 600
_WIDEST: Final = _TWIN.WIDEST + 1


class Gain(msgspec.Struct, frozen=True):
    """One game: how many choices there were, and for each of the bots how many differed and what they won."""

    choices: int
    differed: tuple[int, ...]
    won: tuple[float, ...]


@compiled
def _try_out(states: Array, seat: Int, action: Int, rng: Stream, times: Int) -> Int:
    """The share of games that the seat wins after this action."""
    s = states[1]
    side = seat % s.sides
    won: Int = 0.0
    out, weights, values = np.empty(_WIDEST, np.int16), np.empty(_WIDEST), np.zeros(16)
    for _ in range(times):
        states[1] = states[0]
        deck = s.deck[s.top : s.bottom]
        shuffle(deck, deck.shape[0], rng)
        _answer(s, action, rng)
        who = _ask(s, rng)
        for _ in range(_LONGEST):
            if who == NOBODY:
                break
            chosen = expected(s, who) if who % s.sides != side else 0
            if chosen == 0:
                count = _answers(s, who, out, weights)
                chosen = np.int64(out[weights[:count].argmax()])
            _answer(s, chosen, rng)
            who = _ask(s, rng)
        _judge(s, values)
        won += values[seat]
    return won / times


def unsearched(view: Any) -> Any:
    """What the weights like best."""
    of = searcher("sequence")
    prior = of.first_answers(of.root(view, False, Seeded(0)))
    return _TWIN.intent_of(int(prior.argmax()))


def tried_out(match: Match, seat: Seat, intents: set[Any], times: int, seed: int) -> dict[Any, float]:
    """By intent the share of games that the seat wins after it; all with the same shuffles to begin with."""
    state = match.state
    position = match.game.position(state)
    assert position is not None
    states: npt.NDArray[np.void] = np.repeat(_TWIN.encode(position, state.options, state.pool), 2)
    states["deciding"] = seat
    return {i: float(_try_out(states, seat, _TWIN.action_of(i), streams(seed), times)) for i in intents}


def gain(deal: int, seats: int, side: int, names: tuple[str, ...], times: int) -> Gain:
    """A game of the last bot on a side against Player; what each bot would choose is tried out."""
    game = on_shelf("sequence")
    match = Match(game, seats, game.Options(), deal)
    mine = game.sides(match.state)[side]
    bots = {seat: [Entrant.of(name).bot() for name in names] for seat in mine}
    player, chance = PlayerBot(), Seeded(deal).row(2**63 + side)
    choices = 0
    differed, won = np.zeros(len(names), np.int64), np.zeros(len(names))

    def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any:
        nonlocal choices
        view = look()
        if seat not in bots:
            return player.choose(view, offers, may_wait, chance)
        chosen = []
        for bot in bots[seat]:
            if isinstance(bot, SeerBot):
                bot.see(match.state)
            chosen.append(bot.choose(view, offers, may_wait, chance))
        if view.turn == seat and len(offers) > 1 and not may_wait:
            choices += 1
            plain = unsearched(view)
            if any(one != plain for one in chosen):
                worth = tried_out(match, seat, {plain, *chosen}, times, chance.below(2**32))
                differed[:] += [one != plain for one in chosen]
                won[:] += [worth[one] - worth[plain] for one in chosen]
        return chosen[-1]

    for _ in play_out(match, choose, chance):
        pass
    return Gain(choices, tuple(differed.tolist()), tuple(won.tolist()))
