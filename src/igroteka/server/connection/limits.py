"""Limits: how many messages a second, requests a minute and connections at once there may be."""

from collections import Counter


class Bucket:
    """Fills by so much a second up to its size, and is drawn from."""

    __slots__ = ("_last", "_level", "_rate", "_size")

    def __init__(self, per_second: float, size: float, now: float) -> None:
        self._rate, self._size, self._level, self._last = per_second, size, size, now

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Whether there was enough; if not, nothing is taken."""
        if now > self._last:
            level = self._level + (now - self._last) * self._rate
            self._level = level if level < self._size else self._size
        self._last = now
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def give_back(self, amount: float = 1.0) -> None:
        self._level += amount

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
            bucket = self._buckets[address] = Bucket(self._per_minute / 60, self._per_minute, now)
        return bucket.take(now, amount)


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
