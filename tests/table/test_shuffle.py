"""The honest shuffle can be rebuilt from docs/shuffle.md with SHA-256 alone."""

import hashlib
import re
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.core import Refused
from igroteka.table.shuffle import Nonce, commitment, need_nonce, new_secret, seed_from, terms

DOC = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text("utf-8")

hexes = st.binary(min_size=16, max_size=64).map(bytes.hex)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
nonces = st.lists(st.builds(Nonce, names, hexes), max_size=5)
secrets = st.binary(min_size=32, max_size=32)


def by_hand(secret: bytes, said: str, given: list[tuple[str, str]]) -> str:
    """The seed as the page describes it, written down once more by itself."""
    message = b"igroteka-seed/1" + secret
    for piece in [said.encode(), *(p for who, hexed in given for p in (who.encode(), bytes.fromhex(hexed)))]:
        message += struct.pack(">I", len(piece)) + piece
    return hashlib.sha256(message).hexdigest()


def test_the_commitments_in_the_docs_are_those_of_the_description_and_of_the_code() -> None:
    vectors = re.findall(r"^\| `(\w{64})` \| `(\w{64})` \|$", DOC, re.M)
    assert len(vectors) >= 3
    for secret, shown in vectors:
        assert hashlib.sha256(b"igroteka-commitment/1" + bytes.fromhex(secret)).hexdigest() == shown
        assert commitment(bytes.fromhex(secret)) == shown


def test_the_seeds_in_the_docs_are_those_of_the_description_and_of_the_code() -> None:
    vectors = re.findall(r"^\| `(\w{64})` \| `(\{.*?\})` \| `(.*?)` \| `(\w{64})` \|$", DOC, re.M)
    assert len(vectors) >= 5
    for hexed, said, listed, shown in vectors:
        secret = bytes.fromhex(hexed)
        pairs = [tuple(word.split("=")) for word in listed.split() if word != "none"]
        assert by_hand(secret, said, pairs) == shown
        assert seed_from(secret, [Nonce(*pair) for pair in pairs], said.encode()).hex() == shown


@given(secrets, nonces, st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_code_and_page_agree_on_anything(secret: bytes, added: list[Nonce], said: str) -> None:
    pairs = [(nonce.who, nonce.hex) for nonce in added]
    assert seed_from(secret, added, said.encode()).hex() == by_hand(secret, said, pairs)


@given(secrets, nonces, nonces)
def test_other_nonces_or_another_order_make_another_seed(
    secret: bytes, some: list[Nonce], others: list[Nonce]
) -> None:
    seeds = {seed_from(secret, some, b"{}"), seed_from(secret, others, b"{}")}
    assert len(seeds) == (1 if some == others else 2)


def test_every_part_of_the_terms_is_in_the_seed() -> None:
    secret = bytes(32)
    said = [
        terms("upturn", 2, {}),
        terms("etazhiki", 2, {}),
        terms("upturn", 3, {}),
        terms("upturn", 2, {"new_row": "free"}),
        terms("upturn", 2, {"new_row": "bound"}),
    ]
    assert len({seed_from(secret, [], one) for one in said}) == len(said)


def test_the_order_in_which_options_were_written_is_not() -> None:
    assert terms("x", 2, {"a": 1, "b": 2}) == terms("x", 2, {"b": 2, "a": 1}) == (
        b'{"game":"x","options":{"a":1,"b":2},"seats":2}'
    )  # fmt: skip


@pytest.mark.parametrize(
    "nonce",
    [
        Nonce("a", ""),
        Nonce("a", "00" * 15),
        Nonce("a", "00" * 65),
        Nonce("a", "00" * 16 + "0"),
        Nonce("a", "AB" * 16),
        Nonce("a", "xy" * 16),
        Nonce("a", "00" * 16 + "\n"),
        Nonce("a", "٠" * 32),
        Nonce("", "00" * 16),
        Nonce("\ud800", "00" * 16),
    ],
)
def test_a_bad_nonce_is_refused(nonce: Nonce) -> None:
    for ask in (lambda: need_nonce(nonce), lambda: seed_from(bytes(32), [nonce], b"{}")):
        with pytest.raises(Refused, match="bad-nonce"):
            ask()


@given(st.builds(Nonce, names, hexes))
def test_a_good_nonce_is_not(nonce: Nonce) -> None:
    need_nonce(nonce)


def test_secrets_are_new_every_time_and_have_32_bytes() -> None:
    drawn = {new_secret() for _ in range(50)}
    assert len(drawn) == 50
    assert {len(secret) for secret in drawn} == {32}
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short")
    with pytest.raises(ValueError, match="32 bytes"):
        seed_from(bytes(31), [], b"{}")
