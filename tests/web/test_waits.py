"""A page that has lost its line waits before it tries again, and never as long as its neighbour."""

from itertools import pairwise


def test_waits_grow_to_a_bound_and_are_spread(page):
    chances = [at / 10 for at in range(11)]
    calls = [
        ("lib/waits.ts", "waitAfter", failures, chance) for failures in range(1, 12) for chance in chances
    ]
    told = page(calls)
    by_failures = [told[at : at + 11] for at in range(0, len(told), 11)]
    assert by_failures[0][0] == 0
    assert max(by_failures[0]) <= 300  # who was there a moment ago is back at once
    for shorter, longer in pairwise(by_failures):
        assert max(longer) >= max(shorter)
    for waits in by_failures[1:]:
        assert len(set(waits)) == 11
        assert max(waits) >= 1.9 * min(waits)
    assert max(told) <= 10_000


def test_a_time_that_the_server_has_named_is_kept_and_spread(page):
    told = page([("lib/waits.ts", "waitAsked", 2.5, chance) for chance in (0, 0.5, 1)])
    assert told[0] == 2500
    assert 2500 < told[1] < told[2] <= 2800
