"""Information-set tree search over a twin: one tree for all deals of the hidden parts; compiled per twin.

Every iteration deals the hidden parts anew as the searching seat knows them, walks down the tree by the
answers that are sensible in this deal, adds one node, plays on by the same sense to the end or for a while,
and adds what each seat got to all nodes on the way. A node is what everyone saw: who answered what. Answers
out of turn and letting it be are answers like others; hidden draws are not in the tree.

The functions between the two lines are what a game brings (`turbo/<game>/search`); the templates below them
are compiled for each twin by `bind`. Where there is a network (`network.py`), its judgement counts for some
part of what a game is worth that is cut short.
"""

from types import ModuleType
from typing import Any, Final

import numpy as np

from igroteka.bots.search import network
from igroteka.bots.search.network import stand
from igroteka.turbo.chance import below, word
from igroteka.turbo.compiling import bound
from igroteka.turbo.header import NOBODY, WAIT
from igroteka.turbo.machine import Array, Int, State, Stream

NODE: Final = np.dtype(
    [
        ("key", np.int32),  # who answered what: seat * ACTIONS + action
        ("child", np.int32),  # the first of its children; 0: none
        ("sibling", np.int32),  # the next child of the same parent; of the root: how many nodes there are
        ("visits", np.int32),
        ("offered", np.int32),  # how often it could have been chosen
        ("worth", np.float32),  # the mean of what the seat that answered got
    ],
    align=True,
)

DEEPEST: Final = 256
"""Nodes on one way down at most."""
_SCALE: Final = 2.0**-32
_ACTIONS: Final = 1024
"""Actions of any game are fewer."""

_OTHERS, _AFTER, _OWN = 1, 2, 4
"""Bits of `FORESEE`."""

# ------------------------------------------------------------------ what a game brings (compiled)


ADVISED: bool
"""Whether at the root Player's opinion of the answers counts instead of their weights."""
READS: bool
"""Whether what others did before tells how their hands are dealt; not, where a game does not say."""
MOST: int
"""How many answers a game goes on after the tree, at most."""
FORESEE: int
"""Who is thought to answer as is to be expected, in bits: others in the tree 1, and after it 2, oneself 4."""


def sensible(s: State, seat: Int, out: Array, weights: Array) -> Int:
    """Write those answers of the deciding seat that a sound player would think of, WAIT among them if so,
    with weights above nought: how likely it would choose each; how many. 0: anything legal is as good.
    """
    raise NotImplementedError


def judge(s: State, values: Array) -> None:
    """By seat what the game is worth to it, 0 to 1: as it ended, or as it stands when it is cut short."""
    raise NotImplementedError


def expected(s: State, seat: Int) -> Int:
    """What another seat will answer, where one answer is to be expected; 0: whatever is sensible."""
    return 0


def foreseen(s: State, seat: Int) -> Int:
    """The same of any seat, where letting it be may be expected too; -1: whatever is sensible."""
    action = expected(s, seat)
    return action if action else np.int64(-1)


def deal_hidden(s: State, seat: Int, rng: Stream, belief: Array) -> None:
    """What the seat cannot see, anew; by what moves have told (`believe`), where a game asks that."""
    determinize(s, seat, rng)


def ask(s: State, rng: Stream) -> Int:
    raise NotImplementedError


def answer(s: State, action: Int, rng: Stream) -> None:
    raise NotImplementedError


def legal(s: State, seat: Int, out: Array) -> Int:
    raise NotImplementedError


def list_answers(s: State, out: Array) -> Int:
    raise NotImplementedError


def determinize(s: State, seat: Int, rng: Stream) -> None:
    raise NotImplementedError


def consult(s: State, seat: Int, net: Any, answers: Array, count: Int) -> None:
    raise NotImplementedError


# ------------------------------------------------------------------ what comes of it (templates)


