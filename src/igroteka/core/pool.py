"""What everyone knows of a filled deck or bag, and how unseen parts are dealt anew from it."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from igroteka.core.chance import Chance
from igroteka.core.refused import Refused
from igroteka.core.seats import Seat

Part: TypeAlias = str


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last filling of the deck: what went in, what stayed open, what each seat took and laid since."""

    went_in: tuple[Part, ...]
    kept: tuple[Part, ...]
    taken: tuple[int, ...]
    laid: tuple[tuple[Part, ...], ...]

    @classmethod
    def filled(cls, parts: Iterable[Part], seats: int, kept: Iterable[Part] = ()) -> "Pool":
        return cls(tuple(sorted(parts)), tuple(sorted(kept)), (0,) * seats, ((),) * seats)

    def take(self, seat: Seat, count: int = 1) -> "Pool":
        taken = (*self.taken[:seat], self.taken[seat] + count, *self.taken[seat + 1 :])
        return msgspec.structs.replace(self, taken=taken)

    def lay(self, seat: Seat, *parts: Part) -> "Pool":
        laid = (*self.laid[:seat], (*self.laid[seat], *parts), *self.laid[seat + 1 :])
        return msgspec.structs.replace(self, laid=laid)


Hands: TypeAlias = tuple[tuple[Part, ...], ...]


def deal_unseen(
    box: Iterable[Part],
    hands: Sequence[tuple[Part, ...] | int],
    deck: int,
    open_parts: Iterable[Part],
    pool: Pool | None,
    chance: Chance,
) -> tuple[Hands, tuple[Part, ...]]:
    """Hands and deck as they might be: a known hand is given, of a hidden one only its size.

    With a pool every part in the deck is one that went in, and no seat holds more of those than it took.
    Without (after a position set up by hand) any unseen part may be anywhere.
    """
    if pool is None:
        return _deal_anything(box, hands, deck, open_parts, chance)
    filled, older = Counter(pool.went_in), Counter(box)
    older.subtract(pool.went_in)
    older.subtract(pool.kept)
    held = [
        (len(hand) if isinstance(hand, tuple) else hand) + len(pool.laid[seat]) - pool.taken[seat]
        for seat, hand in enumerate(hands)
    ]
    from_pool = _who_took(hands, pool, filled, +older, held, chance)
    known_new = [sum(count for (s, _), count in from_pool.items() if s == seat) for seat in range(len(hands))]
    known_old = [0] * len(hands)
    for seat, parts in enumerate(_seen(hands, pool)):
        for part, count in Counter(parts).items():
            filled[part] -= from_pool[seat, part]
            older[part] -= count - from_pool[seat, part]
            known_old[seat] += count - from_pool[seat, part]
    new, old = list(chance.shuffled(filled.elements())), list(chance.shuffled(older.elements()))
    dealt: list[tuple[Part, ...]] = []
    for seat, hand in enumerate(hands):
        if isinstance(hand, tuple):
            dealt.append(hand)
            continue
        fresh, kept = pool.taken[seat] - known_new[seat], held[seat] - known_old[seat]
        dealt.append((*new[:fresh], *old[:kept]))
        del new[:fresh], old[:kept]
    if len(new) != deck or old:
        raise Refused("view-impossible")
    return tuple(dealt), tuple(new)


def _deal_anything(
    box: Iterable[Part],
    hands: Sequence[tuple[Part, ...] | int],
    deck: int,
    open_parts: Iterable[Part],
    chance: Chance,
) -> tuple[Hands, tuple[Part, ...]]:
    parts = tuple(box)
    unseen = Counter(parts)
    unseen.subtract(open_parts)
    for hand in hands:
        unseen.subtract(hand if isinstance(hand, tuple) else ())
    stock = list(chance.shuffled((+unseen).elements()))
    wanted = deck + sum(hand for hand in hands if isinstance(hand, int))
    while len(stock) < wanted:  # a position may hold more parts than the box
        stock.append(chance.pick(parts))
    dealt = []
    for hand in hands:
        if isinstance(hand, tuple):
            dealt.append(hand)
        else:
            dealt.append(tuple(stock[:hand]))
            del stock[:hand]
    return tuple(dealt), tuple(stock[:deck])


def _seen(hands: Sequence[tuple[Part, ...] | int], pool: Pool) -> list[tuple[Part, ...]]:
    """By seat: what it is known to have held since the filling."""
    return [(*pool.laid[seat], *(hand if isinstance(hand, tuple) else ())) for seat, hand in enumerate(hands)]


_Edge: TypeAlias = tuple[Seat, Part]
_Node: TypeAlias = Seat | Part


def _who_took(
    hands: Sequence[tuple[Part, ...] | int],
    pool: Pool,
    filled: Mapping[Part, int],
    older: Mapping[Part, int],
    held: Sequence[int],
    chance: Chance,
) -> Counter[_Edge]:
    """Which of the seen parts came out of the pool: one way that fits all counts, begun at random."""
    seen = {(seat, p): n for seat, ps in enumerate(_seen(hands, pool)) for p, n in Counter(ps).items()}
    bounds: dict[_Node, tuple[int, int]] = {}
    for seat in range(len(hands)):
        total = sum(count for (s, _), count in seen.items() if s == seat)
        bounds[seat] = max(0, total - held[seat]), min(total, pool.taken[seat])
    for part in {part for _, part in seen}:
        total = sum(count for (_, p), count in seen.items() if p == part)
        bounds[part] = max(0, total - older.get(part, 0)), min(total, filled.get(part, 0))
    split: Counter[_Edge] = Counter()
    for (seat, part), count in seen.items():
        if not older.get(part):
            split[seat, part] = count
        elif filled.get(part):
            split[seat, part] = chance.below(count + 1)
    sums: Counter[_Node] = Counter()
    for (seat, part), count in split.items():
        sums[seat] += count
        sums[part] += count
    while wrong := [n for n, (low, high) in bounds.items() if not low <= sums[n] <= high]:
        _mend(wrong[0], split, sums, seen, bounds)
    return split


def _mend(
    wrong: _Node,
    split: Counter[_Edge],
    sums: Counter[_Node],
    seen: Mapping[_Edge, int],
    bounds: Mapping[_Node, tuple[int, int]],
) -> None:
    """Move one part over, along the shortest way to where its count does no harm."""
    first = 1 if sums[wrong] < bounds[wrong][0] else -1
    ways: dict[_Node, tuple[_Node, _Edge, int] | None] = {wrong: None}
    queue: deque[tuple[_Node, int]] = deque([(wrong, first)])
    while queue:
        node, step = queue.popleft()
        for edge, most in seen.items():
            if node not in edge or not 0 <= split[edge] + step <= most:
                continue
            other: _Node = edge[1] if edge[0] == node else edge[0]
            if other in ways:
                continue
            ways[other] = (node, edge, step)
            low, high = bounds[other]
            helps = sums[other] > high if step < 0 else sums[other] < low
            if helps or low <= sums[other] + step <= high:
                _walk(other, ways, split, sums)
                return
            queue.append((other, -step))
    raise Refused("view-impossible")


def _walk(
    end: _Node,
    ways: Mapping[_Node, tuple[_Node, _Edge, int] | None],
    split: Counter[_Edge],
    sums: Counter[_Node],
) -> None:
    node = end
    while came := ways[node]:
        node, edge, step = came
        split[edge] += step
        for at in edge:
            sums[at] += step
