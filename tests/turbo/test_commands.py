"""The commands about the twins."""

import json

import typer
from typer.testing import CliRunner

from igroteka.cli import turbo
from igroteka.core import Refused

app, bench = typer.Typer(), typer.Typer()
app.add_typer(bench, name="bench")
turbo.register(app, bench)


def test_the_bench_prints_one_list_of_rows():
    asked = ["bench", "turbo", "--game", "sequence", "--seats", "2", "--seconds", "0.02", "--json"]
    done = CliRunner().invoke(app, asked)
    rows = json.loads(done.stdout)
    assert [(row["game"], row["seats"], row["options"]) for row in rows] == [
        ("sequence", 2, {}),
        ("sequence", 2, {"draw": "automatic"}),
    ]
    figures = ("games_per_cpu_s", "steps_per_cpu_s", "batch_steps_per_s", "cores_scaling")
    assert all(row[name] > 0 for row in rows for name in figures)


def test_a_size_of_table_is_that_of_all_games_that_have_it():
    done = CliRunner().invoke(app, ["bench", "turbo", "--seats", "6", "--seconds", "0.02", "--json"])
    assert {row["game"] for row in json.loads(done.stdout)} == {"sequence"}
    for odd in (["--seats", "7"], ["--seats", "6", "--game", "upturn", "--game", "sequence"]):
        done = CliRunner().invoke(app, ["bench", "turbo", *odd])
        assert isinstance(done.exception, Refused)
        assert done.exception.reason == "seats-do-not-fit"


def test_no_figure_of_the_bench_is_cut_off():
    done = CliRunner().invoke(
        app, ["bench", "turbo", "--game", "etazhiki", "--seats", "2", "--seconds", "0.02"]
    )
    assert "etazhiki 2 " in done.stdout
    assert "Batch(1024) steps/s" in done.stdout
    assert "…" not in done.stdout


def test_lockstep_says_how_many_steps_agree():
    done = CliRunner().invoke(app, ["lockstep", "--game", "sequence", "--steps", "500", "--processes", "1"])
    assert done.exit_code == 0
    assert "agree after each of" in done.stdout
