"""Networks of the school: the compiled pass says what NumPy says, and a file of one plays at tables."""

import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import ZIP_LZMA, ZIP_STORED, ZipFile

import numpy as np
import pytest

from bots.playing import IDS, TABLES, rows
from bots.random_network import arrays, board_arrays, board_says, says, write
from igroteka.bots import LEVELS, make
from igroteka.bots.compiled_search import searcher
from igroteka.bots.habits import FIRST, Habits, habits_of
from igroteka.bots.master import MasterBot, answers
from igroteka.bots.network_bot import opinion
from igroteka.bots.network_file import blank, packaged, packaged_file, read_network
from igroteka.bots.onnx import observation
from igroteka.bots.readable_search import Bounds
from igroteka.core import Refused, Seat, Seeded
from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.lab.entrant import Entrant
from igroteka.table import Match
from igroteka.turbo import WAIT, twin
from igroteka.turbo.board import board_of


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_a_compiled_network_says_what_numpy_says(table: Any, tmp_path: Path) -> None:
    compare_with_numpy(table, tmp_path, arrays(table[0]), says)


BOARDS = [table for table in TABLES if board_of(table[0])]


@pytest.mark.parametrize("table", BOARDS, ids=[IDS[TABLES.index(table)] for table in BOARDS])
def test_a_network_that_looks_at_a_board_says_what_numpy_says(table: Any, tmp_path: Path) -> None:
    compare_with_numpy(table, tmp_path, board_arrays(table[0]), board_says)


def compare_with_numpy(table: Any, folder: Path, kept: dict[str, Any], says: Any) -> None:
    game, seats, _ = table
    taught, fast = read_network(write(folder, game, kept)), twin(game)
    compared = 0

    def compare(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, _: Any) -> None:
        nonlocal compared
        view = match.view(seat)
        answers, likely, chance = opinion(taught, taught.network, view, offers, may_wait, Seeded(3))
        mask = np.zeros(fast.ACTIONS, np.bool_)
        mask[[fast.action_of(offer) for offer in offers]] = True
        mask[WAIT] = may_wait
        by_action, expected = says(game, kept, observation(view, game, Seeded(4)), mask)
        told = [WAIT if answer is None else fast.action_of(answer) for answer in answers]
        assert likely == pytest.approx(by_action[told], abs=1e-4)
        assert chance == pytest.approx(expected, abs=1e-4)
        compared += 1

    for _, _match in zip(range(60), rows(table, ["player"] * seats, 5, compare), strict=False):
        pass
    assert compared >= 20


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_what_was_added_up_where_a_search_began_changes_no_later_opinion(table: Any, tmp_path: Path) -> None:
    game, seats, _ = table
    taught, settle = read_network(write(tmp_path, game, arrays(game))), searcher(game).run["settle"]
    settled, compared = None, 0

    def compare(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, _: Any) -> None:
        nonlocal settled, compared
        view = match.view(seat)
        if settled is None:
            settled = taught.network.apart()
            settle(searcher(game).root(view, may_wait, Seeded(3)), seat, settled)
            return
        plain = opinion(taught, taught.network.apart(), view, offers, may_wait, Seeded(3))
        later = opinion(taught, settled, view, offers, may_wait, Seeded(3))
        assert later[1] == pytest.approx(plain[1], abs=1e-4)
        assert later[2] == pytest.approx(plain[2], abs=1e-4)
        compared += (settled.settled != settled.seen).any()

    for _, _match in zip(range(60), rows(table, ["player"] * seats, 5, compare), strict=False):
        pass
    assert compared >= 15


@pytest.mark.parametrize("game", ["sequence", "upturn", "etazhiki"])
def test_a_file_is_a_bot_that_plays_what_it_likes_best(game: str, tmp_path: Path) -> None:
    path = write(tmp_path, game)
    bot = make(str(path))
    asked = 0

    def check(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, chosen: Any) -> None:
        nonlocal asked
        taught = read_network(path)
        found, likely, _ = opinion(taught, taught.network, match.view(seat), offers, may_wait, Seeded(3))
        assert chosen == found[int(likely.argmax())]
        asked += 1

    for _, _match in zip(range(40), rows((game, 2, {}), [bot, bot], 6, check), strict=False):
        pass
    assert asked >= 30


