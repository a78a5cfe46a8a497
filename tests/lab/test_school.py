"""The school: what it shows its pupils, what it makes of games, and that pupils learn; where PyTorch is."""

import csv
import os
import re
import resource
import signal
import subprocess
import sys
from importlib.util import find_spec
from typing import Any, ClassVar

import msgspec
import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("tensorboard")

import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from typer.testing import CliRunner

from igroteka.bots.network_file import read_network
from igroteka.bots.onnx import PolicyBot
from igroteka.cli.main import app
from igroteka.cli.teach import run
from igroteka.core import Refused, Seeded
from igroteka.envs import VectorEnv
from igroteka.envs.egocentric import egocentric
from igroteka.games import SHELF
from igroteka.lab.school.classes import Classes, mean_of
from igroteka.lab.school.examples import watch
from igroteka.lab.school.lessons import Method
from igroteka.lab.school.looking_back import look_back
from igroteka.lab.school.network_file import read_pupil, rounded, write_weights
from igroteka.lab.school.school import CURVE, Astray, Curve, Plan, School
from igroteka.lab.school.turning import turned
from igroteka.lab.workers import Crew
from igroteka.table import Match
from igroteka.turbo import twin, twins


def small(seed: int = 0, **more) -> Plan:
    return Plan(
        "etazhiki", [2], Method(pull=2), tables=32, steps=16, hidden=(32, 16), seed=seed, threads=1, **more
    )


@pytest.mark.parametrize("name", twins())
def test_a_network_turns_the_table_to_its_seat_as_environments_do(name):
    env = VectorEnv(name, 16, max(SHELF[name].SEATS), seed=3)
    seen, _ = env.reset()
    for _ in range(40):
        seen, *_ = env.step(env.sample())
    shown = seen["observation"]
    assert np.array_equal(turned(name, torch.from_numpy(shown)).numpy(), egocentric(name, shown))


def test_a_win_is_a_loss_to_the_others_and_the_critic_is_believed_in_part():
    value, mine = torch.tensor([[0.5], [0.0]]), torch.tensor([[True], [True]])
    seat, over = torch.tensor([[0], [1]]), torch.tensor([[False], [True]])
    reward = torch.tensor([[[0.0, 0.0]], [[-1.0, 1.0]]])
    last, last_seat = torch.tensor([0.9]), torch.tensor([0])
    target = look_back(value, mine, seat, reward, over, last, last_seat, 0.5, torch.tensor([2]))
    assert target[:, 0].tolist() == [-0.5, 1.0]  # half of what seat 1 won, half of the critic's 0 there
    hasty = look_back(value, mine, seat, reward, over, last, last_seat, 0.5, torch.tensor([2]), 0.9)
    assert hasty[:, 0].tolist() == pytest.approx([-0.45, 1.0])  # a result later on counts less


def test_in_the_league_a_rival_has_one_side_or_all_but_one(tmp_path):
    plan = msgspec.structs.replace(small(), seats=[2, 3], tables=64, league=1.0)
    tables = School(plan, tmp_path / "a").tables
    with torch.no_grad():
        for part in tables.rival.parameters():
            part.zero_()
    seats, theirs = set(), set()
    for _ in range(20):
        lived = tables.play()
        for table in range(64):
            alone, side = bool(tables.alone[table]), int(tables.side[table])
            assert not alone or tables.seats[table] == 3
            for seat, mine in zip(lived.seat[:, table].tolist(), lived.mine[:, table].tolist(), strict=True):
                (seats if mine else theirs).add((int(tables.seats[table]), alone, seat == side))
    assert seats == {(2, False, False), (3, False, False), (3, True, True)}
    assert {(2, False, True), (3, False, True), (3, True, False)} <= theirs  # and where there was one answer
    assert 0 < tables.shares()[0] < 1


