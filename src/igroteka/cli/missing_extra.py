"""Commands whose extra is not installed: they are listed, and say what they need."""

from collections.abc import Callable

import typer

from igroteka.cli.helping import ABOUT
from igroteka.core import Refused

_ANY = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}
"""Whatever is said to such a command, the answer is the same."""


def stand_in(app: typer.Typer, extra: str, *names: str) -> None:
    """Commands of these names that are refused with the name of their extra."""
    for name in names:
        about = f"{ABOUT.get(name, '')} Needs the extra `{extra}`.".strip()
        app.command(name, context_settings=_ANY, help=about)(_refusing(extra))


def _refusing(extra: str) -> Callable[[typer.Context], None]:
    def refuse(context: typer.Context) -> None:
        raise Refused("extra-missing", None, extra=extra)

    return refuse
