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

    def goes_on_in(self, later: "Pool") -> bool:
        """Whether that is the same filling, from which more has been taken and laid."""
        if (self.went_in, self.kept) != (later.went_in, later.kept):
            return False
        return all(new[: len(old)] == old for old, new in zip(self.laid, later.laid, strict=True))


Hands: TypeAlias = tuple[tuple[Part, ...], ...]
Told: TypeAlias = Sequence[tuple[Part, ...] | int]
"""By seat: a hand that is known, or of a hidden one its size."""


def deal_unseen(
    box: Iterable[Part],
    hands: Told,
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
    ledger = _Ledger(box, hands, pool)
    new, old = ledger.unseen(_who_took(ledger, chance))
    dealt, rest = _deal(hands, ledger, chance.shuffled(new.elements()), chance.shuffled(old.elements()))
    if len(rest) != deck:
        raise Refused("view-impossible")
    return dealt, rest


class _Ledger:
    """What is known of the parts since the filling; counts go down as seen parts are accounted for."""

    def __init__(self, box: Iterable[Part], hands: Told, pool: Pool) -> None:
        self.filled = Counter(pool.went_in)
        self.older = Counter(box)
        self.older.subtract(pool.went_in)
        self.older.subtract(pool.kept)
        self.seats = range(len(hands))
        self.seen = {
            (seat, part): count
            for seat, hand in enumerate(hands)
            for part, count in Counter((*pool.laid[seat], *(hand if isinstance(hand, tuple) else ()))).items()
        }
        self.fresh = list(pool.taken)
        """By seat: parts of the filling that it has taken, less those accounted for."""
        self.kept = [
            (len(hand) if isinstance(hand, tuple) else hand) + len(pool.laid[seat]) - pool.taken[seat]
            for seat, hand in enumerate(hands)
        ]
        """By seat: parts that it held before the filling, less those accounted for."""

    def bounds(self) -> dict["_Node", tuple[int, int]]:
        """How many of the seen parts of a seat, and of each part, may have come out of the filling."""
        by_seat: Counter[Seat] = Counter()
        by_part: Counter[Part] = Counter()
        for (seat, part), count in self.seen.items():
            by_seat[seat] += count
            by_part[part] += count
        limits: dict[_Node, tuple[int, int]] = {
            seat: (max(0, count - self.kept[seat]), min(count, self.fresh[seat]))
            for seat, count in by_seat.items()
        }
        for part, count in by_part.items():
            limits[part] = max(0, count - self.older[part]), min(count, self.filled[part])
        return limits

    def unseen(self, took: Counter["_Edge"]) -> tuple[Counter[Part], Counter[Part]]:
        """The parts nobody has seen: of the filling, and older ones."""
        for (seat, part), count in self.seen.items():
            new = took[seat, part]
            self.filled[part] -= new
            self.older[part] -= count - new
            self.fresh[seat] -= new
            self.kept[seat] -= count - new
        return +self.filled, +self.older


def _deal(
    hands: Told, ledger: _Ledger, new: tuple[Part, ...], old: tuple[Part, ...]
) -> tuple[Hands, tuple[Part, ...]]:
    """To every hidden hand as many new and old parts as it must hold; what is left is the deck."""
    dealt: list[tuple[Part, ...]] = []
    for seat, hand in enumerate(hands):
        if isinstance(hand, tuple):
            dealt.append(hand)
            continue
        fresh, kept = ledger.fresh[seat], ledger.kept[seat]
        dealt.append((*new[:fresh], *old[:kept]))
        new, old = new[fresh:], old[kept:]
    if old:
        raise Refused("view-impossible")
    return tuple(dealt), new


def _deal_anything(
    box: Iterable[Part], hands: Told, deck: int, open_parts: Iterable[Part], chance: Chance
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


_Edge: TypeAlias = tuple[Seat, Part]
_Node: TypeAlias = Seat | Part


def _who_took(ledger: _Ledger, chance: Chance) -> Counter[_Edge]:
    """Which of the seen parts came out of the filling: one way that fits all counts, begun at random."""
    bounds = ledger.bounds()
    split: Counter[_Edge] = Counter()
    sums: Counter[_Node] = Counter()
    for (seat, part), count in ledger.seen.items():
        certain = count if ledger.filled[part] else 0
        taken = certain if ledger.older[part] <= 0 or not certain else chance.below(count + 1)
        split[seat, part] = taken
        sums[seat] += taken
        sums[part] += taken
    while wrong := [n for n, (low, high) in bounds.items() if not low <= sums[n] <= high]:
        _mend(wrong[0], split, sums, ledger.seen, bounds)
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
