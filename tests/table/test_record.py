"""The format of a record is that of docs/record.md, and whatever is not a record is refused."""

import hashlib
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from igroteka.core import Refused
from igroteka.games import SHELF
from igroteka.table.canonical import canonical, plain
from igroteka.table.record import Person, Record, Written, digest, read_record, rows_from, sealed, written
from igroteka.table.recorder import record_of
from igroteka.table.verify import verify
from table.playing import data_of, every_game, finished, kinds, record

DOC = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")
GAME = next(iter(SHELF))

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
KEYS = st.text("abcdefgh_", max_size=4)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


def by_hand(value: Any) -> bytes:
    """Canonical JSON as the page describes it, by another encoder."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@given(JSON)
def test_canonical_json_is_what_the_page_says(value: Any) -> None:
    assert canonical(value) == by_hand(value)
    assert plain(value) == value


@every_game
def test_the_digest_is_the_sha_256_of_everything_else(game: str) -> None:
    data = data_of(record(game))
    told = data.pop("digest")
    assert hashlib.sha256(by_hand(data)).hexdigest() == told == digest(record(game))


def test_sealing_changes_nothing_but_the_digest() -> None:
    one = record(GAME)
    renamed = msgspec.structs.replace(one, people=(Person("Eve"), *one.people[1:]))
    assert digest(renamed) != renamed.digest
    assert sealed(renamed) == msgspec.structs.replace(renamed, digest=digest(renamed))
    assert sealed(one) == one


def test_a_name_that_is_a_book_is_no_name() -> None:
    """It would stand in every line of a replay."""
    one = record(GAME)
    for name, is_read in (("E" * 256, True), ("E" * 257, False)):
        renamed = sealed(msgspec.structs.replace(one, people=(Person(name), *one.people[1:])))
        if is_read:
            assert read_record(written(renamed)) == renamed
        else:
            with pytest.raises(Refused, match=r"people"):
                read_record(written(renamed))


@every_game
def test_a_record_survives_its_file(game: str) -> None:
    one = record(game)
    assert read_record(written(one)) == one
    assert read_record(msgspec.json.encode(one)) == one
    assert read_record(json.dumps(data_of(one), indent=2)) == one


@every_game
def test_rows_come_back_in_the_words_of_the_game(game: str) -> None:
    for table in kinds(game)[:4]:
        match, known = finished(table, 3)
        assert rows_from(record_of(match, known), match.game) == match.log


@pytest.mark.parametrize("struct", [Record, Written])
def test_the_page_names_every_field(struct: type[msgspec.Struct]) -> None:
    heading = {"Record": "## Fields", "Written": "### `rows`"}[struct.__name__]
    table = DOC.split(heading)[1].split("\n#")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", table, re.M)) == struct.__struct_fields__


def test_the_page_names_every_check() -> None:
    table = DOC.split("## What `igroteka verify` compares")[1].split("\n## ")[0]
    checks = [check.name for check in verify(record(GAME), SHELF[GAME]).checks]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == checks


def test_the_python_on_the_page_runs(tmp_path: Path) -> None:
    code = DOC.split("```python\n")[1].split("```")[0]
    path = tmp_path / "record.json"
    path.write_bytes(written(record(GAME)))
    exec(code.replace('open("record.json", "rb").read()', "data"), {"data": path.read_bytes()})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not-json"),
        (b"\xff\xfe\x00", "not-json"),
        (b"{", "not-json"),
        (b"null", "wrong-type"),
        (b"[]", "wrong-type"),
        (b"{}", "missing-field"),
        (b'{"format": 1}', "wrong-type"),
        (b'{"format": "igroteka-record/2"}', "unknown-record-format"),
        (b'{"format": "igroteka-record/1"}', "missing-field"),
        (b"[" * 100_000, "wrong-type"),
        (b'{"format":"igroteka-record/1","game":' + b"9" * 10_000 + b"}", "wrong-value"),
    ],
)
def test_what_is_not_a_record_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(Refused) as told:
        read_record(data)
    assert told.value.reason == reason


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("secret", "AB" * 32),
        ("secret", "ab" * 32 + "\n"),
        ("secret", "ab" * 31),
        ("seed", 7),
        ("commitment", None),
        ("born", 1.5),
        ("born", -1),
        ("ended", 10**18),
        ("source", {"kind": "guessed"}),
        ("source", {"kind": "played_on", "of": "ab" * 32, "stretches": []}),
        ("source", {"kind": "played_on", "of": "ab" * 32, "stretches": [{"to": 0, "seed": None}]}),
        ("rows", [{"number": 1}]),
        ("people", [{"name": None}]),
        ("outcome", {"reason": "luck", "score": 3}),
        ("comment", "hello"),
    ],
)
def test_a_field_that_cannot_be_is_refused(field: str, value: Any) -> None:
    with pytest.raises(Refused):
        read_record(json.dumps(data_of(record(GAME)) | {field: value}))


def test_options_nested_without_end_are_refused() -> None:
    whole = json.dumps(data_of(record(GAME)) | {"options": "HERE"})
    for depth in range(100, 1200, 7):
        deep = whole.replace('"HERE"', '{"a":' * depth + "1" + "}" * depth)
        with suppress(Refused):  # anything else would be a fault
            verify(read_record(deep), SHELF[GAME])
    with pytest.raises(Refused, match="not-json"):
        read_record(deep)


@settings(max_examples=200)
@given(JSON)
def test_any_json_is_a_record_or_is_refused(value: Any) -> None:
    head = {"format": "igroteka-record/1"}
    for said in (value, head | value if isinstance(value, dict) else value):
        with pytest.raises(Refused):
            read_record(msgspec.json.encode(said))