def test_player_itself_is_a_rival_where_its_game_has_it_compiled(tmp_path):
    plan = Plan("sequence", [2], Method(pull=2), 64, 8, (8, 16), player=0.5, league=0.25)
    school = School(plan, tmp_path / "a")
    tables = school.tables
    assert (tables.away, tables.house) == (16, 48)
    answered = 0
    for _ in range(30):
        states = tables.batch.states.copy()
        out = np.empty(64, np.int16)
        tables._player.look(out)
        lived = tables.play()
        for table in range(16, 48):
            if lived.seat[0, table] == tables.side[table] and out[table] >= 0:
                assert int(lived.action[0, table]) == out[table], states[table]
                assert not lived.mine[0, table]
                answered += 1
    assert answered > 200
    assert tables.shares()[1] < 0.2  # who has learned nothing wins nothing
    lines = [line for _, line in zip(range(3), school.lessons(10), strict=False)]
    assert lines[-1].decisions > 100
    for more in ({"league": 0.6}, {"against": "network.npz"}):
        with pytest.raises(ValueError, match="a table has one rival"):
            School(msgspec.structs.replace(plan, **more), tmp_path / "b")


def test_among_players_the_pupil_sits_alone(tmp_path):
    plan = Plan("upturn", [3], Method(pull=2), 64, 8, (8, 16), player=1.0, league=0.0)
    tables = School(plan, tmp_path / "a").tables
    assert tables.alone.all()
    seats = set()
    for _ in range(20):
        lived = tables.play()
        seats |= {
            (int(tables.side[table]), int(lived.seat[step, table]))
            for step, table in lived.mine.nonzero().tolist()
        }
    assert seats == {(0, 0), (1, 1), (2, 2)}


def test_the_same_plan_gives_the_same_run_and_a_resumed_one_goes_on_alike(tmp_path):
    whole, first = School(small(), tmp_path / "a"), School(small(), tmp_path / "b")
    lines = [line for _, line in zip(range(5), whole.lessons(10), strict=False)]
    begun = [line for _, line in zip(range(3), first.lessons(10), strict=False)]
    first.keep()
    second = School(small(), tmp_path / "b")
    second.resume()
    begun += [line for _, line in zip(range(2), second.lessons(10), strict=False)]
    assert [line.decisions for line in lines] == [line.decisions for line in begun]
    assert lines[-1].losses.critic == pytest.approx(begun[-1].losses.critic, rel=1e-3)
    with pytest.raises(ValueError, match="another plan"):
        School(small(seed=1), tmp_path / "b").resume()


def test_by_rounds_the_same_seed_gives_the_same_network_resumed_or_not(tmp_path):
    whole, first = School(small(), tmp_path / "a"), School(small(), tmp_path / "b")
    lines = list(whole.lessons(10, rounds=6))
    begun = [line for _, line in zip(range(3), first.lessons(10, rounds=6), strict=False)]
    first.keep()
    second = School(small(), tmp_path / "b")
    second.resume()
    begun += second.lessons(10, rounds=6)
    assert [(line.decisions, line.losses) for line in lines] == [
        (line.decisions, line.losses) for line in begun
    ]
    both = zip(whole.pupil.parameters(), second.pupil.parameters(), strict=True)
    assert all(torch.equal(one, other) for one, other in both)


def test_where_a_run_was_killed_its_curve_goes_on_from_the_checkpoint_and_never_back(tmp_path):
    out = tmp_path / "pupil.onnx"
    killed = School(small(), out.with_suffix(""))
    curve = Curve(killed.folder, 0, board=True)
    for line in killed.lessons(10, rounds=5):
        curve.add(line)
        if killed.rounds == 3:
            killed.keep()  # of the last two rounds nothing but the curve is left
    run(small(), 10, out, resume=True, tensorboard=True, rounds=6)
    with (killed.folder / "curve.csv").open(newline="") as file:
        decisions = [int(row["decisions"]) for row in csv.DictReader(file)]
    assert len(decisions) == 6
    assert decisions == sorted(set(decisions))
    board = EventAccumulator(str(killed.folder / "tensorboard")).Reload()
    assert [event.step for event in board.Scalars("entropy")] == decisions


