"""`igroteka review`: a finished game explained, in the terminal or as JSON."""

import sys
from collections.abc import Iterator
from typing import Annotated, Any, Final, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable
from rich.text import Text

from igroteka.cli import tables
from igroteka.cli.records import File, Lang, complaints, heading, load, names_of, show
from igroteka.cli.screens import screen
from igroteka.cli.speech import Speech
from igroteka.cli.tame import tame
from igroteka.core import AnyGame, Refused, read
from igroteka.table.record import Record

_STATUS: Final = {"record-differs": 1, "record-unfinished": 3}
_REFUSED: Final = 2
_HEIGHTS: Final = "▁▂▃▄▅▆▇█"
_WIDTH: Final = 60
_FAR_OFF: Final = 3.0
"""Points: where chances were less true than this, it is said."""

console = Console(emoji=False)


def review(
    file: File,
    lang: Lang = None,
    as_json: Annotated[bool, typer.Option("--json", help="The review as JSON (docs/review.md).")] = False,
    effort: Annotated[
        int | None, typer.Option("--playouts", min=1, help="About how many; fewer are faster and less sure.")
    ] = None,
) -> None:
    """Explain a finished game: chances through the game, turning points, and luck apart from play.

    Exit status: 0, 1 the record is not true, 2 it could not be read or reviewed, 3 the game is not over.
    """
    chosen = tables.language(lang)
    record, game = load(file, chosen)
    try:
        found = _watched(record, effort)
    except Refused as refused:
        _end(refused, chosen, game.NAME)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
        return
    speech = Speech(chosen, game.NAME, names_of(record, chosen), screen(game.NAME).part)
    for line in heading(record, speech):
        show(console, line)
    _tell(found, game, speech)


def _end(refused: Refused, lang: str, game: str) -> NoReturn:
    show(complaints, Speech(lang, game).refusal(refused.told()))
    raise SystemExit(_STATUS.get(refused.reason, _REFUSED)) from None


def _watched(record: Record, effort: int | None) -> Any:
    """The whole review; while it is made, how far it is."""
    from igroteka.lab.review import reviewing

    found = None
    with Progress(console=complaints, transient=True, disable=not complaints.is_terminal) as progress:
        task = progress.add_task(record.game, total=1.0)
        for found in reviewing(record, effort):
            progress.update(task, completed=found.done)
    return found


def _tell(found: Any, game: AnyGame, speech: Speech) -> None:
    show(console, "")
    for number, seats in enumerate(found.sides):
        show(console, _line_of(found, number, speech.line("and").join(f" {speech.name(s)} " for s in seats)))
    show(console, "")
    console.print(_accounts(found, speech), soft_wrap=True)
    show(console, speech.line("review_terms"))
    for account in found.accounts:
        for line in _moves(account, game, speech):
            show(console, line)
    show(console, "")
    for line in _trust(found.trust, speech):
        show(console, line)


def _line_of(found: Any, side: int, names: str) -> str:
    chances = [moment.chances[side] for moment in found.line]
    at = [chances[number * (len(chances) - 1) // (_WIDTH - 1)] for number in range(_WIDTH)]
    drawn = "".join(_HEIGHTS[min(7, int(8 * chance))] for chance in at)
    return f"{drawn} {names.strip()}"


def _accounts(found: Any, speech: Speech) -> RichTable:
    grid = RichTable(box=None)
    for name in ("", "result", "start", "deal", "draws", "others", "own"):
        grid.add_column(speech.line(f"review_{name}") if name else "", justify="right" if name else "left")
    for one in found.accounts:
        terms = (_figure(term) for term in (one.deal, one.draws, one.others, one.own))
        grid.add_row(Text(tame(speech.name(one.seat))), _percent(one.result), _percent(one.start), *terms)
    return grid


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _figure(figure: Any) -> str:
    """In points of a hundred."""
    return f"{_signed(100 * figure.value)} ± {100 * figure.plus_minus:.0f}"


def _signed(points: float) -> str:
    return f"{points:+.0f}".replace("-", "−") if round(points) else "0"


def _moves(account: Any, game: AnyGame, speech: Speech) -> Iterator[str]:
    groups = {"review_turning_point": account.turning_points, "review_best_move": account.best_moves}
    for key, moves in groups.items():
        for move in moves:
            points, off = 100 * abs(move.worth.value), 100 * move.worth.plus_minus
            yield speech.line(
                key,
                who=speech.name(account.seat),
                number=move.number,
                played=_said(move.intent, game, speech),
                other=_said(move.other, game, speech),
                points=f"{points:.0f} ± {off:.0f}",
                why=speech.why(move.why, of=account.seat),
            )


def _said(intent: dict[str, Any] | None, game: AnyGame, speech: Speech) -> str:
    return speech.line("let_it_be") if intent is None else speech.intent(read(intent, game.Intent))


def _trust(trust: Any, speech: Speech) -> Iterator[str]:
    if trust is None:
        yield speech.line("review_unmeasured")
        return
    worst = f"{trust.worst:.1f}"
    yield speech.line("review_trust", games=trust.games, worst=worst)
    if trust.worst > _FAR_OFF:
        yield speech.line("review_far_off", worst=worst)
