"""Work for the tests of a cluster and of processes; workers import it by its name."""

import os
from pathlib import Path

from igroteka.lab.seated_bots import BotFailed


def die_once(marker: str, number: int) -> int:
    """A worker that is killed in the middle of its work, the first time."""
    try:
        Path(marker, f"{number}").touch(exist_ok=False)
    except FileExistsError:
        return number
    if number % 4 == 0:
        os._exit(9)
    return number


def fail(number: int) -> int:
    raise BotFailed(f"bot {number}")


class Unsayable(Exception):  # noqa: N818
    """One that cannot be made again from what it says, as many a library has them."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def say_nothing(one: str, other: str) -> None:
    raise Unsayable(one, other)