def answers(s: State, seat: Int, out: Array, weights: Array) -> Int:
    """What is sensible; where the game does not say, all that is legal."""
    count = sensible(s, seat, out, weights)
    if count:
        return count
    count = legal(s, seat, out)
    if s.may_wait:
        out[count] = WAIT
        count += 1
    for at in range(count):
        weights[at] = 1.0
    return count


def draw_lot(weights: Array, count: Int, rng: Stream) -> Int:
    """One of the places, as likely as it weighs."""
    total = 0.0
    for at in range(count):
        total += weights[at]
    lot = np.float64(word(rng)) * _SCALE * total
    for at in range(count - 1):
        lot -= weights[at]
        if lot < 0:
            return at
    return count - 1


def select(
    tree: Array,
    node: Int,
    seat: Int,
    out: Array,
    weights: Array,
    count: Int,
    found: Array,
    place: Array,
    explore: Any,
) -> Int:
    """Which answer to look at: one that has done well, or that weighs much and was seldom looked at.

    Writes the children of the answers (0: not in the tree yet) to `found`.
    """
    total = 0.0
    for at in range(count):
        total += weights[at]
        found[at] = 0
        place[out[at]] = at + 1
    visits = 0
    got = 0.0
    child = np.int64(tree[node].child)
    while child:
        key = np.int64(tree[child].key)
        at = place[key % _ACTIONS]
        if key // _ACTIONS == seat and at:
            found[at - 1] = child
            tree[child].offered += 1
            visits += tree[child].visits
            got += tree[child].visits * np.float64(tree[child].worth)
        child = np.int64(tree[child].sibling)
    new = got / visits - 0.1 if visits else 0.5
    best, highest = 0, -1.0
    for at in range(count):
        place[out[at]] = 0
        child = np.int64(found[at])
        tried: Int = 0
        worth = new
        offered: Int = visits
        if child:
            tried = np.int64(tree[child].visits)
            worth = np.float64(tree[child].worth)
            offered = np.int64(tree[child].offered)
        score = worth + explore * (weights[at] / total) * np.sqrt(1.0 + offered) / (1.0 + tried)
        if score > highest:
            best, highest = at, score
    return best


def grow(tree: Array, node: Int, key: Int) -> Int:
    """A new child of the node; 0 if there is no room."""
    new = np.int64(tree[0].sibling)
    if new >= tree.shape[0]:
        return 0
    tree[0].sibling = new + 1
    tree[new].key = key
    tree[new].child = 0
    tree[new].sibling = tree[node].child
    tree[new].visits = 0
    tree[new].offered = 1
    tree[new].worth = 0
    tree[node].child = new
    return new