def test_a_contest_compiles_what_asks_networks_before_every_process_would(tmp_path: Path) -> None:
    path = write(tmp_path, "etazhiki")
    script = f"""
from igroteka.bots.network_file import read_network
from igroteka.lab.arena import Contest, prepare
from igroteka.lab.entrant import Entrant
opinion = read_network({str(path)!r}).opinion
assert not opinion.signatures
prepare(Contest("etazhiki", 2, {{}}, (Entrant.of("random"), Entrant.of({str(path)!r}))))
print(len(opinion.signatures))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"


def test_where_the_twin_has_no_room_it_plays_as_player_does(tmp_path: Path) -> None:
    game = on_shelf("etazhiki")
    crowded = {"hands": [["F1", "F2", "F9"] * 90, ["F1"]], "floors": ["F1"] * 250, "balls": ["B1"], "turn": 0}
    view = game.view(game.from_position(crowded, game.Options()), 0)
    chosen = make(str(write(tmp_path, "etazhiki"))).choose(view, view.legal, False, Seeded(1))
    assert chosen == make("player").choose(view, view.legal, False, Seeded(1))


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"liking.bias": None}, "it has no array `liking.bias`"),
        ({"game": np.array("chess")}, "chess"),
        ({"standing.weight": np.zeros((2, 24)), "standing.bias": np.zeros(2)}, "do not fit"),
        ({"body.2.bias": np.full(24, np.nan)}, "NaN"),
        ({"body.2.weight": np.full((24, 37), 1e30)}, "above a million"),  # its sums would be none
        ({"standing.bias": np.array([-np.inf])}, "above a million"),
        ({"shown": np.arange(300)}, "do not fit"),
        ({"liking.bias": np.zeros(3), "liking.weight": np.zeros((3, 24))}, "(188, 24), (1, 24)] would"),
        ({"shown": np.arange(70_000, 71_000)}, "`shown` is no list of different whole numbers from 0 to 425"),
        ({"shown": -np.arange(426)}, "`shown` is no list"),
        ({"shown": np.arange(426) / 2}, "`shown` is no list"),
        ({"allowed": np.array(["a"])}, "`allowed` is no list"),
        ({"allowed": np.full(280, 7)}, "`allowed` is no list"),
        ({"names": np.array([1, 2, 3])}, "`names` is no list of pairs"),
        ({"names": np.array([[426, 4]])}, "beyond 425"),
        ({"names": np.array([[0, -4]])}, "beyond 425, or counts that cannot be"),
    ],
)
def test_a_file_that_is_no_network_is_refused(changed: Any, problem: str, tmp_path: Path) -> None:
    path = write(tmp_path, "etazhiki", **changed)
    with pytest.raises(Refused, match="bot-not-found") as refused:
        make(str(path))
    assert problem in refused.value.parameters["problem"]


def test_neither_is_one_whose_layers_do_not_fit_the_board(tmp_path: Path) -> None:
    kept = board_arrays("sequence")
    for name in ("body.line.weight", "body.cell.weight", "answers.weight", "body.whole.weight"):
        with pytest.raises(Refused, match="bot-not-found") as refused:
            make(str(write(tmp_path, "sequence", kept, **{name: kept[name][:, 1:]})))
        assert "do not fit" in refused.value.parameters["problem"]


def test_neither_is_anything_else(tmp_path: Path) -> None:
    (tmp_path / "etazhiki.npz").write_bytes(b"PK\3\4 and nothing more")
    spoilt = bytearray(files("igroteka.turbo.upturn.search").joinpath("network.npz").read_bytes())
    spoilt[len(spoilt) // 2 : len(spoilt) // 2 + 4096] = bytes(4096)
    (tmp_path / "spoilt.npz").write_bytes(spoilt)
    damaged = "it is no .npz file, or a damaged one"
    for name, problem in (
        ("etazhiki.npz", damaged),
        ("missing.npz", "there is no such file"),
        ("spoilt.npz", damaged),
    ):
        with pytest.raises(Refused, match="bot-not-found") as refused:
            make(str(tmp_path / name))
        assert refused.value.parameters["problem"] == problem


@pytest.mark.parametrize(("packing", "spoilt"), [(ZIP_LZMA, 2000), (ZIP_STORED, 0)])
def test_nor_one_that_its_packer_or_numpy_stumbles_over(packing: int, spoilt: int, tmp_path: Path) -> None:
    """Both have kinds of errors that nothing else raises."""
    path = tmp_path / "etazhiki.npz"
    unfinished = b"\x93NUMPY\x01\x00\x10\x00" + b"{'shape': (((((("
    with ZipFile(path, "w", packing) as packed:
        packed.writestr("shown.npy", bytes(range(256)) * 99 if spoilt else unfinished)
    data = bytearray(path.read_bytes())
    data[60 : 60 + spoilt // 100] = bytes(spoilt // 100)
    path.write_bytes(data)
    with pytest.raises(Refused, match="bot-not-found") as refused:
        make(str(path))
    assert refused.value.parameters["problem"] == "it is no .npz file, or a damaged one"


def test_nor_one_that_unpacks_to_more_than_any_network_holds(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "bomb.npz", game=np.zeros(300_000_000, np.uint8))
    assert (tmp_path / "bomb.npz").stat().st_size < 1_000_000
    begun = time.process_time()
    with pytest.raises(Refused, match="bot-not-found") as refused:
        read_network(tmp_path / "bomb.npz")
    assert "268,435,456 at most" in refused.value.parameters["problem"]
    assert time.process_time() - begun < 0.1


def test_a_network_of_another_game_is_refused_at_the_table(tmp_path: Path) -> None:
    bot = make(str(write(tmp_path, "etazhiki")))
    match = Match(on_shelf("upturn"), 2, on_shelf("upturn").Options(), 1)
    match.deal()
    seat = match.game.turn(match.state)
    assert seat is not None
    view = match.view(seat)
    with pytest.raises(Refused, match="bot-of-another-game"):
        bot.choose(view, view.legal, False, Seeded(1))
    with pytest.raises(Refused, match="bot-of-another-game") as refused:
        make(str(tmp_path / "etazhiki.npz"), game="upturn")
    assert (refused.value.parameters["taught"], refused.value.parameters["game"]) == ("etazhiki", "upturn")
    assert make(str(tmp_path / "etazhiki.npz"), game="etazhiki")


def positions(game: str) -> list[Any]:
    """Views of a game of Player at which there is something to choose."""
    found: list[Any] = []

    def keep(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, _: Any) -> None:
        if len(offers) > 1 and not may_wait:
            found.append((match.view(seat), offers))

    for _, _match in zip(range(30), rows((game, 2, {}), ["player"] * 2, 8, keep), strict=False):
        pass
    return found


@pytest.mark.parametrize("game", ["sequence", "upturn", "etazhiki"])
def test_a_search_listens_to_a_network_as_much_as_it_is_told_to(game: str, tmp_path: Path) -> None:
    net = read_network(write(tmp_path, game)).network
    changed = 0
    for view, offers in positions(game)[:6]:
        asked: tuple[Any, ...] = (view, offers, False)
        bounds = Bounds(iterations=200, hurry=False)
        plain = answers(*asked, Seeded(1), bounds, 1, (), FIRST)
        deaf = answers(*asked, Seeded(1), bounds, 1, (), FIRST, net)
        trusting = answers(*asked, Seeded(1), bounds, 1, (), Habits(most=0, trust=1.0, liking=0.5), net)
        assert plain == deaf
        assert all(0 <= one.worth <= 1 for one in trusting)
        changed += plain != trusting
    assert changed >= 4


def test_the_network_judges_a_side_and_the_others_share_the_rest() -> None:
    run = searcher("sequence").run["temper"]
    net = blank("sequence")
    net.seen[net.whose[2]] = 3  # sides
    values = np.array([0.5, 0.2, 0.3, 0.5, 0.2, 0.3])
    run(values, 6, net, 0.5, np.array([0.1, 3.0]))  # seat 3 is of side 0
    assert values == pytest.approx([0.3, 0.28, 0.42, 0.3, 0.28, 0.42])
    sure = np.array([1.0, 0.0, 0.0])
    run(sure, 3, net, 0.5, np.array([0.5, 0.0]))
    assert sure == pytest.approx([0.75, 0.125, 0.125])


def test_an_entrant_names_its_habits(tmp_path: Path) -> None:
    path = write(tmp_path, "etazhiki")
    bot = Entrant.of(f"master?most=4&trust=0.5&network={path}:0.2").bot()
    assert isinstance(bot, MasterBot)
    assert (bot.habits, bot.bounds.cpu) == (Habits(most=4, trust=0.5), 0.2)
    assert bot.network is not None
    first = Entrant.of("master1:50x").bot()
    assert isinstance(first, MasterBot)
    assert (first.habits, first.bounds.iterations) == (FIRST, 50)
    with pytest.raises(Refused, match="bot-of-another-game"):
        Entrant.of(f"master?trust=0.5&network={path}").bot("upturn")
    for wrong in ("master?trust=much", "master?courage=1"):
        with pytest.raises(Refused, match="bot-not-found"):
            Entrant.of(wrong).bot()
    with pytest.raises(Refused, match=r"there is no habit courage; there are most, explore, .*, network"):
        Entrant.of("master?courage=1").bot()
    for endless in ("nan", "inf", "-inf"):
        with pytest.raises(Refused, match=f"trust is a number, not {endless}"):
            Entrant.of(f"master?trust={endless}").bot()


def test_the_first_master_is_known_by_name_but_not_offered() -> None:
    assert isinstance(make("master1"), MasterBot)
    assert "master1" not in LEVELS


@pytest.mark.parametrize("game", SHELF)
def test_habits_of_a_game_are_read_and_need_no_network(game: str) -> None:
    for seats in on_shelf(game).SEATS:
        options = on_shelf(game).Options()
        assert not habits_of(game, seats, options, False).asks
        assert 0 <= habits_of(game, seats, options, True).trust <= 1


@pytest.mark.parametrize("game", ["sequence", "upturn", "etazhiki"])
def test_the_networks_of_a_game_in_the_package_are_small_and_have_a_card_each(game: str) -> None:
    folder = files(f"igroteka.turbo.{game}.search")
    kept = {one.name: one for one in folder.iterdir() if one.name.endswith(".npz")}
    sizes = {seats: packaged_file(game, seats) for seats in on_shelf(game).SEATS}
    assert {file.name for file in sizes.values() if file} == kept.keys()
    assert sum(len(one.read_bytes()) for one in kept.values()) <= 2 * 2**20
    for name in kept:
        assert "igroteka teach" in folder.joinpath(name.replace(".npz", ".md")).read_text("utf-8")


@pytest.mark.parametrize("game", ["sequence", "etazhiki"])
def test_learned_weights_have_a_card_that_says_how_they_are_made(game: str) -> None:
    folder = files(f"igroteka.turbo.{game}.search")
    assert folder.joinpath("weights.py").is_file()
    card = folder.joinpath("weights.md").read_text("utf-8")
    for told in (f"scripts/teach.py {game}", "learned from:", "against Player", "licence:"):
        assert told in card


def test_a_table_size_may_have_a_network_of_its_own() -> None:
    names = [getattr(packaged_file("upturn", seats), "name", None) for seats in (2, 3, 4)]
    assert names == ["network-2.npz", "network.npz", "network-4.npz"]
    two, three = searcher("upturn").network(2), searcher("upturn").network(3)
    assert two is not None
    assert three is not None
    assert not np.array_equal(two.first, three.first)
    assert packaged("etazhiki", 2) is None
    assert packaged("sequence", 2) is packaged("sequence", 3)  # read once for both


@pytest.mark.parametrize("game", [game for game in ("sequence", "upturn", "etazhiki") if packaged(game, 2)])
def test_a_network_chooses_without_a_search_in_less_than_a_millisecond(game: str) -> None:
    """From the view to the intent, in CPU time; the quickest quarter, since neighbours disturb the rest."""
    bot = make(str(packaged_file(game, 2)))
    took: list[float] = []

    def time_it(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, _: Any) -> None:
        view, begun = match.view(seat), time.thread_time()
        bot.choose(view, offers, may_wait, Seeded(3))
        took.append(time.thread_time() - begun)

    for _, _match in zip(range(120), rows((game, 2, {}), ["player"] * 2, 7, time_it), strict=False):
        pass
    assert len(took) >= 60
    assert sorted(took)[len(took) // 4] < 0.001
