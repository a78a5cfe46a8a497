"""Playing at an online table from the terminal: the same screen, the server's views."""

import asyncio
import contextlib
import json
import random
import secrets
import sys
import threading
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.markup import escape
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from igroteka.cli.drawing import drawn
from igroteka.cli.prompt import Intends, Leaves, Prompt, WantsHint, WantsStory
from igroteka.cli.remote import MOST_BYTES, Server, split, understood
from igroteka.cli.screens import screen
from igroteka.cli.sentence import say
from igroteka.cli.speech import Speech
from igroteka.cli.tame import tame_lines
from igroteka.cli.tokens import Tokens
from igroteka.core import AnyGame, Refusal, Refused, Why
from igroteka.games import game as on_shelf

_RETRY_SECONDS: Final = 2.0
_TRIES: Final = 150
_COMES_BACK: Final = ("server-stops", "elsewhere", "come-back-soon", "log-set-back", "one-moment")
"""Good-byes after which one connects again."""


class OnlineTable:
    """A seat at an online table: views come in, lines are typed."""

    def __init__(self, server: Server, table: str, token: str, lang: str, console: Console) -> None:
        self._server, self._table, self._token = server, table, token
        self._lang, self._console = lang, console
        self._party: dict[str, Any] = server.ask("GET", f"/api/tables/{table}")
        with understood(server):
            self._begin(self._party["game"])
        self._number = 0
        self._ids = 0
        self._waiting_shown = ""
        self._socket: ClientConnection | None = None
        self._promise = ""
        self._adding: asyncio.Future[None] | None = None

    def _begin(self, game: str) -> None:
        """At the table of this game; nothing of it is known yet."""
        self._game: AnyGame = on_shelf(game)
        self._screen = screen(self._game.NAME)
        self._view: Any = None
        self._prompt: Prompt | None = None
        self._said: list[str] = []

    async def play(self) -> None:
        """Until the person leaves or the server has no more to say."""
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        threading.Thread(target=_read_lines, args=(lines, loop), daemon=True).start()
        hearing = asyncio.create_task(self._hear())
        typing = asyncio.create_task(self._type(lines))
        _, left = await asyncio.wait({hearing, typing}, return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        for task in (hearing, typing):
            if task.done() and not task.cancelled() and task.exception():
                raise task.exception() or AssertionError

    # Hearing ----------------------------------------------------------------------------------------

    async def _hear(self) -> None:
        address = self._server.address.replace("http", "ws", 1) + f"/ws/{self._table}"
        for attempt in range(_TRIES):
            try:
                async with connect(address, max_size=MOST_BYTES) as socket:
                    await socket.send(json.dumps({"kind": "hello", "token": self._token}))
                    if attempt:
                        self._print(self._speech().line("join_back"))
                    self._socket = socket
                    async for frame in socket:
                        with understood(self._server):
                            if any(self._take(message) for message in json.loads(frame)):
                                return
            except (OSError, WebSocketException):
                pass
            self._socket = None
            self._print(self._speech().line("join_lost"))
            await asyncio.sleep(_RETRY_SECONDS * random.uniform(0.5, 1.5))  # not all at once

    def _take(self, message: dict[str, Any]) -> bool:
        """One message of the server; whether it was the last."""
        match message["kind"]:
            case "table":
                self._party = message["table"]
                if self._party["game"] != self._game.NAME:  # the host has chosen another one
                    self._begin(self._party["game"])
                    self._print(self._speech().title())
                self._add_to_shuffle()
                self._show_waiting()
            case "told":
                self._told(message)
            case "not_possible" | "complaint":
                refusal = msgspec.convert(message["refusal"], Refusal)
                self._print(self._speech().line("refused", why=self._speech().refusal(refusal)))
            case "hint":
                self._hint(message)
            case "notice" if message["notice"] == "bots_hurried":
                self._print(self._speech().line("bots_hurried"))
            case "notice" if message["notice"] == "game_broke":
                self._print(self._speech().refusal(Refusal("game-broke", None, {})))
            case "notice" if message["notice"] == "hint_taken" and message["person"] != self._party["you"]:
                self._print(self._speech().line("hint_taken", who=self._name(message["person"])))
            case "said":
                what = message["phrase"] or message["reaction"] or message["text"]
                self._print(self._speech().line("join_say", who=self._name(message["person"]), what=what))
            case "bye":
                if message["reason"] not in _COMES_BACK:
                    self._print(self._good_bye(message["reason"]))
                    return True
        return False

    def _good_bye(self, reason: str) -> str:
        speech = self._speech()
        known = reason in speech.keys("reasons")
        return speech.refusal(Refusal(reason)) if known else speech.line("join_bye", reason=reason)

    def _add_to_shuffle(self) -> None:
        """Randomness of our own for the next shuffle, once the server has promised its secret for it."""
        promise = self._party["next_commitment"]
        if self._party["you"] is not None and promise != self._promise:
            self._promise = promise
            nonce = {"kind": "nonce", "nonce": secrets.token_hex(16)}
            self._adding = asyncio.ensure_future(self._send("do", nonce))

    def _told(self, message: dict[str, Any]) -> None:
        if message["view"]["game"] != self._game.NAME:
            return  # the end of the game before: the host has chosen another one since
        self._view = msgspec.convert(message["view"], self._game.View)
        self._number = message["number"]
        speech = self._speech()
        for row in message["rows"]:
            events = [msgspec.convert(event, self._game.Event) for event in row["events"]]
            for line in speech.row(events):
                self._said.append(line)
                self._print(line)
        self._show()

    def _hint(self, message: dict[str, Any]) -> None:
        """For the question that stands; what came since has its own."""
        if self._prompt is not None and message["number"] == self._number:
            intent = message["intent"] and msgspec.convert(message["intent"], self._game.Intent)
            self._prompt.hint(intent, Why(message["reason"], message["clause"], message["parameters"]))

    def _show(self) -> None:
        """The table and the question, when there is something to do or the game is over."""
        view, speech = self._view, self._speech()
        offers = view.legal
        mine = [offer for offer in offers if not isinstance(offer, self._game.HONOUR)]
        self._prompt = None
        if view.outcome is not None:
            self._draw(view, speech)
            self._print(speech.outcome(view.outcome))
            self._print(speech.line("join_again"))
        elif mine:
            may_wait = view.turn != view.seat
            self._draw(view, speech)
            key = "can_act" if may_wait else "your_turn"
            self._print("\n" + speech.line(key, who=speech.name(view.seat)))
            self._prompt = Prompt(self._console, speech, self._game, offers, may_wait)
            self._prompt.show()
        else:
            self._print(speech.line("waiting", who=speech.name(view.turn)))

    def _draw(self, view: Any, speech: Speech) -> None:
        self._console.print("\n", drawn(self._screen, view, speech), sep="", highlight=False, soft_wrap=True)

    def _show_waiting(self) -> None:
        if self._party["playing"] or self._party["round"]:
            return
        chairs = self._party["chairs"]
        free = [str(seat) for seat, chair in enumerate(chairs) if chair["person"] is chair["bot"] is None]
        speech = self._speech()
        shown = speech.line("join_waiting", free=", ".join(free)) if free else ""
        if self._party["you"] == self._party["host"]:
            levels = "|".join(self._party["levels"])
            shown += "\n" + speech.line("join_bots" if free else "join_start", levels=levels)
        if shown != self._waiting_shown:
            self._waiting_shown = shown
            self._print(shown.strip())

    # Typing -----------------------------------------------------------------------------------------

    async def _type(self, lines: "asyncio.Queue[str | None]") -> None:
        while (said := await lines.get()) is not None:
            words = said.strip()
            if words == "q":
                return
            word, _, level = words.partition(" ")
            if word in ("start", "bots", "again"):
                await self._host(word, level.strip())
            elif self._prompt is not None:
                await self._answer(self._prompt, said)

    async def _host(self, word: str, level: str) -> None:
        if word == "bots":
            more = {"level": level} if level else {}
            for seat, chair in enumerate(self._party["chairs"]):
                if chair["person"] is chair["bot"] is None:
                    await self._send("do", {"kind": "add_bot", "seat": seat, **more})
        kind = "rematch" if word == "again" else "start"
        await self._send("do", {"kind": kind})

    async def _answer(self, prompt: Prompt, said: str) -> None:
        match prompt.hear(said):
            case Intends(intent):
                await self._send("ask", msgspec.to_builtins(intent))
            case WantsHint():
                await self._send("hint")
            case WantsStory():
                for line in self._said:
                    self._print(line)
            case Leaves():
                raise AssertionError("q is heard before")
            case _:
                pass

    async def _send(self, kind: str, intent: dict[str, Any] | None = None) -> None:
        self._ids += 1
        message: dict[str, Any] = {"kind": kind, "id": f"{secrets.token_hex(4)}-{self._ids}"}
        if intent is not None:
            message["intent"] = intent
        if kind == "ask":
            message["number"] = self._number
        if self._socket is not None:
            with contextlib.suppress(WebSocketException):
                await self._socket.send(json.dumps(message))

    # Names ------------------------------------------------------------------------------------------

    def _speech(self) -> Speech:
        names = [self._name(c["person"]) if c["person"] else "" for c in self._party["chairs"]]
        labels = tuple(name or f"🤖 {seat}" for seat, name in enumerate(names))
        return Speech(self._lang, self._game.NAME, labels, self._screen.part, self._party["seat"])

    def _name(self, person: str) -> str:
        return next((p["name"] for p in self._party["people"] if p["id"] == person), person)

    def _print(self, line: str) -> None:
        """What could steer the terminal is shown as a mark, whatever the server lets through."""
        _show(self._console, line)


def _show(console: Console, line: str) -> None:
    say(console, escape(tame_lines(line)))


def _read_lines(lines: "asyncio.Queue[str | None]", loop: asyncio.AbstractEventLoop) -> None:
    """Lines of the keyboard, in a thread, because reading them waits."""
    with contextlib.suppress(RuntimeError):  # the loop is gone: the person has left
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)


def join(link: str, name: str, opening: dict[str, Any] | None, lang: str, console: Console) -> None:
    """Sit down at the table of a link, or at a new one of a server, and play."""
    address, table = split(link)
    server, tokens = Server(address), Tokens()
    speech = Speech(lang)
    if table is None:
        opened = server.ask("POST", "/api/tables", opening)
        with understood(server):
            table = str(opened["table"])
            told = speech.line("join_link", link=opened["link"], code=opened["code"])
        _show(console, told)
    token = tokens.find(server.address, table, name)
    if token is None:
        joined = server.ask("POST", f"/api/tables/{table}/people", {"name": name})
        with understood(server):
            token = str(joined["token"])
        try:
            tokens.keep(server.address, table, name, token)
        except OSError as error:  # one plays all the same, until this terminal is closed
            file, problem = str(error.filename or "seats.json"), error.strerror or ""
            told = speech.refusal(Refused("file-unwritable", None, file=file, problem=problem).told())
            _show(console, told)
    asyncio.run(OnlineTable(server, table, token, lang, console).play())
