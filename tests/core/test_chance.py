"""The stream of chance can be rebuilt from docs/chance.md alone."""

import hashlib
import pickle
import re
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.core import NO_CHANCE, Seeded
from igroteka.core.chance import seed_of

DOC = Path(__file__).parents[2] / "docs" / "chance.md"


def words(seed: bytes, row: int, count: int) -> list[int]:
    """The description of docs/chance.md, written down once more by itself."""
    found: list[int] = []
    counter = 0
    while len(found) < count:
        message = b"igroteka-chance/1" + seed + row.to_bytes(8, "big") + counter.to_bytes(8, "big")
        block = hashlib.sha256(message).digest()
        found += [int.from_bytes(block[4 * n : 4 * n + 4], "big") for n in range(8)]
        counter += 1
    return found[:count]


def test_the_vectors_in_the_docs_are_those_of_the_description_and_of_the_code() -> None:
    vectors = re.findall(r"^\| `(\w+)` \| (\d+) \| `([\d ]+)` \|$", DOC.read_text(), re.M)
    assert len(vectors) >= 4
    for seed, row, listed in vectors:
        wanted = [int(word) for word in listed.split()]
        assert words(bytes.fromhex(seed), int(row), len(wanted)) == wanted
        stream = Seeded(bytes.fromhex(seed)).row(int(row))
        assert [stream.below(2**32) for _ in wanted] == wanted


def test_the_shuffles_in_the_docs_are_those_of_the_code() -> None:
    shuffles = re.findall(r"^\| `(\w+)` \| (\d+) \| shuffle (\d+) \| `([\d ]+)` \|$", DOC.read_text(), re.M)
    assert shuffles
    for seed, row, size, listed in shuffles:
        mixed = Seeded(bytes.fromhex(seed)).row(int(row)).shuffled(range(int(size)))
        assert mixed == tuple(int(number) for number in listed.split())


def test_a_seed_has_thirty_two_bytes_and_no_more() -> None:
    assert seed_of(2**256 - 1) == b"\xff" * 32
    for number in (-1, 2**256):
        with pytest.raises(ValueError, match="a seed is a number"):
            seed_of(number)


@given(limit=st.integers(1, 2**32), seed=st.integers(0, 2**256 - 1))
def test_numbers_stay_below_their_limit(limit: int, seed: int) -> None:
    stream = Seeded(seed)
    assert all(0 <= stream.below(limit) < limit for _ in range(20))


def test_small_numbers_come_up_equally_often() -> None:
    stream, counts = Seeded(1), [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    assert all(9_600 < count < 10_400 for count in counts), counts


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    limit = 2**31 + 1  # nearly half of all words are rejected
    raw = words(seed_of(5), 0, 400)
    fair = [word % limit for word in raw if word < 2**32 - 2**32 % limit]
    stream = Seeded(5)
    assert [stream.below(limit) for _ in range(100)] == fair[:100]


@given(st.integers(0, 200), st.integers(0, 2**64))
def test_a_shuffle_is_a_number_below_for_each_place_the_last_one_first(size: int, seed: int) -> None:
    shuffling, asked = Seeded(seed), Seeded(seed)
    mixed = list(range(size))
    for last in range(size - 1, 0, -1):
        other = asked.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    assert shuffling.shuffled(range(size)) == tuple(mixed)
    assert shuffling.below(1000) == asked.below(1000)  # both have read as much of their stream


def test_a_shuffle_passes_over_words_that_would_favour_some_orders() -> None:
    stream = Seeded(1)
    stream._words = iter(
        (2**32 - 1, 1, 2**32 - 1, 7)
    )  # of 2**32 words one is too many for thirds, none for halves
    assert stream.shuffled("abc") == ("a", "c", "b")
    assert stream.below(8) == 7


@given(st.lists(st.integers(), max_size=60), st.integers(0, 2**64))
def test_a_shuffle_loses_nothing_and_leaves_its_source_alone(parts: list[int], seed: int) -> None:
    before = list(parts)
    assert sorted(Seeded(seed).shuffled(parts)) == sorted(parts)
    assert parts == before


def test_rows_have_streams_of_their_own_that_begin_anew() -> None:
    first, second = Seeded(9).row(1), Seeded(9).row(2)
    assert [first.below(1000) for _ in range(8)] != [second.below(1000) for _ in range(8)]
    assert Seeded(9).row(1).below(1000) == Seeded(9).row(1).below(1000)


def test_bad_seeds_and_limits_are_errors() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Seeded(b"short")
    with pytest.raises(ValueError, match="seed"):
        Seeded(-1)
    with pytest.raises(ValueError, match="limit"):
        Seeded(1).below(0)


def test_no_chance_refuses_to_roll() -> None:
    for roll in (lambda: NO_CHANCE.below(2), lambda: NO_CHANCE.shuffled([1]), lambda: NO_CHANCE.pick([1])):
        with pytest.raises(AssertionError, match="nothing random"):
            roll()


@pytest.mark.parametrize("read", [0, 1, 7, 8, 9, 100])
@pytest.mark.parametrize("copied", [copy, deepcopy, lambda chance: pickle.loads(pickle.dumps(chance))])
def test_a_copy_reads_on_where_the_stream_is_and_neither_reads_for_the_other(read: int, copied: Any) -> None:
    chance = Seeded(5).row(3)
    found = [chance.below(2**32) for _ in range(read)]
    other = copied(chance)
    told = [[one.below(2**32) for _ in range(20)] for one in (other, chance)]
    assert found + told[0] == found + told[1] == words(seed_of(5), 3, read + 20)