def test_ctrl_c_keeps_what_was_learned_and_says_how_to_go_on(tmp_path):
    words = [
        "--game",
        "etazhiki",
        "--seats",
        "2",
        "--tables",
        "32",
        "--hidden",
        "32",
        "16",
        "--rounds",
        "10000",
    ]
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [
        sys.executable,
        "-c",
        f"{listening}; from igroteka.cli.main import main; main()",
        "teach",
        *words,
    ]
    taught = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    said = [taught.stdout.readline(), taught.stdout.readline()]
    taught.send_signal(signal.SIGINT)
    printed, complaints = taught.communicate(timeout=300)
    assert taught.returncode == 1
    assert "against rivals" in said[0]
    assert "igroteka arena --game etazhiki --bots player,etazhiki.npz" in printed
    assert re.search(
        r"Interrupted: \d+ of 10000 rounds are there. The same command with --resume", complaints
    )
    assert read_pupil(tmp_path / "etazhiki.npz", "etazhiki")
    assert PolicyBot(tmp_path / "etazhiki.onnx")
    assert (tmp_path / "etazhiki" / "checkpoint.pt").is_file()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--out", "pupil.npz"], "--out names the network in ONNX, pupil.onnx say"),
        (["--resume"], "there is nothing to go on from, etazhiki/checkpoint.pt is not there"),
        (["--rounds", "5", "--classes", "2"], "--rounds goes without --classes"),
        (["--against", "nobody.npz"], "nobody.npz is no network of the school"),
        (["--hidden", "0", "16"], "--hidden are two numbers from 1 on, not 0 and 16"),
    ],
)
def test_what_cannot_be_taught_so_is_refused_before_the_first_lesson(tmp_path, monkeypatch, words, problem):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["teach", "--game", "etazhiki", "--seats", "2", *words])
    assert done.exit_code == 2
    assert problem in done.output
    assert not [*tmp_path.iterdir()]