def search(
    states: Array,
    seat: Int,
    tree: Array,
    rng: Stream,
    times: Int,
    most: Int,
    explore: Any,
    foresee: Int,
    out: Array,
    weights: Array,
    found: Array,
    place: Array,
    way: Array,
    values: Array,
    prior: Array,
    belief: Array,
    net: Any,
    trust: Any,
    said: Array,
) -> None:
    """So many iterations from `states[0]`, where the seat is asked; the last of the states is played on.

    Where there are more than two states, all but the last are the worlds that are thought possible, and
    nothing is dealt anew. `prior` has by action what the answers at the root weigh, as far as more is known
    of them there; `foresee` are the bits of `FORESEE`; `belief` is what the game's `deal_hidden` makes of it.
    `trust` is the part of a judgement that is the network's; with none it is not asked.
    """
    worlds = states.shape[0] - 1
    s = states[worlds]
    for _ in range(times):
        if worlds == 1:
            states[1] = states[0]
            deal_hidden(s, seat, rng, belief)
        else:
            states[worlds] = states[below(rng, worlds)]
        length = go_through(
            s,
            seat,
            tree,
            rng,
            most,
            explore,
            foresee,
            out,
            weights,
            found,
            place,
            way,
            prior,
            net,
            trust,
            said,
        )
        judge(s, values)
        if said[1] >= 0:
            temper(values, np.int64(s.seats), net, trust, said)
        tree[0].visits += 1
        for at in range(length):
            node = np.int64(way[at])
            visits = np.int64(tree[node].visits) + 1
            tree[node].visits = visits
            got = values[np.int64(tree[node].key) // _ACTIONS]
            tree[node].worth += (got - tree[node].worth) / visits


def go_through(
    s: State,
    me: Int,
    tree: Array,
    rng: Stream,
    most: Int,
    explore: Any,
    foresee: Int,
    out: Array,
    weights: Array,
    found: Array,
    place: Array,
    way: Array,
    prior: Array,
    net: Any,
    trust: Any,
    said: Array,
) -> Int:
    """Down the tree to a new node, then on by lot: to the end, or for so many answers; nodes on the way.

    One loop for both, because every call of a game's kernel is compiled where it stands. A node that was the
    only sensible answer, or the one that is foreseen of another seat, is added in passing. Where a network is
    trusted, it judges at the next choice that is one: its chance and its seat are `said` (seat -1: none).
    """
    node = np.int64(0)
    length = 0
    in_tree = True
    said[1] = -1
    seat = np.int64(s.deciding)
    while seat != NOBODY:
        if most < 0:
            count = list_answers(s, out)
            if count > 1:
                consult(s, seat, net, out, count)
                said[0], said[1] = stand(net), seat
                break
        bit = (0 if in_tree else _OWN) if seat == me else _OTHERS if in_tree else _AFTER
        foretold = np.int64(foreseen(s, seat)) if foresee & bit else np.int64(-1)
        out[0], weights[0] = foretold, 1.0
        count = 1 if foretold >= 0 else answers(s, seat, out, weights)
        at = 0
        if length == 0 and in_tree:
            for number in range(count):
                weights[number] = max(prior[out[number]], 1e-6)
        if in_tree:
            at = select(tree, node, seat, out, weights, count, found, place, explore)
            node = np.int64(found[at])
            if node == 0:
                node = grow(tree, way[length - 1] if length else 0, seat * _ACTIONS + out[at])
                in_tree = count == 1
            if node:
                way[length] = node
                length += 1
            in_tree = in_tree and node != 0 and length < DEEPEST
        elif count > 1:
            at = draw_lot(weights, count, rng)
        answer(s, np.int64(out[at]), rng)
        if not in_tree:
            if most == 0 and trust == 0:
                break
            most -= 1
        seat = ask(s, rng)
    return length


def temper(values: Array, seats: Int, net: Any, trust: Any, said: Array) -> None:
    """What a network said of one side counts for a part; the others share what is left as they did."""
    sides = np.int64(net.seen[net.whose[2]]) if net.whose[2] >= 0 else seats
    side = np.int64(said[1]) % sides
    was = values[side]
    now = (1 - trust) * was + trust * said[0]
    for seat in range(seats):
        if seat % sides == side:
            values[seat] = now
        elif was < 1:
            values[seat] *= (1 - now) / (1 - was)
        else:
            values[seat] = (1 - now) / (sides - 1)


def first_answers(states: Array, out: Array, weights: Array) -> Int:
    """What is sensible for the deciding seat of the root."""
    return answers(states[0], np.int64(states[0].deciding), out, weights)


_TEMPLATES: Final = (answers, draw_lot, select, grow, go_through, temper, search, first_answers)


def bind(twin: ModuleType, sense: Any) -> dict[str, Any]:
    """The templates compiled for one twin and what its game brings, and those of the game, by name."""
    kernels: Any = twin.KERNELS
    names: dict[str, Any] = {**globals(), "sensible": sense.sensible, "judge": sense.judge}
    names.update({name: kernels[name] for name in ("ask", "answer", "legal", "list_answers", "determinize")})
    names.update(network.bind(twin))
    for default in (expected, foreseen, deal_hidden):
        own = getattr(sense, default.__name__, None)
        names[default.__name__] = own or bound(default, twin, names)
    for template in _TEMPLATES:
        names[template.__name__] = bound(template, twin, names)
    return names
