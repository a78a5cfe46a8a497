"""Limits: how many messages a second, requests a minute and connections at once there may be."""

from collections import Counter, OrderedDict
from typing import Final

AT_ONCE: Final = 3
"""So many times what may come in a while may come at once: a class opens its links in the same minute."""
_MOST_ADDRESSES: Final = 10_000
_GUEST_PER_SECOND: Final = 0.5
_GUEST_AT_ONCE: Final = 10


class Bucket:
    """Fills by so much a second up to its size, and is drawn from; nothing takes more than a third of it."""

    __slots__ = ("_last", "_level", "_most", "_rate", "_size")

    def __init__(self, per_second: float, size: float, now: float) -> None:
        self._rate, self._size, self._level, self._last = per_second, size, size, now
        self._most = max(1.0, size / AT_ONCE)

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Whether there was enough; if not, nothing is taken."""
        if now > self._last:
            level = self._level + (now - self._last) * self._rate
            self._level = level if level < self._size else self._size
        self._last = now
        amount = min(amount, self._most)
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def give_back(self, amount: float = 1.0) -> None:
        self._level += min(amount, self._most)

    def is_full(self, now: float) -> bool:
        return self._level + (now - self._last) * self._rate >= self._size


class Buckets:
    """A bucket per address; full ones are forgotten, so that the list stays short."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._buckets: dict[str, Bucket] = {}
        self._sweep_at = 1000

    def take(self, address: str, now: float, amount: float = 1.0) -> bool:
        if len(self._buckets) > self._sweep_at:
            self._buckets = {who: b for who, b in self._buckets.items() if not b.is_full(now)}
            self._sweep_at = max(1000, 2 * len(self._buckets))
        bucket = self._buckets.get(address)
        if bucket is None:
            per_minute = self._per_minute
            bucket = self._buckets[address] = Bucket(per_minute / 60, AT_ONCE * per_minute, now)
        return bucket.take(now, amount)

    def give_back(self, address: str, amount: float) -> None:
        """What was taken for nothing; where the bucket is forgotten it was full."""
        if (bucket := self._buckets.get(address)) is not None:
            bucket.give_back(amount)


class Places:
    """So many at once for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        if self._taken[key] >= self._most:
            return False
        self._taken[key] += 1
        return True

    def leave(self, key: str) -> None:
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]


class Guests:
    """Who has been at a table here lately, by the hash of the token: each with a little of its own to come
    back with, whatever others at the same address do. So many at an address, those who came last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[str, OrderedDict[str, Bucket]] = OrderedDict()

    def note(self, address: str, token: str, now: float) -> None:
        guests = self._known.setdefault(address, OrderedDict())
        self._known.move_to_end(address)
        if token not in guests:
            guests[token] = Bucket(_GUEST_PER_SECOND, _GUEST_AT_ONCE, now)
        guests.move_to_end(token)
        if len(guests) > self._most:
            guests.popitem(last=False)
        if len(self._known) > _MOST_ADDRESSES:
            self._known.popitem(last=False)

    def take(self, address: str, token: str, now: float) -> bool:
        """Whether this is a guest who does not come too often."""
        guests = self._known.get(address)
        guest = guests.get(token) if guests else None
        return guest is not None and guest.take(now)
