"""Playing in the terminal: people and random bots at one table, the screen passed from hand to hand."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

from igroteka.cli.screens import screen
from igroteka.cli.speech import Speech, rules
from igroteka.cli.story import told
from igroteka.core import Refused, Seat, Seeded, read, read_json
from igroteka.table import Match, Row, play_out, random_chooser

_MOST_LISTED: Final = 24


class Left(Exception):  # noqa: N818
    """The person has left the table."""


class Terminal:
    """A table in a terminal; mutable because it remembers who holds the screen and what was told."""

    def __init__(self, match: Match, people: Sequence[Seat], speech: Speech, console: Console) -> None:
        self._match = match
        self._people = people
        self._speech = speech
        self._console = console
        self._screen = screen(match.game.NAME)
        self._holder: Seat | None = people[0] if len(people) == 1 else None
        self._told = dict.fromkeys(people, 0)

    def play(self, chance: Seeded) -> None:
        """To the end, or until someone leaves (Left)."""
        bot = random_chooser(chance)

        def choose(seat: Seat, look: Callable[[], Any], offers: tuple[Any, ...], may_wait: bool) -> Any:
            if seat in self._people:
                return self._ask(seat, look(), offers, may_wait)
            bots = tuple(offer for offer in offers if not isinstance(offer, self._match.game.HONOUR))
            return bot(seat, look, bots, may_wait) if bots else None

        for _row in play_out(self._match, choose, chance, honour=True):
            pass
        self._end()

    def _ask(self, seat: Seat, view: Any, offers: tuple[Any, ...], may_wait: bool) -> Any:
        """One of the offers, or None to let it be; off turn a matter of honour alone asks nobody."""
        if may_wait and all(isinstance(offer, self._match.game.HONOUR) for offer in offers):
            return None
        self._pass_screen(seat)
        self._catch_up(seat)
        self._print("\n" + self._screen.draw(view, self._speech))
        self._print(
            "\n" + self._speech.line("can_act" if may_wait else "your_turn", who=self._speech.name(seat))
        )
        return _Question(self._console, self._speech, self._match, seat, offers, may_wait).answer()

    def _pass_screen(self, seat: Seat) -> None:
        if self._holder == seat:
            return
        self._console.clear()
        who = self._speech.name(seat)
        _read(self._console, self._speech.line("pass_screen", who=who))
        self._holder = seat

    def _catch_up(self, seat: Seat) -> None:
        for row in self._match.log[self._told[seat] :]:
            for line in told(_as_told(self._match, row, seat), self._speech):
                self._print(escape(line))
        self._told[seat] = len(self._match.log)

    def _end(self) -> None:
        outcome = self._match.outcome
        watcher = self._people[0] if len(self._people) == 1 else None
        if watcher is not None:
            self._catch_up(watcher)
        self._print("\n" + self._screen.draw(self._match.view(watcher), self._speech))
        if outcome:
            self._print("\n[bold]" + escape(self._speech.outcome(outcome)) + "[/]")

    def _print(self, markup: str) -> None:
        self._console.print(markup, highlight=False, soft_wrap=True)


class _Question:
    """One question to one person, asked until it has an answer; mutable because lists get shorter."""

    def __init__(
        self,
        console: Console,
        speech: Speech,
        match: Match,
        seat: Seat,
        offers: tuple[Any, ...],
        may_wait: bool,
    ) -> None:
        self._console, self._speech, self._match, self._seat = console, speech, match, seat
        self._lines = {number: (offer, speech.intent(offer)) for number, offer in enumerate(offers, 1)}
        self._shown = dict(self._lines)
        self._may_wait = may_wait

    def answer(self) -> Any:
        self._list()
        while True:
            said = _read(self._console, self._speech.line("prompt") + " > ").strip()
            done, intent = self._hear(said)
            if done:
                return intent

    def _hear(self, said: str) -> tuple[bool, Any]:
        """Whether that settles it, and with which intent."""
        if said == "":
            if self._may_wait and len(self._shown) == len(self._lines):
                return True, None
            self._shown = dict(self._lines)
            self._list()
        elif said == "q":
            raise Left
        elif said == "?":
            self._print(self._speech.line("help"))
        elif said == "r":
            self._console.print(Markdown(rules(self._match.game.NAME, self._speech.language)))
        elif said == "l":
            self._story()
        elif said.isdigit():
            return self._pick(int(said))
        elif said.startswith("{") or said.split(maxsplit=1)[0] in _kinds(self._match):
            return self._try(said)
        else:
            self._shorten(said)
        return False, None

    def _pick(self, number: int) -> tuple[bool, Any]:
        if number in self._lines:
            return True, self._lines[number][0]
        self._print(self._speech.line("bad_number", number=number))
        return False, None

    def _try(self, said: str) -> tuple[bool, Any]:
        """An intent in words or as JSON: asked of the rules, so that a refusal says why."""
        try:
            intent = _intent(self._match, said)
            refused = self._match.why(self._seat, intent)
        except Refused as error:
            refused = error
        if refused is None:
            return True, intent
        self._print(self._speech.line("refused", why=self._speech.refusal(refused.told())))
        return False, None

    def _shorten(self, text: str) -> None:
        wanted = text.casefold()
        found = {n: line for n, line in self._lines.items() if _matches(wanted, *line)}
        if not found:
            kinds = ", ".join(sorted(_kinds(self._match)))
            self._print(self._speech.line("no_match", text=text))
            self._print(self._speech.line("not_an_intent", text=text, kinds=kinds))
            return
        self._shown = found
        self._print(self._speech.line("shortened", count=len(found), text=text))
        self._list()

    def _list(self) -> None:
        for number, (_, line) in list(self._shown.items())[:_MOST_LISTED]:
            self._print(f"{number:>4}  {line}")
        if len(self._shown) > _MOST_LISTED:
            self._print("      " + self._speech.line("more", count=len(self._shown) - _MOST_LISTED))
        if self._may_wait:
            self._print(f"Enter  {self._speech.line('let_it_be')}")

    def _story(self) -> None:
        for row in self._match.log:
            for line in told(_as_told(self._match, row, self._seat), self._speech):
                self._print(line)

    def _print(self, line: str) -> None:
        self._console.print(escape(line), highlight=False, soft_wrap=True)


def _matches(wanted: str, offer: Any, line: str) -> bool:
    plain = msgspec.json.encode(offer).decode().casefold()
    return wanted in line.casefold() or all(word in plain for word in wanted.split())


def _as_told(match: Match, row: Row, seat: Seat) -> Row:
    return msgspec.structs.replace(row, events=match.told(row, seat))


def _words(match: Match) -> Iterator[type[msgspec.Struct]]:
    yield from match.game.Intent.__args__


def _kinds(match: Match) -> set[str]:
    return {str(word.__struct_config__.tag) for word in _words(match)}


def _intent(match: Match, said: str) -> Any:
    """JSON, or words (`place 7H i5`, `lay U row=new`): the fields of the intent in their order."""
    if said.startswith("{"):
        return read_json(said, match.game.Intent)
    kind, *values = said.split()
    fields = next(w.__struct_fields__ for w in _words(match) if w.__struct_config__.tag == kind)
    data: dict[str, Any] = {"kind": kind}
    if fields == ("cells",):
        data["cells"] = values
        values = []
    for at, value in enumerate(values):
        name, equals, rest = value.partition("=")
        field = name if equals else fields[at] if at < len(fields) else value
        data[field] = rest if equals else value
    return read(data, match.game.Intent, strict=False)


def _read(console: Console, prompt: str) -> str:
    try:
        return console.input(escape(prompt))
    except EOFError:
        raise Left from None
