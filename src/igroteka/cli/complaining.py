"""How a command ends that cannot go on: in plain words, by whose fault it is."""

import os
import sys
from traceback import walk_tb
from typing import NoReturn

from rich.console import Console
from rich.markup import escape

from igroteka.cli import tables
from igroteka.cli.sentence import say
from igroteka.cli.speech import Speech
from igroteka.cli.tame import tame_lines
from igroteka.core import Misbehaves, Refused
from igroteka.games import SHELF

complaints = Console(stderr=True, emoji=False)


def told_fault(error: Exception) -> str:
    """Whose fault it is: that of the package of a game, if its code is on the way to the error, or ours."""
    speech = Speech(tables.language(None))
    if isinstance(error, Misbehaves):
        place = f"{error.package}.{error.function}"
        return speech.line("fault_of_game", package=error.package, place=place, problem=str(error))
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__", ""))
        package = module.partition(".")[0]
        if package in {game.__name__.partition(".")[0] for game in SHELF.values()} - {"igroteka"}:
            problem = f"{type(error).__name__}: {error}"
            return speech.line("fault_of_game", package=package, place=f"{module}:{line}", problem=problem)
    return speech.line("fault")


def end_by_the_system(error: OSError) -> NoReturn:
    """A full disk, no permission, no room: said as the system says it, with the file if it names one."""
    problem = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
    line = Speech(tables.language(None)).line("system_refuses", problem=problem)
    complaints.print(line, markup=False, highlight=False, soft_wrap=True)
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left can be written nowhere
    raise SystemExit(74) from None


def complain(refused: Refused, lang: str | None, game: str | None) -> NoReturn:
    speech = Speech(lang or tables.language(None), game)
    say(complaints, escape(tame_lines(speech.refusal(refused.told()))))
    raise SystemExit(2)
