"""Data sets of games: what is written, read by others, resumed, told and verified."""

import json
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from igroteka import __version__
from igroteka.bots.onnx import observation
from igroteka.cli.main import app
from igroteka.core import Refused, Seeded, read
from igroteka.games import SHELF
from igroteka.lab.arena import Contest, play_all
from igroteka.lab.data_record import place_of, record_at
from igroteka.lab.data_schema import as_table
from igroteka.lab.dataset import Plan, write
from igroteka.lab.entrant import Entrant
from igroteka.table import Match
from igroteka.table.verify import verify
from igroteka.turbo import WAIT, twin, twins

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "datasets.md").read_text()


def igroteka(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "igroteka.cli.main", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


def without_room(*words: str) -> "subprocess.CompletedProcess[str]":
    """The same, but no file may grow beyond 4 kB: what a full disk does, without one."""
    code = """if True:
        import resource, runpy
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        runpy.run_module("igroteka.cli.main", run_name="__main__")
    """
    command = [sys.executable, "-B", "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


def contest(game: str = "etazhiki", bots: str = "player,random", seats: int = 2) -> Contest:
    return Contest(game, seats, {}, tuple(Entrant.of(name) for name in bots.split(",")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """40 games of Etazhiki with features in a folder `games`."""
    found = tmp_path_factory.mktemp("data") / "games"
    done = igroteka(
        "dataset", "--game", "etazhiki", "--bots", "player,random", "--games", "40", "--seats", "2",
        "--part-games", "15", "--features", "--processes", "2", "--out", str(found),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.search(r"40 games, \d+ rows, 3 parts, \d+ bytes \(\d+ a game\)", done.stdout)
    return found


def rows(folder: Path) -> list[dict[str, object]]:
    return [row for file in sorted(folder.glob("*.parquet")) for row in parquet.read_table(file).to_pylist()]


def test_the_games_are_those_of_the_arena(folder: Path) -> None:
    games: dict[tuple[object, ...], list[dict[str, object]]] = {}
    for row in rows(folder):
        games.setdefault((row["seed"], *row["lineup"]), []).append(row)
    bouts = list(play_all(contest(), 40, 1))
    assert len(games) == len(bouts) == 40
    names = ("player", "random")
    for bout in bouts:
        told = games[(bout.deal, *(names[number] for number in bout.lineup))]
        assert [row["row"] for row in told] == list(range(2, bout.rows + 1))
        assert told[0]["winners"] == list(bout.winners)
        for row in told:
            assert row["intent"] in row["legal"]
            assert row["bot"] == row["lineup"][row["seat"]]
            assert row["share"] == (row["seat"] in row["winners"])


@pytest.mark.parametrize(
    ("seats", "bots", "lineups"), [(2, "random,random", 1), (4, "random,player,random,player", 2)]
)
def test_no_deal_is_played_twice_by_the_same_bots_at_the_same_seats(
    seats: int, bots: str, lineups: int, tmp_path: Path
) -> None:
    list(write(Plan(contest("upturn", bots, seats)), 12, tmp_path, 1))
    games = [(row["seed"], *row["lineup"]) for row in rows(tmp_path) if row["row"] == 2]
    assert len(games) == len(set(games)) == 12
    assert {game[0] for game in games} == set(range(12 // lineups))


def test_the_page_tells_its_columns() -> None:
    assert as_table() in PAGE


@pytest.mark.parametrize(
    "code",
    re.findall(r"```python\n(.*?)```", PAGE, re.S),
    ids=("polars", "duckdb", "pandas", "features-polars", "features-duckdb", "features-pandas", "again"),
)
def test_others_read_it_as_the_page_says(code: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder.parent,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"player|winner|floor", done.stdout)


def test_a_row_is_told_and_verified_as_the_game_it_belongs_to(folder: Path) -> None:
    file = folder / "part-00001.parquet"
    row = parquet.read_table(file).to_pylist()[77]
    record = record_at(file, 77)
    assert record.rows[row["row"] - 1].intent == json.loads(row["intent"])
    assert [person.bot for person in record.people] == row["lineup"]
    assert record.outcome is not None
    assert list(record.outcome.winners) == row["winners"]
    assert igroteka("verify", f"{file}:77").returncode == 0
    assert "player" in igroteka("replay", f"{file}:77", "--lang", "en").stdout


def test_an_interrupted_run_goes_on_and_a_longer_one_adds_parts(tmp_path: Path) -> None:
    plan, folder = Plan(contest(), part_games=4), tmp_path / "games"
    first = next(write(plan, 12, folder, 1))
    assert [file.name for file in folder.glob("*.parquet")] == ["part-00000.parquet"]
    before = (folder / "part-00000.parquet").stat().st_mtime_ns
    made = list(write(plan, 12, folder, 1))
    assert [part.number for part in made] == [0, 1, 2]
    assert made[0] == first
    assert (folder / "part-00000.parquet").stat().st_mtime_ns == before
    assert sum(part.games for part in write(plan, 14, folder, 1)) == 14
    assert sum(part.games for part in write(plan, 16, folder, 1)) == 16  # the short part is filled
    whole = list(write(plan, 16, tmp_path / "whole", 1))
    assert len(whole) == 4
    assert rows(folder) == rows(tmp_path / "whole")
    assert not list(folder.glob("*.unfinished"))


def test_a_full_disk_is_told_with_the_room_that_is_needed(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    asked = ["dataset", "--game", "etazhiki", "--bots", "random,random", "--seats", "2", "--part-games", "4"]
    asked += ["--processes", "1", "--out", str(folder)]
    none = without_room(*asked, "--games", "12")
    assert (none.returncode, none.stdout) == (2, "")
    assert "File too large: not one part fits into" in " ".join(none.stderr.split())
    assert igroteka(*asked, "--games", "4").returncode == 0
    some = without_room(*asked, "--games", "12")
    assert some.returncode == 2
    assert "1 of 3 parts are in" in " ".join(some.stderr.split())
    assert "With about 1 MB more room" in " ".join(some.stderr.split())
    assert sorted(file.name for file in folder.iterdir()) == ["dataset.json", "part-00000.parquet"]


def test_other_settings_for_the_same_folder_are_refused(folder: Path) -> None:
    before = (folder / "dataset.json").read_bytes()
    there = json.loads(before)
    with pytest.raises(Refused, match="dataset-differs") as refused:
        list(write(Plan(contest(bots="random,random"), 15), 4, folder, 1))
    names = json.dumps([one["name"] for one in there["contest"]["entrants"]], separators=(",", ":"))
    told = refused.value.parameters["differing"]
    assert f'bots {names} ≠ ["random","random"]' in told
    assert ("part_games" in told) == (there["part_games"] != 15)
    assert "views" not in told
    assert (folder / "dataset.json").read_bytes() == before


def test_fewer_games_than_are_there_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    plan = Plan(contest(bots="random,random"), part_games=2)
    list(write(plan, 6, tmp_path, 1))
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for fewer in (5, 4, 1):
        with pytest.raises(Refused, match="dataset-longer") as refused:
            list(write(plan, fewer, tmp_path, 1))
        assert refused.value.parameters == {"folder": str(tmp_path), "games": 6}
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert igroteka(
        "dataset",
        "--game",
        "etazhiki",
        "--bots",
        "random,random",
        "--games",
        "1",
        "--out",
        str(tmp_path / "one"),
    ).stdout.startswith(f"{tmp_path / 'one'}: 1 game, ")


def test_views_and_positions_are_there_on_request(tmp_path: Path) -> None:
    plan = Plan(contest("sequence", "random,random", 3), views=True, positions=True)
    list(write(plan, 1, tmp_path, 1))
    for row in rows(tmp_path):
        view, position = json.loads(row["view"]), json.loads(row["position"])
        assert view["seat"] == row["seat"]
        assert view["hand"] == position["hands"][row["seat"]]
        assert len(position["hands"]) == 3


@pytest.mark.parametrize("name", twins())
def test_features_are_what_the_seat_may_know_and_answer(name: str, tmp_path: Path) -> None:
    """Each row again from its seed and intents: what the view alone gives, and the intents of the mask."""
    plan, game, fast = Plan(contest(name, "random,player", 2), features=True), SHELF[name], twin(name)
    list(write(plan, 1, tmp_path, 1))
    told = [row for row in rows(tmp_path) if row["lineup"][0] == "random"]
    match = Match(game, 2, game.Options(), 0)
    match.deal()
    for row in told:
        view = match.view(row["seat"])
        assert bytes(row["observation"]) == observation(view, name, Seeded(1)).tobytes()
        offered = {action for action, allowed in enumerate(row["action_mask"]) if allowed} - {WAIT}
        assert {fast.intent_of(action) for action in offered} == {
            game.canonical(match.state, read(json.loads(one), game.Intent)) for one in row["legal"]
        }
        intent = read(json.loads(row["intent"]), game.Intent)
        assert fast.intent_of(row["action"]) == game.canonical(match.state, intent)
        match.ask(row["seat"], intent)
    assert match.outcome is not None
    about = parquet.read_schema(next(tmp_path.glob("*.parquet")))
    assert about.metadata[b"igroteka.features"] == f"{name}_v0".encode()
    assert about.metadata[b"igroteka.release"] == __version__.encode()
    assert about.field("observation").type.list_size == fast.OBSERVED
    assert about.field("action_mask").type.list_size == fast.ACTIONS


@pytest.mark.parametrize("name", twins())
def test_who_let_it_be_has_a_row_on_request(name: str, tmp_path: Path) -> None:
    plain, waits = (
        Plan(contest(name, "random,beginner", 3), features=True, views=True, waits=waits)
        for waits in (False, True)
    )
    list(write(plain, 3, tmp_path / "plain", 1))
    list(write(waits, 3, tmp_path / "waits", 1))
    found = rows(tmp_path / "waits")
    left = [row for row in found if row["intent"] == "null"]
    assert [row for row in found if row["intent"] != "null"] == rows(tmp_path / "plain")
    assert left
    for at, row in enumerate(found):
        if row["intent"] == "null":
            assert row["action"] == WAIT
            assert row["action_mask"][WAIT] == 1
            assert json.loads(row["view"])["turn"] != row["seat"]
            assert row["legal"]
            assert found[at + 1]["row"] == row["row"]
    file = tmp_path / "waits" / "part-00000.parquet"
    games = {record_at(file, at).digest for at in range(0, len(found), 10)}
    assert len(games) == len({(row["seed"], *row["lineup"]) for row in found})
    assert verify(record_at(file, len(found) - 1), SHELF[name]).verified


@pytest.mark.parametrize("command", ["arena", "dataset", "study", "soak"])
def test_a_seed_that_no_column_holds_is_refused(command: str, tmp_path: Path) -> None:
    more = ["--game", "etazhiki"] + (["--out", str(tmp_path)] if command == "dataset" else [])
    done = CliRunner().invoke(app, [command, *more, "--seed", str(2**62 + 1)])
    assert done.exit_code == 2
    assert str(2**62) in done.output


def test_a_row_is_reviewed_as_the_game_it_belongs_to(folder: Path) -> None:
    file = folder / "part-00001.parquet"
    row = parquet.read_table(file, columns=["winners", "lineup"]).to_pylist()[77]
    done = CliRunner().invoke(app, ["review", f"{file}:77", "--playouts", "500", "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["digest"] == record_at(file, 77).digest
    assert [account["result"] for account in found["accounts"]] == [
        float(seat in row["winners"]) for seat in range(2)
    ]


def test_what_is_no_part_of_a_data_set_is_refused(tmp_path: Path, folder: Path) -> None:
    assert place_of("record.json") is None
    (tmp_path / "x.parquet").write_text("no")
    for name in (
        f"{tmp_path}/x.parquet:0",
        f"{tmp_path}/none.parquet",
        f"{folder}/part-00000.parquet:9999999",
    ):
        done = igroteka("replay", name, "--lang", "en")
        assert done.returncode == 2
        assert "cannot be read" in done.stderr


@pytest.mark.parametrize(
    ("column", "value", "problem"),
    [
        ("row", 7, "no game begins at row 0"),
        ("seat", 1, "the rules of etazhiki refuse it: not-your-turn"),
        ("seats", 9, "the rules of etazhiki refuse it: "),
        ("seed", -1, "Expected `int` >= 0"),
        ("options", "{", "refuse it: not-json"),
        ("intent", '{"kind": "fly"}', "refuse it: unknown-kind"),
        ("lineup", ["random"], "1 bots at 2 seats"),
        ("lineup", [None, None], "Expected `str`, got `null`"),
    ],
)
def test_a_part_that_somebody_has_changed_is_refused(
    tmp_path: Path, folder: Path, column: str, value: object, problem: str
) -> None:
    table = parquet.read_table(folder / "part-00000.parquet").slice(0, 40)
    changed = [{**row, column: value} for row in table.to_pylist()]
    parquet.write_table(table.from_pylist(changed, schema=table.schema), tmp_path / "part.parquet")
    with pytest.raises(Refused, match="file-unreadable") as refused:
        record_at(tmp_path / "part.parquet", 0)
    assert problem in refused.value.parameters["problem"]


@pytest.mark.parametrize(
    ("change", "rows", "problem"),
    [
        ({}, 3_000_000, "no game has more than 400000 rows"),
        ({"options": "{}" * 50_000_000}, 3, "takes so much room"),
    ],
)
def test_a_part_that_is_small_in_its_file_alone_is_refused(
    tmp_path: Path, folder: Path, change: dict[str, Any], rows: int, problem: str
) -> None:
    """Rows that are all alike take hardly any room there; read as they are they took all memory."""
    table = parquet.read_table(folder / "part-00000.parquet").slice(0, 1)
    (first,) = table.to_pylist()
    endless = table.from_pylist([{**first, **change}], schema=table.schema)
    with parquet.ParquetWriter(tmp_path / "part.parquet", table.schema, compression="zstd") as writer:
        many = endless.take([0] * min(rows, 100_000))
        for _ in range(max(1, rows // 100_000)):
            writer.write_table(many)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(Refused, match="file-unreadable") as refused:
        record_at(tmp_path / "part.parquet", 0)
    assert problem in refused.value.parameters["problem"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000, "kilobytes"


def test_a_bot_with_a_number_without_end_is_refused() -> None:
    with pytest.raises(Refused, match="bot-not-found"):
        Entrant.of(f"master:{'9' * 5000}x")
    assert Entrant.of("master:200x").looks == 200


def test_a_part_without_its_columns_is_refused(tmp_path: Path, folder: Path) -> None:
    table = parquet.read_table(folder / "part-00000.parquet")
    for column in ("row", "intent"):
        parquet.write_table(table.drop_columns([column]), tmp_path / "part.parquet")
        with pytest.raises(Refused, match="file-unreadable"):
            record_at(tmp_path / "part.parquet", 0)
