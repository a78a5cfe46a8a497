"""`import igroteka` offers one obvious way in, costs nothing, and every name of it is documented."""

import doctest
import inspect
import subprocess
import sys

import pytest

import igroteka


def test_the_example_of_the_package_is_true() -> None:
    failed, tried = doctest.testmod(igroteka)
    assert (failed, tried) == (0, 6)


def test_importing_it_imports_nothing_else() -> None:
    asked = "import sys, igroteka; print([n for n in sys.modules if n[:9] in ('igroteka.', 'msgspec')])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", igroteka.__all__)
def test_every_name_is_there_and_documented(name: str) -> None:
    assert inspect.getdoc(getattr(igroteka, name))
    assert name in dir(igroteka)


def test_a_name_that_is_not_there_is_told() -> None:
    with pytest.raises(AttributeError, match="igroteka has no chess"):
        igroteka.chess  # noqa: B018


def test_a_table_is_opened_with_its_options() -> None:
    match = igroteka.open("sequence", seats=4, draw="automatic", seed=3)
    assert match.state.options.draw == "automatic"
    assert len(match.seats) == 4
    assert match.turn in match.seats


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"game": "upturn", "seats": 9}, "seats-do-not-fit"),
        ({"game": "upturn", "colour": "red"}, "unknown-field"),
        ({"game": "upturn", "announce": 3}, "not-one-of"),
    ],
)
def test_what_cannot_be_is_refused(asked: dict[str, object], reason: str) -> None:
    with pytest.raises(igroteka.Refused) as caught:
        igroteka.open(**asked)  # type: ignore[arg-type]
    assert caught.value.reason == reason
