"""Playing in the terminal: people and bots at one table, the screen passed from hand to hand."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.markup import escape

from igroteka.bots import Bot
from igroteka.bots.checked_bot import Checked
from igroteka.bots.hint import hint
from igroteka.cli.drawing import drawn
from igroteka.cli.prompt import Goes, Intends, Leaves, Prompt, Waits, WantsHint, WantsStory
from igroteka.cli.screens import screen
from igroteka.cli.sentence import say
from igroteka.cli.speech import Speech
from igroteka.cli.story import told
from igroteka.core import Refused, Seat, Seeded
from igroteka.table import Match, Row, play_out

_BOTS: Final = 2**63
_DRIVER: Final = 2**64 - 1


class Left(Exception):  # noqa: N818
    """The person has left the table."""


class Terminal:
    """A table in a terminal; remembers who holds the screen and what was told."""

    def __init__(self, match: Match, bots: Mapping[Seat, Bot], speech: Speech, console: Console) -> None:
        people = [seat for seat in match.seats if seat not in bots]
        self._match = match
        self._people = people
        self._bots = {seat: Checked(bot, self._complain) for seat, bot in bots.items()}
        self._speech = speech
        self._console = console
        self._screen = screen(match.game.NAME)
        self._holder: Seat | None = people[0] if len(people) == 1 else None
        self._told = dict.fromkeys(people, 0)

    def play(self, chance: Seeded) -> None:
        """To the end, or until someone leaves (Left); bots read streams of the seed that no row reads."""

        def choose(seat: Seat, look: Callable[[], Any], offers: tuple[Any, ...], may_wait: bool) -> Any:
            if seat in self._people:
                return self._ask(seat, look(), offers, may_wait)
            bots = tuple(offer for offer in offers if not isinstance(offer, self._match.game.HONOUR))
            thinks = chance.row(_BOTS + len(self._match.log))
            return self._bots[seat].choose(look(), bots, may_wait, thinks) if bots else None

        for _row in play_out(self._match, choose, chance.row(_DRIVER), honour=True):
            pass
        self._end()

    def _ask(self, seat: Seat, view: Any, offers: tuple[Any, ...], may_wait: bool) -> Any:
        """One of the offers, or None to let it be; off turn a matter of honour alone asks nobody.

        Where all choose at once a seat that has not chosen finds itself on turn in its view.
        """
        may_wait = may_wait and view.turn != seat
        if may_wait and all(isinstance(offer, self._match.game.HONOUR) for offer in offers):
            return None
        self._pass_screen(seat)
        self._catch_up(seat)
        self._draw(view)
        self._print(
            "\n" + self._speech.line("can_act" if may_wait else "your_turn", who=self._speech.name(seat))
        )
        prompt = Prompt(self._console, self._speech, self._match.game, offers, may_wait)
        prompt.show()
        while True:
            answer = self._answer(prompt, seat)
            if not isinstance(answer, Goes):
                return answer.intent if isinstance(answer, Intends) else None

    def _answer(self, prompt: Prompt, seat: Seat) -> Intends | Waits | Goes:
        """One line of the person; what the rules refuse is explained, and the question stands."""
        heard = prompt.hear(_read(self._console, self._speech.line("prompt") + " > "))
        match heard:
            case Leaves():
                raise Left
            case WantsStory():
                self._story(seat)
                return Goes()
            case WantsHint():
                self._hint(prompt, seat)
                return Goes()
            case Intends(intent):
                refused = self._match.why(seat, intent)
                if refused is None:
                    return heard
                prompt.refuse(refused)
                return Goes()
            case _:
                return heard

    def _hint(self, prompt: Prompt, seat: Seat) -> None:
        """What Player would do with what this seat sees; whoever shares the screen sees that it was asked."""
        given = hint(self._match.view(seat))
        if given is None:
            prompt.refuse(Refused("hint-not-now"))
        else:
            prompt.hint(given.intent, given.why)

    def _story(self, seat: Seat) -> None:
        for row in self._match.log:
            for line in told(_as_told(self._match, row, seat), self._speech.read_by(seat)):
                self._print(escape(line))

    def _pass_screen(self, seat: Seat) -> None:
        if self._holder == seat:
            return
        self._console.clear()
        who = self._speech.name(seat)
        _read(self._console, self._speech.line("pass_screen", who=who))
        self._holder = seat

    def _catch_up(self, seat: Seat) -> None:
        for row in self._match.log[self._told[seat] :]:
            for line in told(_as_told(self._match, row, seat), self._speech.read_by(seat)):
                self._print(escape(line))
        self._told[seat] = len(self._match.log)

    def _end(self) -> None:
        outcome = self._match.outcome
        watcher = self._people[0] if len(self._people) == 1 else None
        if watcher is not None:
            self._catch_up(watcher)
        self._draw(self._match.view(watcher))
        if outcome:
            self._print("\n[bold]" + escape(self._speech.read_by(watcher).outcome(outcome)) + "[/]")

    def _complain(self, error: Exception) -> None:
        """A bot of one's own has failed; another one chooses for it."""
        said = self._speech.line("bot_failed", error=type(error).__name__, problem=str(error))
        self._print(escape(said))

    def _draw(self, view: Any) -> None:
        table = drawn(self._screen, view, self._speech)
        self._console.print("\n", table, sep="", highlight=False, soft_wrap=True)

    def _print(self, markup: str) -> None:
        say(self._console, markup)


def _as_told(match: Match, row: Row, seat: Seat) -> Row:
    return msgspec.structs.replace(row, events=match.told(row, seat))


def _read(console: Console, prompt: str) -> str:
    try:
        return console.input(escape(prompt))
    except EOFError:
        raise Left from None
