"""What thinking wins: where a search chooses otherwise than without one, both choices are tried out.

The ends of games tell little: most is luck. So in games against Player every such choice, and the one that is
made without a search, is played on to the end some hundred times, from the table as it is but with the deck
shuffled anew: others by Player, the own side by what plays best without a search, which is a network that
guides the search, the weights of the game, or Player. The differences of a game add up to what the search has
won in it over no search, since every choice is judged by what follows without one.
"""

from functools import cache, partial
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.bots.compiled_search import searcher
from igroteka.bots.habits import habits_of
from igroteka.bots.network_file import packaged
from igroteka.bots.player import PlayerBot
from igroteka.core import Seat, Seeded, read
from igroteka.games import game as on_shelf
from igroteka.lab.entrant import Entrant
from igroteka.lab.playouts.trying import NETWORK, PLAYER, WEIGHTS, trying
from igroteka.lab.seer.seer import SeerBot
from igroteka.table import Match, play_out
from igroteka.turbo.chance import streams


class Gain(msgspec.Struct, frozen=True):
    """One game: how many choices there were, and for each of the bots how many differed and what they won."""

    choices: int
    differed: tuple[int, ...]
    won: tuple[float, ...]


@cache
def best_unsearched(name: str, seats: int) -> int:
    """What plays best without a search: the network where it guides Master, else what the game leans on."""
    if packaged(name, seats) and habits_of(name, seats, on_shelf(name).Options(), True).guided:
        return NETWORK
    return PLAYER if searcher(name).sense.ADVISED else WEIGHTS


def unsearched(name: str, view: Any, offers: tuple[Any, ...]) -> Any:
    """What is chosen without a search."""
    of, by = searcher(name), best_unsearched(name, view.seats)
    if by == PLAYER:
        return PlayerBot().choose(view, offers, False, Seeded(0))
    root = of.root(view, False, Seeded(0))
    net = of.network(view.seats)
    liked = of.liking(root, net) if net and by == NETWORK else of.first_answers(root)
    return of.twin.intent_of(int(liked.argmax()))


def tried_out(match: Match, seat: Seat, intents: set[Any], times: int, seed: int) -> dict[Any, float]:
    """By intent the share of games that the seat wins after it; all with the same shuffles to begin with."""
    state, game = match.state, match.game
    position = game.position(state)
    assert position is not None
    of, seats = searcher(game.NAME), len(match.seats)
    states: npt.NDArray[np.void] = np.repeat(of.twin.encode(position, state.options, state.pool), 2)
    states["deciding"] = seat
    mates = np.array([any({one, seat} <= set(side) for side in game.sides(state)) for one in range(16)])
    by, net = best_unsearched(game.NAME, seats), (of.network(seats) or of.blank).apart()
    play = partial(trying(game.NAME), states, seat, mates)
    return {i: float(play(of.twin.action_of(i), streams(seed), times, by, net)) for i in intents}


def gain(
    name: str, options: dict[str, Any], deal: int, seats: int, side: int, names: tuple[str, ...], times: int
) -> Gain:
    """A game of the last bot on a side against Player; what each bot would choose is tried out."""
    game = on_shelf(name)
    match = Match(game, seats, read(options, game.Options), deal)
    mine = game.sides(match.state)[side]
    bots = {seat: [Entrant.of(one).bot(name) for one in names] for seat in mine}
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
            plain = unsearched(name, view, offers)
            if any(one != plain for one in chosen):
                worth = tried_out(match, seat, {plain, *chosen}, times, chance.below(2**32))
                differed[:] += [one != plain for one in chosen]
                won[:] += [worth[one] - worth[plain] for one in chosen]
        return chosen[-1]

    for _ in play_out(match, choose, chance):
        pass
    return Gain(choices, tuple(differed.tolist()), tuple(won.tolist()))
