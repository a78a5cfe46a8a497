"""Bots at a live table: they see views, think off the event loop, take their time and leave people theirs."""

import asyncio
from typing import Any, Final

from igroteka.core import Refused, Seat, Seeded
from igroteka.server.bots.behaviour import SLOW, Behaviour, behaviour_of
from igroteka.server.bots.threads import BotThreads, SeatedBot
from igroteka.server.guests import GameBroke
from igroteka.server.people.party import Party
from igroteka.server.settings import Settings
from igroteka.server.table.room import Room
from igroteka.table import Match

_BROKEN: Final = 10.0
"""Seconds after which a bot tries again where the game itself broke: it may choose something else."""
_BRIEF: Final = 0.35
"""The part of its pace that a bot takes to end its turn: two slow ones kept a child waiting for 12 s."""


class TableBots:
    """Moves the bots of one table, one at a time."""

    def __init__(self, room: Room, settings: Settings, threads: BotThreads, seed: bytes) -> None:
        """The same seed makes the same choices; a table that comes into memory anew gets a new one."""
        self._room = room
        self._settings = settings
        self._threads = threads
        self._chance = Seeded(seed)
        self._bots: dict[Seat, tuple[tuple[str, int], SeatedBot]] = {}
        self._windows: dict[tuple[Seat, Any], float] = {}
        self._known: tuple[Party, Behaviour] | None = None
        self._told_of_hurry = 0
        """The round in which people were told that bots think for less time than usual."""
        self._told_of_fault = -1
        """The row after which people were told that the game itself fails."""
        self._seen = (0, 0.0)
        """The last row, and when it came, by the clock that never steps."""
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._closed = False

    def look(self) -> None:
        """Something has changed: if a bot sits here, see whether it is for it to move."""
        room = self._room
        if self._closed or not room.playing or not any(chair.bot for chair in room.party.chairs):
            return
        self._note_windows()
        if self._seen[0] != room.number:
            self._seen = room.number, room.monotonic()
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """For good.

        A cancellation can be lost where a choice comes at the same moment (asyncio.wait_for before Python
        3.12): the bots look for themselves whether they are to go on.
        """
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """As long as things change; where the game itself breaks, until the next change."""
        try:
            await self._move_all()
        except GameBroke:
            self._tell_of_fault(self._room.number)

    async def _move_all(self) -> None:
        """As long as things change, give every bot that has something to do a chance to do it."""
        while self._again and self._room.playing and not self._room.ledger.deleted and not self._closed:
            self._again = False
            if self._room.party.paused:
                return
            if any(self._offers(seat) for seat in self._bot_seats()):
                await self._one_round()

    async def _one_round(self) -> None:
        """Off-turn bots first, in a random order, then the bot on turn; the first that acts ends it."""
        room, match = self._room, self._room.match
        assert match is not None
        chance, on_turn = self._chance.row(room.number), match.game.turn(match.state)
        seats = [seat for seat in self._bot_seats() if self._offers(seat)]
        order = (*chance.shuffled(s for s in seats if s != on_turn), *(s for s in seats if s == on_turn))
        thoughts: dict[Seat, asyncio.Task[Any]] = {}
        if self._behaviour().tells:
            # at the same time: the pause before a bot's move would say that another could have taken its turn
            loop = asyncio.get_running_loop()
            thoughts = {seat: loop.create_task(self._think(match, seat, _own(chance))) for seat in order}
        try:
            await self._in_turn(match, order, thoughts, chance)
        finally:
            for thought in thoughts.values():
                thought.cancel()

    async def _in_turn(
        self, match: Match, order: tuple[Seat, ...], thoughts: dict[Seat, asyncio.Task[Any]], chance: Seeded
    ) -> None:
        room, at, begun = self._room, self._room.number, asyncio.get_running_loop().time()
        for seat in order:
            intent = await (thoughts[seat] if thoughts else self._think(match, seat, chance))
            self._tell_of_hurry(self._bot(seat))
            # what could be too late (an owed card, a last tile) it does at once: people may be quick
            if room.number == at and intent is not None and not isinstance(intent, match.game.WINDOWS):
                pause = self._pace() * (_BRIEF if _only_ends(match, seat, intent) else 1.0)
                await asyncio.sleep(begun + pause - asyncio.get_running_loop().time())
            if room.number != at:
                self._again = True
                return
            if intent is not None:
                await self._act(match, seat, intent, at)
                return

    async def _think(self, match: Match, seat: Seat, chance: Seeded) -> Any | None:
        """What the bot of this seat chooses; out of turn it may let it be."""
        on_turn = match.game.turn(match.state)
        may_wait = on_turn is not None and seat != on_turn and bool(match.legal(on_turn))
        return await self._threads.think(
            self._bot(seat), match.view(seat), self._offers(seat), may_wait, chance
        )

    def _behaviour(self) -> Behaviour:
        """Worked out anew when something about the table has changed."""
        party = self._room.party
        if self._known is None or self._known[0] is not party:
            self._known = party, behaviour_of(party)
        return self._known[1]

    def _pace(self) -> float:
        slow = self._behaviour().pace == "slow"
        return self._settings.bot_pace * (SLOW if slow else 1.0)

    def _bot(self, seat: Seat) -> SeatedBot:
        """The bot of this seat: the same one for a whole game, so that it may remember."""
        party = self._room.party
        wanted = party.chairs[seat].bot or "", len(party.rounds)
        known, bot = self._bots.get(seat, (None, None))
        if bot is None or known != wanted:
            bot = self._threads.make(wanted[0], party.id, party.game)
            self._bots[seat] = wanted, bot
        return bot

    def _tell_of_hurry(self, bot: SeatedBot) -> None:
        """Once a game: too many tables wait for the same processors."""
        round = len(self._room.party.rounds)
        if bot.is_hurried and self._told_of_hurry != round:
            self._told_of_hurry = round
            self._room.notify("bots_hurried")

    def _tell_of_fault(self, at: int) -> None:
        """Once a row: the game itself fails, and people wait for a bot."""
        if self._told_of_fault != at:
            self._told_of_fault = at
            self._room.notify("game_broke")

    async def _act(self, match: Match, seat: Seat, intent: Any, at: int) -> None:
        """At once, or when those whose window it would close, or whose turn it is, have had their time."""
        while self._room.number == at and (wait := self._wait(match, seat, intent)) > 0:
            await asyncio.sleep(min(wait, 0.25))
        try:
            acted = await self._room.ask_for_bot(seat, intent, at)
            self._again = self._again or not acted  # read only now: a change may have set it meanwhile
        except Refused as refused:
            broke = refused.reason == "game-broke"
            if broke:
                self._tell_of_fault(at)
            await asyncio.sleep(_BROKEN if broke else 1.0)  # the store asks for a moment
            self._again = True

    def _bot_seats(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self._room.party.chairs) if chair.bot]

    def _offers(self, seat: Seat) -> tuple[Any, ...]:
        """What a bot may think of; to take somebody's turn only where the host lets it."""
        match = self._room.match
        if match is None:
            return ()
        behaviour = self._behaviour()
        never = (*match.game.HONOUR, *(behaviour.kinds if behaviour.taking == "never" else ()))
        return tuple(offer for offer in match.legal(seat) if not isinstance(offer, never))

    def _people(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self._room.party.chairs) if not chair.bot]

    def _wait(self, match: Match, seat: Seat, intent: Any) -> float:
        return max(self._patience_left(match, seat, intent), self._turn_left(match, intent))

    # Turns that can be taken --------------------------------------------------------------------------

    def _turn_left(self, match: Match, intent: Any) -> float:
        """How long the bot still has to leave a person on turn, or people who could take a bot's turn."""
        behaviour = self._behaviour()
        people, on_turn = self._people(), match.game.turn(match.state)
        if not behaviour.kinds or not people:
            return 0.0
        if on_turn in people:
            unhurried = isinstance(intent, behaviour.kinds) and behaviour.taking == "unhurried"
            patience = self._settings.bot_takes if unhurried else 0.0
        else:
            patience = self._settings.bot_taken if self._could_take(match, people, behaviour.kinds) else 0.0
        return self._seen[1] + patience - self._room.monotonic()

    def _could_take(self, match: Match, people: list[Seat], kinds: tuple[type, ...]) -> bool:
        """With several people always: a pause just then would tell one what another holds."""
        return len(people) > 1 or any(isinstance(offer, kinds) for offer in match.legal(people[0]))

    # Windows ----------------------------------------------------------------------------------------

    def _open_windows(self, state: Any) -> set[tuple[Seat, Any]]:
        """What people could forget to do out of turn: public knowledge, so that waiting tells nothing."""
        match = self._room.match
        assert match is not None
        return {
            (seat, offer)
            for seat in self._people()
            for offer in match.game.legal(state, seat)
            if isinstance(offer, match.game.WINDOWS)
        }

    def _note_windows(self) -> None:
        match, now = self._room.match, self._room.monotonic()
        assert match is not None
        self._windows = {key: self._windows.get(key, now) for key in self._open_windows(match.state)}

    def _patience_left(self, match: Match, seat: Seat, intent: Any) -> float:
        """How long the bot still has to wait, because its move would close a person's window."""
        if not self._windows:
            return 0.0
        closed = set(self._windows) - self._open_windows(match.after(match.decide(seat, intent)))
        now, waits = self._room.monotonic(), [0.0]
        for owner, offer in closed:
            own = self._room.party.chairs[owner].patience
            patience = self._settings.bot_patience if own is None else own
            waits.append(self._windows[owner, offer] + patience - now)
        return max(waits)


def _only_ends(match: Match, seat: Seat, intent: Any) -> bool:
    """It names no part, and follows a move of the same seat: there is nothing to look at."""
    return not intent.__struct_fields__ and bool(match.log) and match.log[-1].seat == seat


def _own(chance: Seeded) -> Seeded:
    """A stream of its own for one of several that think at the same time."""
    return Seeded(bytes(chance.below(256) for _ in range(32)))
