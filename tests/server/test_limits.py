"""Buckets, places, and who is counted together."""

from types import SimpleNamespace
from typing import Any

import pytest

from igroteka.server.connection.admission import address_of
from igroteka.server.connection.limits import AT_ONCE, Bucket, Buckets, Guests, Places


def test_a_bucket_gives_what_is_in_it_and_fills_again() -> None:
    bucket = Bucket(per_second=2, size=4, now=100.0)
    assert [bucket.take(100.0) for _ in range(5)] == [True] * 4 + [False]
    assert bucket.take(100.5)
    assert not bucket.take(100.5)
    assert [bucket.take(200.0) for _ in range(5)] == [True] * 4 + [False]


def test_a_clock_that_is_put_back_takes_nothing_away() -> None:
    bucket = Bucket(per_second=1, size=2, now=1000.0)
    assert bucket.take(10.0)
    assert bucket.take(10.0)
    assert not bucket.take(10.0)
    assert bucket.take(11.5)


def test_what_counts_for_much_is_a_third_of_a_bucket_at_most_and_small_limits_shut_nothing_out() -> None:
    bucket = Bucket(per_second=1, size=3, now=0.0)
    assert [bucket.take(0.0, 20.0) for _ in range(4)] == [True] * 3 + [False]
    bucket.give_back(20.0)
    assert [bucket.take(0.0), bucket.take(0.0)] == [True, False]


def test_full_buckets_are_forgotten() -> None:
    buckets = Buckets(per_minute=60)
    for at in range(5000):
        buckets.take(f"address {at}", float(at))
    assert len(buckets._buckets) <= 1001


def test_an_empty_bucket_is_not_forgotten_however_many_come_by() -> None:
    buckets = Buckets(per_minute=60)
    while buckets.take("flood", 1000.0):
        pass
    for at in range(5000):
        buckets.take(f"passer-by {at}", 1000.0)
    assert not buckets.take("flood", 1000.0)
    assert buckets.take("flood", 1001.0)


def test_three_times_as_many_may_come_at_once_and_what_was_taken_for_nothing_is_given_back() -> None:
    buckets = Buckets(per_minute=60)
    assert [buckets.take("a", 0.0) for _ in range(60 * AT_ONCE + 1)] == [True] * (60 * AT_ONCE) + [False]
    buckets.give_back("a", 1.0)
    assert [buckets.take("a", 0.0), buckets.take("a", 0.0)] == [True, False]
    buckets.give_back("nobody", 1.0)
    assert [buckets.take("a", 1.0), buckets.take("a", 1.0)] == [True, False]


def test_guests_are_known_where_they_came_from_the_last_of_each_address_and_not_without_end() -> None:
    guests = Guests(most=2)
    for token in ("one", "two", "three"):
        guests.note("a", token, 0.0)
    assert [guests.take("a", token, 0.0) for token in ("one", "two", "three")] == [False, True, True]
    assert not guests.take("b", "two", 0.0)
    while guests.take("a", "two", 0.0):
        guests.note("a", "two", 0.0)  # to come in gives nothing back
    assert guests.take("a", "two", 2.0)
    for at in range(20_000):
        guests.note(f"address {at}", "token", 0.0)
    assert len(guests._known) <= 10_000


def test_places_are_given_back() -> None:
    places = Places(2)
    assert [places.enter("a"), places.enter("a"), places.enter("a"), places.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    places.leave("a")
    assert places.enter("a")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("testserver", "testserver"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(host: str, counted: str) -> None:
    connection: Any = SimpleNamespace(client=SimpleNamespace(host=host))
    assert address_of(connection) == counted
