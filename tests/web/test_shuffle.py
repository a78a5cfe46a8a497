"""The browser computes promise, seed, stream, deal and digest as the server does."""

import hashlib
import json
import random
import re
from pathlib import Path

import msgspec
import pytest

from igroteka.core import HOUSE, Deal, Seeded
from igroteka.games import SHELF
from igroteka.table import Match
from igroteka.table.canonical import canonical
from igroteka.table.shuffle import Nonce, commitment, seed_from

DOCS = Path(__file__).parent.parent.parent / "docs"
SHUFFLE = "lib/shuffle.ts"

TABLES = [
    *(("sequence", seats, {}) for seats in SHELF["sequence"].SEATS),
    *(("upturn", seats, {}) for seats in SHELF["upturn"].SEATS),
    ("upturn", 3, {"starter": 2}),
    *(("etazhiki", seats, {}) for seats in SHELF["etazhiki"].SEATS),
    ("etazhiki", 3, {"variant": "medium", "starter": 1}),
    ("etazhiki", 5, {"variant": "beginner"}),
]


def _rows(page: str, columns: int) -> list[list[str]]:
    lines = (DOCS / page).read_text("utf-8").splitlines()
    cells = [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines if "| `" in line
    ]
    return [row for row in cells if len(row) == columns]


def test_the_promises_of_the_documentation(page):
    rows = [row for row in _rows("shuffle.md", 2) if re.fullmatch(r"[0-9a-f]{64}", row[0])]
    assert len(rows) >= 3
    assert page([(SHUFFLE, "commitment", secret) for secret, _ in rows]) == [wanted for _, wanted in rows]


def test_seeds_of_secrets_terms_and_nonces(page):
    calls, wanted = [], []
    dice = random.Random(7)
    for count in range(6):
        secret = dice.randbytes(32)
        nonces = [Nonce(f"Аня {at} 🦊", dice.randbytes(16 + at).hex()) for at in range(count)]
        terms = canonical({"game": "upturn", "options": {"б": [1, None, "\u2028\n"]}, "seats": count})
        wanted.append(seed_from(secret, tuple(nonces), terms).hex())
        told = [{"who": nonce.who, "hex": nonce.hex} for nonce in nonces]
        calls.append((SHUFFLE, "seed", secret.hex(), terms.decode(), told))
        assert commitment(secret)
    assert page(calls) == wanted


def test_hashes_of_every_length(page):
    texts = ["я" * length for length in range(140)]
    told = page([("lib/sha256.ts", "hexOf", text) for text in texts])
    assert told == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_canonical_json(page):
    values = [
        {"b": 1, "a": [None, True, '\x07"\\\u2028é🦊'], "я": {}, "Z": -5},
        [],
        "x",
        {"é": 1, "z": 2, "": 3},
    ]
    assert page([(SHUFFLE, "canonical", value) for value in values]) == [
        canonical(value).decode() for value in values
    ]


@pytest.mark.parametrize("seed", [1, 2026])
def test_deals_are_the_ones_of_the_rules(page, seed):
    calls, wanted = [], []
    for at, (name, seats, options) in enumerate(TABLES):
        game, key = SHELF[name], hashlib.sha256(f"{seed}/{at}".encode()).digest()
        match = Match(game, seats, msgspec.convert(options, game.Options), key)
        row = match.decide(HOUSE, Deal(), 0.0)
        record = {"game": name, "seats": seats, "options": msgspec.to_builtins(match.state.options)}
        calls.append(("lib/deal.ts", "deal", record, key.hex()))
        wanted.append(json.loads(msgspec.json.encode(row.events)))
    assert page(calls) == wanted


def test_the_stream_of_a_row(page):
    seed = bytes(range(32))
    told = page([("lib/shuffle.ts", "firstWords", seed.hex(), 42, 20)])[0]
    chance = Seeded(seed).row(42)
    assert told == [chance.below(2**32) for _ in range(20)]


def test_an_own_number_that_is_missing_is_a_failure_of_the_check(page):
    """Told apart from not having been there: then this browser holds no promise of the server either."""
    own, other = "00" * 16, "11" * 16
    record = {
        "game": "upturn", "seats": 2, "options": {}, "source": {"kind": "played_on"}, "secret": "22" * 32,
        "commitment": commitment(bytes.fromhex("22" * 32)), "seed": None, "rows": [], "digest": "",
    }  # fmt: skip
    with_own = {**record, "nonces": [{"who": "a", "hex": own}]}
    without = {**record, "nonces": [{"who": "b", "hex": other}]}
    promised = record["commitment"]
    asked = ((with_own, promised), (without, promised), (without, None))
    told = page([("lib/check.ts", "check", told, by, [own]) for told, by in asked])
    said = [next(one["true"] for one in checks if one["name"] == "nonce") for checks in told]
    assert said == [True, False, None]
