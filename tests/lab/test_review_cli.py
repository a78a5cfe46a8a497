"""`igroteka review` as people use it, in processes of its own."""

import json
from pathlib import Path

import pytest

from igroteka.table.record import read_record, sealed, written
from igroteka.table.recorder import record_of
from lab.test_review import PLAYABLE, played, whole
from table.playing import kinds, unfinished
from table.test_records_cli import igroteka


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The shortest of some games."""
    record = min((played(PLAYABLE[1], 2, seed) for seed in range(8)), key=lambda one: len(one.rows))
    file = tmp_path_factory.mktemp("records") / "record.json"
    file.write_bytes(written(record))
    return str(file)


def test_a_review_is_told_in_both_languages_and_as_json(path: str) -> None:
    done = igroteka("review", path, "--playouts", "2000", "--json")
    assert done.returncode == 0
    # whoever comes first is told what is being compiled
    assert all(line.startswith("compiling ") for line in done.stderr.splitlines())
    found = json.loads(done.stdout)
    for one in found["accounts"]:
        terms = sum(whole(one[name]["value"]) for name in ("deal", "draws", "others", "own"))
        assert whole(one["start"]) + terms == whole(one["result"])
    for lang, said in (("en", "own play"), ("ru", "своя игра")):
        done = igroteka("review", path, "--playouts", "2000", "--lang", lang)
        assert (done.returncode, done.stderr) == (0, "")
        assert said in done.stdout


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda data: {**data, "secret": "00" * 32}, 1),
        (lambda data: {**data, "game": "halma"}, 2),
        (lambda data: {**data, "format": "other/1"}, 2),
        (lambda data: [data], 2),
        (lambda data: {**data, "rows": 7}, 2),
    ],
)
def test_a_damaged_or_foreign_record_gets_a_sentence(
    path: str, tmp_path: Path, change: object, status: int
) -> None:
    assert callable(change)
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(change(json.loads(Path(path).read_text("utf-8")))))
    done = igroteka("review", str(bad), "--lang", "en")
    assert done.returncode == status
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_name_is_no_markup(path: str, tmp_path: Path) -> None:
    data = json.loads(Path(path).read_text("utf-8"))
    data["people"][0]["name"] = r"\[/b]"
    file = tmp_path / "named.json"
    file.write_bytes(written(sealed(read_record(json.dumps(data)))))
    done = igroteka("review", str(file), "--playouts", "2000", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(r"\[/b]") >= 3


def test_a_game_that_is_not_over_is_not_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(written(record_of(*unfinished(kinds(PLAYABLE[0])[0], 3, 10))))
    done = igroteka("review", str(file), "--lang", "en")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "The game of this record is not over yet.\n"


def test_no_file_and_no_json_get_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("not json")
    for name in ("none.json", "no.json"):
        done = igroteka("review", str(tmp_path / name), "--lang", "en")
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1