def test_a_folder_in_the_way_is_told_first_and_the_command_at_the_end_can_be_pasted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.npz").mkdir()
    words = ["teach", "--game", "etazhiki", "--seats", "2", "--tables", "32", "--hidden", "32", "16"]
    done = CliRunner().invoke(app, [*words, "--rounds", "1", "--out", "other.onnx"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "other.npz is a folder: the network wants another --out" in done.output
    done = CliRunner().invoke(app, [*words, "--rounds", "1", "--out", "my net.onnx"])
    assert "--bots 'player,my net.npz' --seats 2" in done.stdout


def test_what_was_learned_before_is_not_written_over(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["teach", "--game", "etazhiki", "--seats", "2", "--tables", "32", "--hidden", "32", "16"]
    assert CliRunner().invoke(app, [*words, "--rounds", "2"]).exit_code == 0
    learned = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    again = CliRunner().invoke(app, [*words, "--rounds", "3"])
    assert again.exit_code == 2
    assert "etazhiki/checkpoint.pt is of a run that would be lost: --resume goes on with it" in again.output
    other = CliRunner().invoke(app, [*words, "--rounds", "3", "--resume", "--seed", "4", "--rate", "0.5"])
    assert other.exit_code == 2
    assert "another plan: it has rate 0.0006, not 0.5, seed 0, not 4" in other.output
    assert learned == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert CliRunner().invoke(app, [*words, "--rounds", "3", "--resume"]).exit_code == 0


def test_learning_that_goes_astray_ends_and_leaves_the_last_checkpoint(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["teach", "--game", "etazhiki", "--seats", "2", "--tables", "32", "--hidden", "32", "16"]
    done = CliRunner().invoke(app, [*words, "--rounds", "40", "--rate", "1e30"])
    assert done.exit_code == 1
    assert "learning came to what is no number (NaN): a smaller --rate may help" in done.output
    assert not (tmp_path / "etazhiki.npz").exists()


def test_a_full_disk_is_named_and_leaves_what_was_there(tmp_path):
    school, network = School(small(), tmp_path / "a"), tmp_path / "a.npz"
    school.keep()
    write_weights(school.pupil, network)
    there = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # as a disk with so much room left
    try:
        with pytest.raises(OSError, match=r"checkpoint\.pt"):
            school.keep()
        with pytest.raises(OSError, match=r"a\.npz"):
            write_weights(school.pupil, network)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert there == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


@pytest.mark.parametrize("worst", [float("nan"), -1e30])
def test_a_network_gone_astray_still_gives_answers_that_are_allowed(tmp_path, worst):
    school = School(small(league=0.5), tmp_path / "a")
    with torch.no_grad():
        for network in (school.pupil, school.rival):
            network.liking.bias.fill_(worst)
    for school.tables.likeliest in (False, True):
        lived = school.tables.play()  # a table where another answer was given might have no end
        assert bool(lived.mask.gather(2, lived.action[..., None]).all())


def test_what_the_last_step_of_a_round_has_spoilt_is_neither_kept_nor_played(tmp_path):
    school = School(small(), tmp_path / "a")
    learn = school._lessons.learn

    def spoilt(generator):
        done = learn(generator)
        with torch.no_grad():
            school.critic.standing.bias.fill_(float("nan"))
        return done

    school._lessons.learn = spoilt
    with pytest.raises(Astray, match=r"In round 1 learning came to what is no number"):
        next(school.lessons(1.0))


def test_a_round_with_a_single_decision_teaches_numbers(tmp_path):
    school = School(small(), tmp_path / "a")
    lived = school.tables.play()
    lived.mine[:] = False
    lived.mine[0, 0] = True
    losses, learned = school._lessons.learn(school.generator)
    assert learned == 1
    assert all(bool(torch.isfinite(part).all()) for part in school.pupil.parameters())
    assert losses.critic >= 0


def test_a_run_leaves_a_curve_a_card_and_a_network_that_plays(tmp_path):
    out = tmp_path / "pupil.onnx"
    run(small(), 0.05, out)
    with (tmp_path / "pupil" / "curve.csv").open() as file:
        rows = list(csv.reader(file))
    assert rows[0] == [*CURVE]
    assert len(rows) > 2
    assert "igroteka teach --game etazhiki --minutes 0.05" in out.with_suffix(".md").read_text()
    assert out.stat().st_size < 2_000_000
    match = Match(SHELF["etazhiki"], 2, SHELF["etazhiki"].Options(), 5)
    match.deal()
    seat = SHELF["etazhiki"].turn(match.state)
    view = SHELF["etazhiki"].view(match.state, seat)
    assert PolicyBot(out).choose(view, view.legal, False, Seeded(1)) in view.legal


def test_a_pupil_learns_to_beat_a_network_that_stays_as_it_is(tmp_path):
    school = School(small(), tmp_path / "a")
    write_weights(school.pupil, tmp_path / "first.npz")
    against = msgspec.structs.replace(small(), against=str(tmp_path / "first.npz"), tables=128)
    exploiter = School(against, tmp_path / "b")
    before = [part.clone() for part in exploiter.rival.parameters()]
    lines = [line for _, line in zip(range(40), exploiter.lessons(10), strict=False)]
    assert all(torch.equal(was, now) for was, now in zip(before, exploiter.rival.parameters(), strict=True))
    assert exploiter.tables.away == 128
    assert np.nanmean([line.won for line in lines[-15:]]) > 0.52  # it has no liking of its own yet


class Remembering:
    """Takes the offer of the highest number, and notes the views that it was asked with."""

    met: ClassVar[list[list[Any]]] = []

    def __init__(self) -> None:
        self.seen: list[Any] = []
        self.met.append(self.seen)

    def choose(self, view, offers, may_wait, chance):
        self.seen.append(view)
        return max(offers, key=twin(view.__struct_config__.tag).action_of)


class Mistaken:
    def choose(self, view, offers, may_wait, chance):
        return "anything"


@pytest.mark.parametrize("game", ["etazhiki", "upturn", "sequence"])
def test_any_bot_may_be_what_a_pupil_learns_to_beat_and_it_sees_views_alone(tmp_path, game):
    Remembering.met.clear()
    plan = Plan(game, [2, 3], Method(pull=2), 16, 12, (8, 16), bot="tests.lab.test_school:Remembering")
    tables = School(plan, tmp_path / "a").tables
    assert (tables.away, tables.house) == (0, 16)
    answered = 0
    for _ in range(12):
        lived = tables.play()
        theirs = lived.seat % tables.parties == tables.side
        theirs ^= tables.alone
        assert not (lived.mine & theirs).any()
        offered = lived.mask[theirs]
        last = offered.shape[1] - 1 - offered.flip(1).byte().argmax(1)
        assert lived.action[theirs].tolist() == last.tolist()
        answered += len(last)
    assert answered > 500
    games = {id(seen): {(view.seat, view.seats) for view in seen} for seen in Remembering.met if seen}
    assert all(len(seats) == 1 for seats in games.values())  # one seat of one game each
    assert len(games) > 16
    assert {type(view) for seen in Remembering.met for view in seen} == {SHELF[game].View}


def test_what_a_bot_does_wrong_at_the_school_is_told_by_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [
        "teach",
        "--game",
        "etazhiki",
        "--seats",
        "2",
        "--tables",
        "8",
        "--hidden",
        "8",
        "8",
        "--minutes",
        "1",
    ]
    done = CliRunner().invoke(app, [*words, "--against", "tests.lab.test_school:Mistaken"])
    assert done.exit_code == 1
    assert "Mistaken: asked for 'anything', which was not offered" in done.output


@pytest.mark.parametrize("more", [{"player": 0.5}, {"against": "network.npz"}, {"device": "cuda"}])
def test_a_bot_is_the_one_rival_and_answers_on_the_processor(tmp_path, more):
    with pytest.raises(ValueError, match="a bot is the one rival at every table"):
        School(msgspec.structs.replace(small(), bot="player", **more), tmp_path / "a")
    with pytest.raises(Refused, match="no-such-level"):
        School(small(bot="nobody"), tmp_path / "b")


def test_a_run_against_a_bot_says_what_it_won_and_how_it_was_made(tmp_path):
    plan = msgspec.structs.replace(small(), bot="random")
    assert run(plan, 0.05, tmp_path / "pupil.onnx", False)
    assert "--against random" in (tmp_path / "pupil.md").read_text()


def test_rivals_may_give_their_likeliest_answer_as_bots_do(tmp_path):
    plan = msgspec.structs.replace(small(), league=1.0, likeliest=True)
    school = School(plan, tmp_path / "a")
    with torch.no_grad():
        school.rival.liking.bias.copy_(torch.linspace(1, 0, len(school.rival.liking.bias)))
    lived = school.tables.play()
    theirs = (lived.seat % 2 == school.tables.side) & (lived.mask.sum(2) > 1)
    seen, mask = lived.observation[theirs], lived.mask[theirs]
    liked, _ = school.rival(school.rival.features(seen, mask), mask)
    assert len(seen) > 50
    assert torch.equal(liked.argmax(1), lived.action[theirs])
    drawn = School(msgspec.structs.replace(plan, likeliest=False), tmp_path / "b").tables.play()
    assert not torch.equal(drawn.action, lived.action)


def test_the_league_remembers_early_selves_as_well_as_late_ones(tmp_path):
    school = School(small(), tmp_path / "a")
    for number in range(1, 401):
        school.rounds = school.plan.method.pull * number
        school._remember({"number": number})
    numbers = sorted(rival["number"] for rival in school.rivals)
    assert len(set(numbers)) == 16
    assert numbers[0] < 100
    assert 100 < sum(numbers) / 16 < 300
    assert numbers[-1] > 300


def test_towards_the_end_steps_are_smaller_and_variety_is_paid_less(tmp_path):
    school = School(small(), tmp_path / "a")
    school._lessons.slow_down(0.25)
    assert school._lessons.optimizer.param_groups[0]["lr"] == pytest.approx(0.25 * school.plan.method.rate)
    assert float(school._lessons._variety) == pytest.approx(0.25 * school.plan.method.entropy)


def test_a_pupil_goes_on_from_a_network_and_a_rival_stays_in_the_league(tmp_path):
    school = School(small(), tmp_path / "a")
    list(zip(range(2), school.lessons(10), strict=False))
    path = tmp_path / "first.npz"
    write_weights(school.pupil, path)
    plan = msgspec.structs.replace(small(seed=3), begin=str(path), rivals=[str(path)])
    second = School(plan, tmp_path / "b")
    assert weight(second) == pytest.approx(weight(school), abs=0.05)  # 16-bit numbers
    given = [part.clone() for part in second.models[0].values()]
    list(zip(range(5), second.lessons(10), strict=False))
    assert all(torch.equal(was, now) for was, now in zip(given, second.models[0].values(), strict=True))
    assert weight(second) != pytest.approx(weight(school), abs=1e-4)
    with pytest.raises(ValueError, match="begins as one thing only"):
        School(msgspec.structs.replace(plan, examples=25), tmp_path / "c")
    with pytest.raises(ValueError, match=r"first\.npz, whose layers are --hidden 32 16: leave it out"):
        School(msgspec.structs.replace(plan, hidden=(48, 16)), tmp_path / "c")
    assert School(msgspec.structs.replace(plan, hidden=None), tmp_path / "c").pupil.shape.hidden == (32, 16)
    wider = msgspec.structs.replace(plan, begin="", hidden=(48, 16))
    with pytest.raises(ValueError, match="another shape"):
        School(wider, tmp_path / "d")


def test_numbers_are_written_with_an_even_last_bit():
    numbers = np.random.default_rng(7).normal(size=4000).astype(np.float16)
    even = rounded(numbers)
    assert not (even.view(np.int16) & 1).any()
    assert even == pytest.approx(numbers, rel=2**-10)
    assert abs(float((even.astype(float) - numbers).mean())) < 1e-4
    assert np.array_equal(rounded(even), even)


def test_a_pupil_that_looks_at_a_board_says_the_same_compiled(tmp_path):
    plan = Plan("sequence", [2, 3], tables=16, steps=8, hidden=(20, 24))
    school = School(plan, tmp_path)
    for part in school.pupil.parameters():
        torch.nn.init.normal_(part, 0, 0.2)
        part.data = torch.from_numpy(rounded(part.data.half().numpy())).float()
    write_weights(school.pupil, tmp_path / "sequence.npz")
    taught, tables = read_network(tmp_path / "sequence.npz"), school.tables
    chances, standing = school.pupil(school.pupil.features(tables.observation, tables.mask), tables.mask)
    for row in range(plan.tables):
        answers = tables.mask[row].nonzero()[:, 0].numpy().astype(np.int16)
        likely = np.empty(len(answers))
        state = tables.batch.states[row : row + 1]
        said = taught.opinion(
            state, int(tables.batch.seats[row]), taught.network, answers, len(answers), likely
        )
        assert likely == pytest.approx(chances[row].exp().detach().numpy()[answers], abs=1e-4)
        assert said == pytest.approx((1 + float(standing[row].detach())) / 2, abs=1e-4)


def test_a_board_is_learned_from(tmp_path):
    school = School(Plan("sequence", [2], tables=16, steps=8, hidden=(16, 16)), tmp_path)
    before = {name: part.detach().clone() for name, part in school.pupil.named_parameters()}
    list(zip(range(3), school.lessons(10), strict=False))
    still = [name for name, part in school.pupil.named_parameters() if torch.equal(before[name], part)]
    assert not still


@pytest.mark.parametrize("kept", [b"", b"PK\x03\x04", None])
def test_what_is_no_network_is_refused_in_a_sentence(tmp_path, kept):
    path = tmp_path / "network.npz"
    if kept is not None:
        path.write_bytes(kept)
    with pytest.raises(ValueError, match="no network of the school"):
        read_pupil(path, "etazhiki")
    write_weights(School(small(), tmp_path).pupil, path)
    with pytest.raises(ValueError, match="was taught etazhiki, not upturn"):
        read_pupil(path, "upturn")


def test_the_examples_are_what_player_does(tmp_path):
    rows = watch("etazhiki", 2, None, 7)
    assert rows.mask[np.arange(len(rows.action)), rows.action].all()
    assert {-1.0, 1.0} >= {*np.unique(rows.result).tolist()}
    school = School(small(), tmp_path)
    losses = list(school.imitate(rows))
    assert losses[-1][0] < losses[0][0]
    assert school.models


def weight(school) -> float:
    return sum(float(part.detach().double().sum()) for part in school.pupil.parameters())


def terms(folder, crew, count=2):
    """Two terms of two rounds: decisions and the pupil's weight after each."""
    school = School(small(), folder)
    told = []
    for line, _ in zip(Classes(school, count, crew, term=2).lessons(1e6), range(2), strict=False):
        told += [line.decisions, weight(school)]
    return told


def test_classes_learn_side_by_side_and_whoever_does_a_term_comes_to_the_same(tmp_path):
    here = terms(tmp_path / "a", Crew(1))
    assert here[2] > here[0] > 0
    assert here[1] != here[3]
    assert terms(tmp_path / "b", Crew(1)) == pytest.approx(here)
    assert terms(tmp_path / "c", Crew(1), 1) != pytest.approx(here)


def test_the_mean_of_networks_is_taken_number_by_number():
    one, other = ({"w": torch.full((2,), value), "n": torch.tensor(3)} for value in (1.0, 4.0))
    assert mean_of([one, other])["w"].tolist() == [2.5, 2.5]
    assert int(mean_of([one, other])["n"]) == 3


@pytest.mark.skipif(not find_spec("ray") or not os.environ.get("IGROTEKA_LONG"), reason="make soak, with Ray")
def test_classes_learn_on_a_cluster_of_two_nodes_also_when_one_dies(tmp_path):
    from ray.cluster_utils import Cluster

    there = {"num_cpus": 1, "object_store_memory": 200 * 2**20}
    nodes = Cluster(initialize_head=True, head_node_args={**there, "include_dashboard": False})
    try:
        second, school = nodes.add_node(**there), School(small(), tmp_path / "a")
        told = []
        lessons = Classes(school, 2, Crew(ray=nodes.address), term=2).lessons(1e6)
        for line, _ in zip(lessons, range(2), strict=False):
            told += [line.decisions, weight(school)]
            if len(told) == 2:
                nodes.remove_node(second, allow_graceful=False)
    finally:
        nodes.shutdown()
    assert told == pytest.approx(terms(tmp_path / "b", Crew(1)), rel=1e-4)


def off(pupil, games) -> float:
    """How far its judgement is from how these games ended, squared."""
    seen, mask = torch.from_numpy(games.observation), torch.from_numpy(games.mask)
    with torch.no_grad():
        _, standing = pupil(pupil.features(seen, mask), mask)
    return float((standing - torch.from_numpy(games.result)).square().mean())


@pytest.mark.long  # two minutes
def test_in_two_minutes_a_pupil_visibly_learns(tmp_path):
    school = School(Plan("etazhiki", [2], tables=256), tmp_path)
    games = [watch("etazhiki", 2, None, seed) for seed in (7, 1007)]  # nothing is learned from these
    before = [off(school.pupil, one) for one in games]
    lines = list(school.lessons(2))
    assert sum(off(school.pupil, one) for one in games) < sum(before)
    early, late = lines[: len(lines) // 5], lines[-len(lines) // 5 :]
    mean = lambda rows, name: np.mean([getattr(row.losses, name) for row in rows])  # noqa: E731
    assert mean(late, "entropy") < 0.9 * mean(early, "entropy")
    assert np.nanmean([line.won for line in lines]) > 0.51
